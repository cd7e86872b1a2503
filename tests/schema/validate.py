#!/usr/bin/python3
"""Checks JSON files against the schema of their form; no member twice.

What perfexpert publishes is report/export/schema.json. Members may be added to
it, so it allows more than it names; here nothing more is allowed, as what is
added has to be described. sarif.json, chrome_trace.json and speedscope.json are
our own descriptions of what we use of these formats.
"""
import json
import os
import sys

import jsonschema

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCHEMAS = {
    "view": "report/export/schema.json",
    "traceEvents": "tests/schema/chrome_trace.json",
    "runs": "tests/schema/sarif.json",
    "profiles": "tests/schema/speedscope.json",
}


def once(pairs):
    """An object, whose names have to differ (RFC 8259, section 4)"""
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError("twice in an object: " + ", ".join(twice))
    return dict(pairs)


def strict(schema):
    """The schema, with nothing allowed that it does not name"""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: strict(value) for key, value in schema.items()}
    if "type" in schema and "properties" in schema and "oneOf" not in schema:
        out.setdefault("additionalProperties", False)
    return out


def validator(path, made={}):
    if path not in made:
        with open(os.path.join(TOP, path)) as f:
            schema = json.load(f)
        jsonschema.Draft202012Validator.check_schema(schema)
        made[path] = jsonschema.Draft202012Validator(strict(schema))
    return made[path]


def errors(document):
    keys = [key for key in SCHEMAS if key in document]
    if len(keys) != 1:
        return ["no schema is for this: it has " + ", ".join(document)]
    found = validator(SCHEMAS[keys[0]]).iter_errors(document)
    return ["/".join(map(str, best.absolute_path)) + ": " + best.message[:300]
            for best in map(lambda e: jsonschema.exceptions.best_match([e]), found)]


def main(paths):
    bad = 0
    for path in paths:
        try:
            with open(path) as f:
                wrong = errors(json.load(f, object_pairs_hook=once))
        except ValueError as error:
            wrong = [str(error)]
        for line in wrong:
            print(path + ": " + line)
        bad += bool(wrong)
    print("%d of %d files are as their schema says" % (len(paths) - bad, len(paths)))
    return 1 if bad or not paths else 0


sys.exit(main(sys.argv[1:]))
