"""Writes docs/schema/README.md and the members in howdah-json(5) from the schemas, or with --check compares them.

Every screen has to be in docs/json.md too.
"""
import json
import re
import sys
import textwrap

import outputs

FOLDER = outputs.ROOT / "docs/schema"
MANUAL = outputs.ROOT / "Sources/REPL/Manual/JSONMembers+Table.swift"


def kind(schema):
    """A type in a few letters: `string or null`, `list of post`."""
    if "$ref" in schema:
        name = re.sub(r"^.*/\$defs/", "", schema["$ref"])
        return name.replace("_", " ")
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind(choice) for choice in schema["anyOf"]))
    types = schema.get("type", "any")
    names = [types] if isinstance(types, str) else types
    words = []
    for name in names:
        if name == "array":
            words.append("empty list" if schema.get("maxItems") == 0 else f"list of {kind(schema.get('items', {}))}")
        elif name == "object" and schema.get("properties"):
            words.append("{" + ", ".join(schema["properties"]) + "}")
        else:
            words.append(name)
    return " or ".join(words)


def section(name, schema):
    text = f"\n## {name}\n"
    if "description" in schema:
        text += f"{schema['description']} [Schema]({name}.json)\n"
    else:
        text += f"{schema['title']}.\n"
    text += "\n| member | | |\n| --- | --- | --- |\n"
    for member, value in schema.get("properties", {}).items():
        optional = "" if member in schema.get("required", []) else "optional; "
        row = f"| `{member}` | {optional}{kind(value)} | {value.get('description', '')} |\n"
        text += row
    return text


def members(schema):
    """The members of an object in sentences, for the manual page; those that every object has, and an empty list, are left out."""
    parts = []
    for member, value in schema.get("properties", {}).items():
        type_ = kind(value).replace("`", "")
        if member in ("schema", "screen") or (member, type_) == ("items", "empty list"):
            continue
        part = f"`{member}` ({type_}{'' if member in schema.get('required', []) else ', optional'})"
        words = value.get("description", "").rstrip(".").replace("`", "")
        if words and member != "items":
            part += ": " + words[0].lower() + words[1:]
        parts.append(part + ".")
    return " ".join(parts) or "It has no members of its own."


def literal(name, text):
    """A pair of a name and a text, in Swift with rows that are not too long."""
    rows = textwrap.wrap(text.replace("\\", "\\\\"), 106, break_long_words=False, break_on_hyphens=False)
    body = " \\\n      ".join(rows)
    return f'    (\n      "{name}",\n      """\n      {body}\n      """\n    ),\n'


def manual(types, schemas):
    """JSONMembers+Table.swift: what howdah-json(5) lists."""
    def pairs(entries):
        return "".join(literal(name, text) for name, text in entries)

    values = [(name.replace("_", " "), members(schema)) for name, schema in types.items()]
    objects = [
        (name, " ".join([schema.get("description", schema["title"] + "."), members(schema)]))
        for name, schema in schemas.items()
    ]
    return f"""// Made by `python3 Tests/Schemas/page.py` from docs/schema, where it is changed.

extension Manual {{
  /// The objects that are printed, by the name of their screen, and their members.
  static let jsonObjects: [(term: String, meaning: String)] = [
{pairs(objects)}  ]

  /// The values that several objects have, and their members.
  static let jsonValues: [(term: String, meaning: String)] = [
{pairs(values)}  ]
}}
"""


def page():
    schemas = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    types = schemas.pop("types")["$defs"]
    text = """# JSON Schemas

Each object that Howdah prints with `--json` has a schema here (2020-12), by the name of its `screen`, or `confirmation`, `error`, `progress` and
`message`. `Tests/Schemas/run` validates what every command prints in the sandbox against them, and no schema allows a member that it does not
list. Made from the schemas by `python3 Tests/Schemas/page.py`; [docs/json.md](../json.md) explains the format.
"""
    for name, schema in types.items():
        text += section(name.replace("_", " "), schema)
    for name, schema in schemas.items():
        text += section(name, schema)
    return {FOLDER / "README.md": text, MANUAL: manual(types, schemas)}, schemas


def main():
    files, schemas = page()
    for path, text in files.items():
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path.relative_to(outputs.ROOT)} is not that of the schemas: python3 Tests/Schemas/page.py")
    if "--check" not in sys.argv:
        return
    prose = (outputs.ROOT / "docs/json.md").read_text()
    general = {"confirmation", "error", "progress", "message"}
    missing = [name for name in schemas if name not in general and f"`{name}`" not in prose]
    if missing:
        sys.exit(f"docs/json.md does not mention {', '.join(missing)}")


main()
