#!/usr/bin/env python3
"""Writes THIRD_PARTY_NOTICES: the licence of everything that is linked into the program.

  Tools/dist/notices.py          writes the file
  Tools/dist/notices.py --check  refuses a file that differs from what would be written

The Swift packages are those whose modules the linker gets, by the plan of the last build; their texts are in
.build/checkouts. The texts of Debian's libraries are those of its packages, which differ between its releases: the file
is made on Debian 12, and elsewhere the check skips them.
"""

import argparse, json, os, re, subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "THIRD_PARTY_NOTICES"
MADE_ON = "bookworm"
RULE = "-" * 80

# SPDX's names for the licences of Debian's packages, which their copyright files state in words.
DEBIAN_LICENCES = {
    "libsqlite3-dev": "blessing", "libgumbo-dev": "Apache-2.0", "libedit-dev": "BSD-3-Clause",
    "libbsd-dev": "BSD-3-Clause AND BSD-2-Clause AND ISC AND MIT", "libmd-dev": "BSD-3-Clause AND BSD-2-Clause AND ISC",
    "libncurses-dev": "X11-distribute-modifications-variant", "zlib1g-dev": "Zlib",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1", "libicu72": "Unicode-DFS-2016",
}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Component:
    """Something linked: its name, version, address, SPDX licence, and the texts that must go along."""

    def __init__(self, name, version, url, licence, texts):
        self.name, self.version, self.url, self.licence, self.texts = name, version, url, licence, texts


def plan():
    """The plan of the last build that links the program."""
    plans = [p for p in (ROOT / ".build/release.yaml", ROOT / ".build/debug.yaml") if p.exists()]
    if not plans:
        sys.exit("There is no build yet: run make build first.")
    return max(plans, key=lambda p: p.stat().st_mtime).read_text()


def linked_modules(text):
    """The modules that the linker gets for the program."""
    start = re.search(r'\n  "C\.howdah-[^"]*\.exe":\n', text)
    if not start:
        sys.exit("The plan of the last build does not link howdah: run make build.")
    command = text[start.end() : text.index("\n\n", start.end())]
    return set(re.findall(r"/([^/\"]+)\.build/", re.search(r"inputs: (\[.*\])", command).group(1)))


def sources(text):
    """For each module of a package: the package and the folder of its sources."""
    folders = {}
    for block in text.split("\n\n"):
        outputs = re.search(r"outputs: (\[.*\])", block)
        inputs = re.search(r"inputs: (\[.*\])", block)
        if not outputs or not inputs:
            continue
        module = re.search(r"/([^/\"]+)\.build/", outputs.group(1))
        found = [p for p in json.loads(inputs.group(1)) if "/checkouts/" in p]
        if module and found:
            folder = Path(os.path.commonpath([os.path.dirname(p) for p in found]).split("/checkouts/")[1])
            known = folders.get(module.group(1))
            folders[module.group(1)] = Path(os.path.commonpath([known, folder])) if known else folder
    return folders


def normalized(text):
    return "\n".join(line.rstrip() for line in text.replace("\t", "    ").strip().splitlines())


def comment(file):
    """The comment at the beginning of a file in C, without its marks."""
    text = file.read_text(errors="replace")[:8000]
    text = re.sub(r"^(\s*#[^\n]*\n)+", "", text)
    found = re.match(r"\s*(?:/\*(.*?)\*/|((?://[^\n]*\n)+))", text, re.S)
    lines = (found.group(1) or found.group(2)).splitlines() if found else []
    return normalized("\n".join(re.sub(r"^\s?[/*]*\s?", "", line) for line in lines))


def embedded(folders):
    """The notices in the sources of C modules: whole, or only the authors if they are under Apache's licence."""
    texts, holders = [], set()
    for file in sorted(file for folder in folders for file in folder.rglob("*")):
        if file.suffix not in (".c", ".cc", ".h", ".inc", ".S"):
            continue
        text = comment(file)
        if re.search(r"Licensed under (the )?Apache License", text):
            holders.update(re.findall(r"Copyright [^\n]*\d{4}[^\n]*", text))
        elif re.search(r"copyright|permission is|permitted provided|public domain|domain of", text, re.I):
            if text not in texts:
                texts.append(text)
    # The package's own authors are in its NOTICE.
    holders = {h.strip(" .*") for h in holders if " project authors" not in h}
    return texts + (["Parts under the Apache License, Version 2.0, are by:\n\n" + "\n".join(sorted(holders))] if holders else [])


def spdx(text):
    if "Apache License" in text:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit("A licence that Tools/dist/notices.py does not know begins with: " + text[:200])


def packages():
    """The linked Swift packages."""
    text = plan()
    modules, folders = linked_modules(text), sources(text)
    state = json.loads((ROOT / ".build/workspace-state.json").read_text())
    pins = {d["subpath"]: d for d in state["object"]["dependencies"]}
    by_package = {}
    for module in sorted(modules & folders.keys()):
        by_package.setdefault(folders[module].parts[0], []).append(folders[module])
    for name, parts in sorted(by_package.items(), key=lambda item: item[0].lower()):
        checkout = ROOT / ".build/checkouts" / name
        files = sorted(f for f in checkout.iterdir() if re.match(r"(LICENSE|COPYING|NOTICE)", f.name, re.I))
        licence = next((f for f in files if f.name.upper().startswith(("LICENSE", "COPYING"))), None)
        if not licence:
            sys.exit(f"{name} has no licence file.")
        texts = [normalized(f.read_text()) for f in files]
        folders = [ROOT / ".build/checkouts" / part for part in parts]
        for folder in folders:
            texts += [normalized(f.read_text()) for f in sorted(folder.rglob("LICENSE*")) if f.parent != checkout]
        texts += embedded([f for f in folders if f.name.startswith("C")])
        pin = pins[name]
        yield Component(
            name, pin["state"]["checkoutState"].get("version") or pin["state"]["checkoutState"]["revision"],
            pin["packageRef"]["location"].removesuffix(".git"), spdx(licence.read_text()), texts)


def toolchain():
    """The runtime and libraries of Swift, which are linked statically."""
    swift = Path(subprocess.run(["which", "swift"], capture_output=True, text=True).stdout.strip()).resolve()
    version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    text = normalized((swift.parents[1] / "share/swift/LICENSE.txt").read_text())
    return Component("Swift runtime, Foundation and Dispatch", version, "https://www.swift.org", spdx(text), [text])


def archives():
    """The libraries that Tools/release links as archives, and the Debian packages with them and their texts."""
    names = re.search(r"for name in (.*); do", (ROOT / "Tools/release").read_text()).group(1).split()
    packages = {}
    for name in names:
        found = run("sh", "-c", f"ls /usr/lib/*-linux-gnu/lib{name}.a /usr/lib/gcc/*/*/lib{name}.a 2>/dev/null | tail -1").strip()
        if not found:
            sys.exit(f"lib{name}.a is missing: run Tools/setup.")
        packages[run("dpkg", "-S", found).split(":")[0]] = name
    # Foundation contains ICU 72.1 without its licence; Debian's package of the same version has it.
    packages["libicu72"] = "icu in Foundation"
    for package, name in sorted(packages.items(), key=lambda item: item[1]):
        copyright_file = Path("/usr/share/doc") / package / "copyright"
        if not copyright_file.exists():
            sys.exit(f"The licence of {package} is missing: apt-get install {package}")
        version = run("dpkg-query", "-W", "-f", "${Version}", package)
        licence = DEBIAN_LICENCES.get(package) or sys.exit(f"DEBIAN_LICENCES does not name the licence of {package}.")
        yield Component(
            f"lib{name}" if " " not in name else name, version, f"https://packages.debian.org/{MADE_ON}/{package}", licence,
            [normalized(copyright_file.read_text())])


def is_debian():
    release = Path("/etc/os-release")
    return release.exists() and f"VERSION_CODENAME={MADE_ON}" in release.read_text()


def components():
    """Everything that is linked into the program."""
    return [*packages(), toolchain(), *archives()]


def document(parts):
    """The file: a table, then each text once, below those that it is for."""
    texts = {}
    for part in parts:
        for text in part.texts:
            texts.setdefault(text, []).append(part.name)
    width = max(len(part.name) for part in parts)
    lines = [
        "Howdah contains the following software. Tools/dist/notices.py makes this file.", "",
        *(f"{part.name:<{width}}  {part.licence}" for part in parts), "",
    ]
    for text, names in texts.items():
        names = list(dict.fromkeys(names))
        lines += [RULE, ", ".join(names), RULE, "", text, ""]
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--file", type=Path, default=FILE)
    options = arguments.parse_args()
    if not is_debian():
        if options.check:
            print(f"THIRD_PARTY_NOTICES is checked on Debian {MADE_ON} only.")
            return
        sys.exit(f"THIRD_PARTY_NOTICES is made on Debian {MADE_ON}, which the released program is built on.")
    text = document(components())
    if not options.check:
        options.file.write_text(text)
        print(f"   {options.file}")
    elif not options.file.exists() or options.file.read_text() != text:
        sys.exit(
            f"{options.file.name} is not what the linked packages say. Run Tools/dist/notices.py and read the difference.")


if __name__ == "__main__":
    main()
