"""Writes the sections of docs/json.md about the documents from the schemas, or with --check compares them.

The program has the page in it, and makes the manual page howdah-json(5) out of it.
"""
import json
import re
import sys

import outputs

FOLDER = outputs.ROOT / "docs/schema"
PAGE = outputs.ROOT / "docs/json.md"
WIDTH = 76
# Members that every screen has, which the page explains once.
COMMON = {"schema", "screen"}


class Elided(dict):
    """A value of a type that has an example of its own; only its first members are shown."""


def kind(schema):
    """A type in a few words: `string or null`, `list of post`."""
    if "$ref" in schema:
        return re.sub(r"^.*/", "", schema["$ref"]).replace("_", " ")
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " or ".join(json.dumps(choice) for choice in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind(choice) for choice in schema["anyOf"]))
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    words = []
    for name in names:
        if name == "array":
            words.append("empty list" if schema.get("maxItems") == 0 else f"list of {kind(schema['items'])}")
        elif name == "object" and isinstance(schema.get("additionalProperties"), dict):
            words.append(f"{kind(schema['additionalProperties'])} by name")
        elif name == "object":
            words.append("{" + ", ".join(schema["properties"]) + "}")
        else:
            words.append(name)
    return " or ".join(words)


def rows(schema, prefix=""):
    """Each member, with those of the objects in it: `poll.max_options`, `weeks[].posts`."""
    for member, value in schema.get("properties", {}).items():
        if not prefix and (member in COMMON or (member == "items" and value.get("maxItems") == 0)):
            continue
        # Explained once too.
        if value.get("$ref", "").endswith(("/acting_account", "/cached", "/cached_seconds")):
            continue
        optional = "" if member in schema.get("required", []) else "Optional: "
        # The objects in it have rows of their own.
        inner = [choice for choice in value.get("anyOf", [value]) if "properties" in choice]
        elements = value.get("items", {})
        inner_elements = [choice for choice in elements.get("anyOf", [elements]) if "properties" in choice]
        if inner_elements and len(elements.get("anyOf", [0])) == 1:
            words = kind(value).replace("{" + ", ".join(inner_elements[0]["properties"]) + "}", "objects")
        elif len(inner) == 1:
            words = kind(value).replace("{" + ", ".join(inner[0]["properties"]) + "}", "object")
        else:
            words = kind(value)
        description = value.get("description", "")
        words = optional + words
        yield f"{prefix}{member}", f"{words[:1].upper() + words[1:]}. {description}".strip()
        if len(inner) == 1:
            yield from rows(inner[0], f"{prefix}{member}.")
        if inner_elements and len(elements.get("anyOf", [0])) == 1:
            yield from rows(inner_elements[0], f"{prefix}{member}[].")


def elided(value, schema):
    """An example in which values of documented types are cut short."""
    if "$ref" in schema:
        return Elided(value) if isinstance(value, dict) else value
    for choice in schema.get("anyOf", []):
        if isinstance(value, dict) and ("$ref" in choice or "properties" in choice):
            return elided(value, choice)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {member: elided(inner, properties.get(member, {})) for member, inner in value.items()}
    if isinstance(value, list):
        return [elided(inner, schema.get("items", {})) for inner in value]
    return value


def written(value, indent=0):
    """JSON in which whatever fits is on one line."""
    if isinstance(value, Elided):
        shown = [f"{json.dumps(member)}: {written(inner)}" for member, inner in list(value.items())[:2]]
        return "{" + ", ".join([*shown, "…"]) + "}"
    if not isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        parts = [f"{json.dumps(member)}: {written(inner, indent + 2)}" for member, inner in value.items()]
        first, last = "{", "}"
    else:
        parts = [written(inner, indent + 2) for inner in value]
        first, last = "[", "]"
    line = first + ", ".join(parts) + last
    if len(line) + indent <= WIDTH and "\n" not in line:
        return line
    # Short members share lines.
    lines, space = [], " " * (indent + 2)
    for part in parts:
        if lines and "\n" not in part and "\n" not in lines[-1] and len(lines[-1]) + len(part) + 2 <= WIDTH:
            lines[-1] += f", {part}"
        else:
            lines.append(space + part)
    return first + "\n" + ",\n".join(lines) + "\n" + " " * indent + last


def cell(text):
    return text.replace("|", "\\|")


def section(name, schema):
    """A type or a kind: what it is, its members, and an example."""
    text = f"\n### {name.replace('_', ' ')}\n\n{schema.get('description') or schema['title'] + '.'}\n"
    members = "".join(f"| `{cell(member)}` | {cell(words)} |\n" for member, words in rows(schema))
    if members:
        text += f"\n| | |\n| --- | --- |\n{members}"
    for example in schema.get("examples", [])[:1]:
        text += "\n" + "".join(f"    {line}\n" for line in written(elided(example, schema)).splitlines())
    return text


def page(schemas):
    """The sections of the page that the schemas say."""
    types = schemas["types"]["$defs"]
    general = ["confirmation", "error", "progress", "message", "parse", "watch"]
    text = "## Types\n\nWhat the members of the documents below have in common, in alphabetical order.\n"
    text += "".join(section(name, types[name]) for name in sorted(types))
    text += (
        "\n## Kinds\n\nThe documents by the name of their screen, after those of every command. An example is cut short: "
        "a list to its first item, a long text, and with … a value of a type above.\n")
    kinds = [*(name for name in general if name in schemas), *sorted(set(schemas) - {"types", *general})]
    return text + "".join(section(name, schemas[name]) for name in kinds)


def main():
    sections = page({path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))})
    old = PAGE.read_text()
    text = old[:old.index("## Types\n")] + sections + old[old.index("\n## See also\n"):]
    if "--check" not in sys.argv:
        PAGE.write_text(text)
    elif old != text:
        sys.exit(f"{PAGE.relative_to(outputs.ROOT)} is not that of the schemas: make derived")


main()
