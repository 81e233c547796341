#!/usr/bin/env python3
"""Writes Modules/Kits/TerminalKit/Text/WidthTable.swift.

The data comes from the wcwidth package (pip install wcwidth), which ships the East Asian widths and the general
categories of the Unicode Character Database as Python tables. Run from the project's root when Unicode moves on:

    python3 Tools/make-width-table.py

Spacing combining marks (category Mc) take a column of their own here, although wcwidth says none: glibc, xterm, VTE and
tmux give them one, and too wide is harmless where too narrow breaks a line. A regional indicator alone takes one column,
so that the two of a flag take two.
"""
import sys
from wcwidth import table_mc, table_wide, table_zero

TARGET = "Modules/Kits/TerminalKit/Text/WidthTable.swift"


def latest(table):
    version = max(table, key=lambda v: tuple(int(part) for part in v.split(".")))
    points = set()
    for first, last in table[version]:
        points.update(range(first, last + 1))
    return version, points


def boundaries(points):
    """Where membership changes: an odd count of boundaries at or below a point means that it is in."""
    ordered, result = sorted(points), []
    for point in ordered:
        if result and result[-1] == point:
            result[-1] = point + 1
        else:
            result += [point, point + 1]
    return result


def literal(name, summary, numbers):
    lines, line = [], "   "
    for number in numbers:
        item = f" 0x{number:X},"
        if len(line) + len(item) > 116:
            lines.append(line)
            line = "   "
        line += item
    lines.append(line)
    return f"  /// {summary}\n  static let {name}: [UInt32] = [\n" + "\n".join(lines) + "\n  ]\n"


version, zero = latest(table_zero.ZERO_WIDTH)
_, spacing = latest(table_mc.CATEGORY_MC)
_, wide = latest(table_wide.WIDE_EASTASIAN)
wide -= set(range(0x1F1E6, 0x1F200))
zero = {point for point in zero - spacing if point >= 0x300}

with open(TARGET, "w") as file:
    file.write(
        f"// Unicode {version}, written by Tools/make-width-table.py; change that, not this.\n\n"
        "/// Which scalars take no column and which take two.\n"
        "///\n"
        "/// A table holds the places where membership changes, in ascending order: a scalar is in when an odd number of\n"
        "/// them is at or below it.\n"
        "enum WidthTable {\n"
        + literal("zero", "Nonspacing and enclosing marks, format characters, and the vowels and finals of Hangul.",
                  boundaries(zero))
        + "\n"
        + literal("wide", "East Asian wide and fullwidth, which takes in whatever is shown as emoji by default.",
                  boundaries(wide - zero))
        + "}\n")
sys.stderr.write(f"{TARGET}: Unicode {version}\n")
