"""Validates what every command prints with --json against docs/schema: check.py PROGRAM."""
import copy
import json
import sys

import jsonschema
import outputs
import referencing

FOLDER = outputs.ROOT / "docs/schema"
# What no line of the list prints, or only in the presence of something that the sandbox does not have.
UNSEEN = set()


def kind(document):
    """The name of the schema for a document."""
    if "screen" in document:
        return document["screen"]
    return next((name for member, name in (
        ("event", "watch"), ("ok", "confirmation"), ("error", "error"), ("progress", "progress"), ("text", "message")
    ) if member in document), None)


def main():
    schemas = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    registry = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values())
    failures, seen, events = [], {}, set()
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        if schema["$id"].rsplit("/", 1)[1] != f"{name}.json" or not schema.get("title"):
            failures.append(f"{name}.json: its $id or its title is wrong")
    validators = {
        name: jsonschema.Draft202012Validator(schema, registry=registry) for name, schema in schemas.items()}
    sandbox = outputs.Sandbox(sys.argv[1])
    try:
        for line, printed in [*outputs.events(sandbox), *outputs.documents(sandbox)]:
            if outputs.RAW.match(line) and not printed.startswith('{"schema"'):
                continue
            try:
                document = json.loads(printed)
            except ValueError:
                failures.append(f"{line}: not JSON: {printed[:200]}")
                continue
            name = kind(document)
            events.add(document.get("event"))
            if name not in validators:
                failures.append(f"{line}: docs/schema has no {name}.json")
                continue
            seen.setdefault(name, document)
            for error in validators[name].iter_errors(document):
                place = "/".join(map(str, error.absolute_path))
                failures.append(f"{line}: {name}.json: {place}: {error.message[:300]}")
    finally:
        sandbox.close()
    missing = set(schemas["watch"]["properties"]["event"]["enum"]) - events
    if missing:
        failures.append(f"watch printed no {sorted(missing)}")
    # Nothing passes by accident: a member too many and one too few are found.
    for name, document in seen.items():
        more, less = copy.deepcopy(document), copy.deepcopy(document)
        more["not_documented"] = 1
        del less["schema"]
        if validators[name].is_valid(more) or validators[name].is_valid(less):
            failures.append(f"{name}.json accepts a member that is not documented, or does without one that is")
    unseen = set(schemas) - set(seen) - {"types"}
    if unseen != UNSEEN:
        failures.append(f"No line prints {sorted(unseen - UNSEEN)}; these are printed now: {sorted(UNSEEN - unseen)}")
    for failure in dict.fromkeys(failures):
        print(failure)
    print(f"{len(seen)} kinds of documents were validated.")
    sys.exit(1 if failures else 0)


main()
