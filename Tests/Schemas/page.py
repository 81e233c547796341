"""Writes docs/schema/README.md from the schemas, or with --check compares it; every screen has to be in docs/json.md too."""
import json
import re
import sys

import outputs

FOLDER = outputs.ROOT / "docs/schema"


def kind(schema):
    """A type in a few letters: `string or null`, `list of post`."""
    if "$ref" in schema:
        name = re.sub(r"^.*/\$defs/", "", schema["$ref"])
        return name.replace("_", " ")
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
    return text, schemas


def main():
    text, schemas = page()
    path = FOLDER / "README.md"
    if "--check" not in sys.argv:
        path.write_text(text)
        return
    if path.read_text() != text:
        sys.exit("docs/schema/README.md is not that of the schemas: python3 Tests/Schemas/page.py")
    prose = (outputs.ROOT / "docs/json.md").read_text()
    general = {"confirmation", "error", "progress", "message"}
    missing = [name for name in schemas if name not in general and f"`{name}`" not in prose]
    if missing:
        sys.exit(f"docs/json.md does not mention {', '.join(missing)}")


main()
