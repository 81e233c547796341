#!/usr/bin/env python3
"""Gives lines to `howdah --parse`, one after the other, and measures how long each is read.

Lines are examples of docs/language.md and usages of docs/commands.md that are changed, and random text. The program must answer
each, with `understood` or with a sentence, and end well. The time is that from writing a line to reading its answer, so it
contains two wake-ups through a pipe; for comparison the same lines are sent to `cat`.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BOUND = 5.0  # milliseconds

PIECES = [
    '"', "'", "\\", ";", " ; ", "--", "-", "---", "=", "--=", "--cw", "--json", "> ", ">>", " > file", " | less", "| ", "#", "@", "!",
    "/", "//", ".", "$1", "$@", "$$", "1-3", "3-1", "1,2,3", "1-99999999999999999999", "9223372036854775808", "0", "00", "1-", "-1",
    "1--2", "a1", "n2", "zz99999", "@rook", "@rook@shore.example", "@@", "#canal", "##", "https://shore.example/@rook/1", "https://",
    "http://[::1", "\x00", "\x1b[31m", "\u202e", "\u0301", "e\u0301\u0301", "👩🏽‍🔧", "日本語", "\ufeff", "\u2028", "\xa0", "\t", "\x85",
    "ǅ", "İ", "ß", "٣", "½", "１", "2026-13-45", "99:99", "1e999", "NaN", "25h", "-5m", "∞", "public", "none", "*", "?", "~", "&",
    "&&", "`date`", "$(date)",
]


def seeds():
    found = []
    with open(os.path.join(ROOT, "docs", "language.md"), encoding="utf-8") as page:
        found += [line.strip() for line in page if line.startswith("    ")]
    with open(os.path.join(ROOT, "docs", "commands.md"), encoding="utf-8") as page:
        for usage in re.findall(r"`([a-z][^`\n]*)`", page.read()):
            found += [usage, re.sub(r"[\[\]…]", "", usage), usage.split()[0] + " 1", usage.split()[0]]
    return found


def lines(seed, count):
    source = random.Random(seed)
    examples = seeds()
    words = sorted({word for line in examples for word in line.split()})

    def scalar():
        value = source.randrange(0x110000)
        return "x" if 0xD800 <= value < 0xE000 else chr(value)

    def changed(line):
        place = source.randint(0, len(line))
        end = min(len(line), place + source.randint(1, 6))
        kind = source.randrange(7)
        if kind == 0:
            return line[:place] + source.choice(PIECES) + line[place:]
        if kind == 1:
            return line[:place] + " " + source.choice(words) + " " + line[place:]
        if kind == 2:
            return line[:place] + line[end:]
        if kind == 3:
            return line[:end] + line[place:]
        if kind == 4:
            return line[:place] + line[place:end][::-1] + line[end:]
        if kind == 5:
            return line + source.choice(["; ", " ", ""]) + source.choice(examples)
        return line + " " + source.choice(PIECES)

    for _ in range(count):
        kind = source.randrange(20)
        if kind == 0:
            line = "".join(
                source.choice([source.choice(PIECES), scalar(), chr(source.randint(0x20, 0x7E))])
                for _ in range(source.randint(0, 40)))
        elif kind < 5:
            line = " ".join(source.choice(words) for _ in range(source.randint(1, 8)))
        else:
            line = source.choice(examples)
        for _ in range(source.randint(0, 4)):
            line = changed(line)
        # With a slash it is a command also where a line before has opened a text.
        yield "/" + line.replace("\n", " ").replace("\r", " ").replace("\u2028", " ").replace("\x85", " ")


def lockstep(command, seed, count, environment):
    """Sends the lines one after the other; returns the times in milliseconds, the answers' kinds and the slowest line."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0)
    answers = process.stdout
    times, understood, slowest = [], 0, (0.0, "")
    for line in lines(seed, count):
        began = time.perf_counter()
        process.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            part = answers.read(65536)
            if not part:
                sys.exit(f"the program ended with {process.wait()} after {len(times)} lines, at {line!r}")
            answer += part
        milliseconds = (time.perf_counter() - began) * 1000
        times.append(milliseconds)
        if milliseconds > slowest[0]:
            slowest = (milliseconds, line)
        if command[0] != "cat":
            if len(answer.splitlines()) != 1:
                sys.exit(f"{len(answer.splitlines())} answers to {line!r}")
            value = json.loads(answer)
            understood += value["understood"]
            if not value["understood"] and not (value["message"] and value["suggestion"]):
                sys.exit(f"no words for {line!r}: {value}")
    process.stdin.close()
    code = process.wait()
    if code not in (0, 2, 7):
        sys.exit(f"the program ended with {code}")
    return sorted(times), understood, slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(ROOT, ".build", "release", "howdah"))
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.lines:,} lines")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        times, understood, slowest = lockstep(
            [options.program, "--fixtures", "--parse", "--json"], options.seed, options.lines, environment)
    echo, _, _ = lockstep(["cat"], options.seed, min(options.lines, 100_000), os.environ)

    def share(values, part):
        return values[min(len(values) - 1, int(len(values) * part))]

    print(f"{understood:,} understood, {len(times) - understood:,} refused, none without an answer")
    for name, part in (("median", 0.5), ("99th percentile", 0.99), ("99.99th percentile", 0.9999), ("slowest", 1)):
        print(f"  {name:18} {share(times, part):8.3f} ms   (cat: {share(echo, part):.3f})")
    print(f"  over {BOUND:.0f} ms: {sum(value > BOUND for value in times)}; the slowest: {slowest[1][:100]!r}")


main()
