/*
 * json_table.h - one array of what is written as JSON, as CSV
 *
 * A JSON writer that has a table hands it all values instead of writing them.
 * The array of objects with the table's name, wherever it is, becomes rows:
 *
 *      {"file":"a.db", "places":[{"call":"MPI_Send", "ranks":[
 *              {"rank":0, "time":{"s":1.5}, "lengths":[3,4]}]}]}
 *
 *      places.call,rank,time.s,lengths.1,lengths.2
 *      MPI_Send,0,1.5,3,4
 *
 * So a row has the values of the arrays that it is nested in, in front and with
 * their names; what is outside of any array is not in it. Arrays of objects in
 * a row are tables by themselves. Null is an empty field.
 */
#ifndef PERFEXPERT_BASE_JSON_TABLE_H
#define PERFEXPERT_BASE_JSON_TABLE_H

#include <stdbool.h>

struct err;
struct strbuf;

/* json_table_new - name is borrowed */
struct json_table *json_table_new(const char *name);
void json_table_free(struct json_table *t);

/* json_table_open - an object or an array begins; json_table_close ends it */
void json_table_open(struct json_table *t, const char *key, bool array);
void json_table_close(struct json_table *t);

/* json_table_value - a value, its text escaped for CSV; NULL: null. Copied. */
void json_table_value(struct json_table *t, const char *key, const char *text);

/*
 * json_table_write - append the head and the rows; nothing where there are none
 *
 * Errors: ERR_USAGE where there is no such array, with the names of those that
 *         there are
 */
int json_table_write(const struct json_table *t, struct strbuf *b,
                     struct err *err);

#endif
