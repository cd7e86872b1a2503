"""Sums the columns of a table."""


def column_totals(table):
    totals = []
    for j in range(len(table[0])):
        total = 0
        for i in range(len(table)):
            total = total + table[i][j]
        totals.append(total)
    return totals


def main():
    table = [[(i * j) % 97 for j in range(100)] for i in range(1000)]
    totals = None
    for _ in range(100):
        totals = column_totals(table)
    print(sum(totals), totals[3])


main()
