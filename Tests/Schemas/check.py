"""Validates what every command prints with --json against docs/schema: check.py PROGRAM [--record].

With --record a kind without a schema gets one that allows what was printed, whose members are to be described, and the
schemas without an example, or with one that they refuse, get one.
"""
import copy
import itertools
import json
import re
import subprocess
import sys

import jsonschema
import outputs
import referencing

FOLDER = outputs.ROOT / "docs/schema"
# Kinds that no line prints, and why.
UNSEEN = {
    "progress": "only what takes longer than a second prints it; TransferTests does",
    "push": "only a push service sends one; PushTests receives it",
    "spelling": "a program of the user's makes it; UserProgramTests names one",
    "sign-in": "it is a form of the prompt; a script is asked",
}
# Types that no document of the sandbox has.
UNSEEN_TYPES = {"filtered_sender", "deleted_post"}
# Names of documents that are no kind of their own, and why.
NO_KIND = {
    "raw": "it is what the server sent",
    "text": "it is what the renderer draws",
    "welcome": "it is printed only when the prompt starts",
}
# Previews that are no document of a command: what is shown while it loads or instead of an error, some of the facts, a message
# without its document, lines above the prompt, and what the server sent.
NO_OUTPUT = re.compile(r"^(profile|report)/(loading|failed)$|^diagnose/|^watch/|^(api|sharing)/|^find/import-")
# Where the example of a kind comes from, if not from the first line that prints it.
PREFERRED = {"confirmation": "fav POST", "history": "history EDITED", "error": "fg", "help": "help fav"}


def kind(document):
    """The name of the schema for a document."""
    if "screen" in document:
        return document["screen"]
    return next((name for member, name in (
        ("ok", "confirmation"), ("error", "error"), ("progress", "progress"), ("event", "watch"), ("text", "message"),
        ("understood", "parse")
    ) if member in document), None)


def kinds_in_source():
    """The names of documents and forms in the source of the program."""
    for folder in ("Modules", "Sources"):
        for path in (outputs.ROOT / folder).rglob("*.swift"):
            if "Fixtures" not in path.name:
                yield from re.findall(r'(?:\bkind|Form\.screen\(id): "([a-z]+(?:-[a-z]+)*)"', path.read_text())


def closed(schema, place):
    """Places of a schema that allow anything."""
    if isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from closed(inner, f"{place}/{index}")
    if not isinstance(schema, dict):
        return
    types = schema.get("type", [])
    if "object" in ([types] if isinstance(types, str) else types):
        extra = schema.get("additionalProperties")
        # Names that depend on the reader's own data, with values of one type.
        is_map = isinstance(extra, dict) and "type" in extra and "properties" not in schema
        if extra is not False and not is_map:
            yield place
    if "array" in ([types] if isinstance(types, str) else types) and "items" not in schema and schema.get("maxItems"):
        yield place
    for name, inner in schema.items():
        if name != "examples":
            yield from closed(inner, f"{place}/{name}")


def shortened(value, sandbox):
    """A document as an example: without this machine, with the first item of a list and the beginning of a text."""
    if isinstance(value, dict):
        return {name: shortened(inner, sandbox) for name, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner, sandbox) for inner in value[:1]]
    if isinstance(value, str):
        value = value.replace(sandbox.host, "social.example").replace("http://social.example", "https://social.example")
        value = value.replace("sandbox.example", "social.example").replace(sandbox.folder.name, "/home/you")
        value = value.replace(sandbox.program, "/usr/bin/howdah").split("\n")[0]
        return value if len(value) <= 70 else value[:60].rsplit(" ", 1)[0] + "…"
    return value


def typed(value, schema, types, found):
    """Finds examples of the shared types in a document."""
    reference = schema.get("$ref", "")
    if "/$defs/" in reference:
        name = reference.rsplit("/$defs/", 1)[1]
        if isinstance(value, dict) and "/" not in name and name not in UNSEEN_TYPES:
            # The one that says most is the example.
            if name not in found or len(json.dumps(found[name])) < len(json.dumps(value)):
                found[name] = value
            typed(value, types[name], types, found)
        return
    for choice in schema.get("anyOf", []):
        typed(value, choice, types, found)
    if isinstance(value, dict):
        for member, inner in value.items():
            typed(inner, schema.get("properties", {}).get(member, {}), types, found)
    if isinstance(value, list):
        for inner in value:
            typed(inner, schema.get("items", {}), types, found)


def inferred(values, types, registry):
    """A schema that allows these values: a shared type where there is one."""
    for name in types:
        validator = jsonschema.Draft202012Validator({"$ref": f"{types_id(registry)}#/$defs/{name}"}, registry=registry)
        if isinstance(values[0], dict) and all(map(validator.is_valid, values)):
            return {"$ref": f"types.json#/$defs/{name}"}
    names = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null", list: "array", dict: "object"}
    kinds = list(dict.fromkeys(names[type(value)] for value in values))
    if len(kinds) > 1 and {"array", "object"} & set(kinds):
        return {"anyOf": [inferred([v for v in values if names[type(v)] == one], types, registry) for one in kinds]}
    schema = {"type": kinds[0] if len(kinds) == 1 else kinds}
    if kinds == ["array"]:
        items = [item for value in values for item in value]
        schema |= {"items": inferred(items, types, registry)} if items else {"maxItems": 0}
    if kinds == ["object"]:
        members = list(dict.fromkeys(member for value in values for member in value))
        schema |= {
            "additionalProperties": False, "required": [m for m in members if all(m in value for value in values)],
            "properties": {m: inferred([v[m] for v in values if m in v], types, registry) for m in members}}
    return schema


def types_id(registry):
    return next(name for name in registry if name.endswith("/types.json"))


def drafted(name, printed, schemas, registry):
    """A schema for a kind that has none, with the descriptions of members that other screens have too."""
    schema = inferred([document for _, document in printed], schemas["types"]["$defs"], registry)
    common = {**schemas["familiar"]["properties"], **schemas["lists"]["properties"]}
    members = schema["properties"]
    for member in members:
        if member in ("schema", "account", "text", "has_older", "cursor"):
            members[member] = copy.deepcopy(common[member])
        elif "description" in common.get(member, {}):
            members[member]["description"] = common[member]["description"]
    members["screen"] = {"const": name, "description": common["screen"]["description"]}
    for member in ("text", "account"):
        members.setdefault(member, copy.deepcopy(common[member]))
    command = next((line for line, _ in printed if not line.startswith("preview ")), name).split(" ⏎ ")[-1].split("; ")[-1]
    return {
        "$schema": schemas["lists"]["$schema"], "$id": schemas["lists"]["$id"].replace("lists", name),
        "title": f"The screen {name}", "description": f"Printed by `{command.split()[0]}`.", **schema}


def previews(program):
    """The names of the previews, and the documents of each: states that the sandbox does not get into."""
    def printed(*arguments):
        run = subprocess.run([program, "preview", *arguments], capture_output=True, text=True, check=True)
        return run.stdout.splitlines()

    names = [name for name in printed() if "/" in name]
    # One run for all previews of a feature, in the order of their names.
    for feature, members in itertools.groupby(names, lambda name: name.split("/")[0]):
        members, lines = list(members), printed(feature, "--format", "json")
        if len(lines) != len(members):
            raise RuntimeError(f"preview {feature} printed {len(lines)} lines for {len(members)} previews")
        for name, line in zip(members, lines):
            if not NO_OUTPUT.match(name) and line.startswith('{"schema"'):
                yield name, line


def main():
    schemas = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    registry = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values())
    types = schemas["types"]["$defs"]
    failures, seen, examples, found, events, unknown = [], {}, {}, {}, set(), {}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        if schema["$id"].rsplit("/", 1)[1] != f"{name}.json" or not schema.get("title"):
            failures.append(f"{name}.json: its $id or its title is wrong")
        failures += [f"{name}.json allows any member or item at {place}" for place in closed(schema, "")]
        # With --as, the program adds it to whatever screen it prints.
        if "screen" in schema.get("properties", {}) and "account" not in schema["properties"]:
            failures.append(f"{name}.json has no account: {{\"$ref\": \"types.json#/$defs/acting_account\"}}")
    missing = set(kinds_in_source()) - set(schemas) - set(NO_KIND)
    failures += [f"docs/schema has no {name}.json, a kind in the source" for name in sorted(missing)]
    validators = {
        name: jsonschema.Draft202012Validator(schema, registry=registry) for name, schema in schemas.items()}
    sandbox = outputs.Sandbox(sys.argv[1])
    try:
        for line, text, problem in itertools.chain(
            outputs.events(sandbox), outputs.parsed(sandbox), outputs.acting(sandbox), outputs.runs(sandbox)
        ):
            failures += [f"{line}: {problem}"] if problem else []
            for document in documents(line, text, failures):
                events.add(document.get("event"))
                if kind(document) not in schemas:
                    unknown.setdefault(kind(document), []).append((line, document))
                failures += validated(line, document, validators, seen, examples)
                typed(document, schemas.get(kind(document), {}), types, found)
    finally:
        sandbox.close()
    missing = set(schemas["watch"]["properties"]["event"]["enum"]) - events
    if missing:
        failures.append(f"watch printed no {sorted(missing)}")
    for name, text in previews(sandbox.program):
        for document in documents(name, text, failures):
            if kind(document) not in schemas:
                unknown.setdefault(kind(document), []).append((f"preview {name}", document))
            failures += validated(f"preview {name}", document, validators, {}, {})
    # Nothing passes by accident: a member too many and one too few are found.
    for name, document in seen.items():
        more, less = copy.deepcopy(document), copy.deepcopy(document)
        more["not_documented"] = 1
        less.pop("schema", None)
        if validators[name].is_valid(more) or validators[name].is_valid(less):
            failures.append(f"{name}.json accepts a member that is not documented, or does without one that is")
    unseen = set(schemas) - set(seen) - {"types"}
    if unseen != set(UNSEEN):
        failures.append(
            f"No line prints {sorted(unseen - set(UNSEEN))}; these are printed now: {sorted(set(UNSEEN) - unseen)}")
    if "--record" in sys.argv:
        for name, printed in unknown.items():
            schemas[name] = drafted(name, printed, schemas, registry)
            examples[name] = next((doc for _, doc in printed if doc.get("items")), printed[0][1])
            failures.append(f"{name}: wrote a schema; describe its members")
        registry = registry.with_resources(
            (schemas[name]["$id"], referencing.Resource.from_contents(schemas[name])) for name in unknown)
    failures += exemplified(schemas, registry, {**seen, **examples}, found, sandbox)
    for failure in dict.fromkeys(failures):
        print(failure)
    print(f"{len(seen)} kinds of documents were validated.")
    sys.exit(1 if failures else 0)


def documents(line, text, failures):
    """The documents that a line printed."""
    for printed in text.splitlines():
        if outputs.RAW.match(line) and not printed.startswith('{"schema"'):
            continue
        try:
            yield json.loads(printed)
        except ValueError:
            failures.append(f"{line}: not JSON: {printed[:200]}")


def validated(line, document, validators, seen, examples):
    """What is wrong with a document that a line printed."""
    name = kind(document)
    if name not in validators:
        yield f"{line}: docs/schema has no {name}.json: {json.dumps(document)[:200]}"
        return
    seen.setdefault(name, document)
    # An example with an item says more than one without.
    if PREFERRED.get(name) == line or (name not in PREFERRED and document.get("items")):
        examples.setdefault(name, document)
    for error in validators[name].iter_errors(document):
        place = "/".join(map(str, error.absolute_path))
        yield f"{line}: {name}.json: {place}: {error.message[:300]}"


def exemplified(schemas, registry, documents, found, sandbox):
    """Schemas without a valid example; with --record they get one."""
    places = [(name, schema, documents.get(name)) for name, schema in schemas.items() if name != "types"]
    places += [(name, schema, found.get(name)) for name, schema in schemas["types"]["$defs"].items()]
    base = schemas["types"]["$id"]
    for name, schema, document in places:
        inner = {**schema, "$id": schema.get("$id", base + "/" + name)}
        if "$id" not in schema:
            inner = {"$ref": f"{base}#/$defs/{name}"}
        validator = jsonschema.Draft202012Validator(inner, registry=registry)
        examples = schema.get("examples", [])
        if examples and all(map(validator.is_valid, examples)):
            continue
        if "--record" in sys.argv and document is not None:
            schema["examples"] = [shortened(document, sandbox)]
            yield f"{name}: recorded an example"
        elif name not in UNSEEN and name not in UNSEEN_TYPES:
            yield f"{name} has no valid example: check.py PROGRAM --record"
    if "--record" in sys.argv:
        for name, schema in schemas.items():
            (FOLDER / f"{name}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


main()
