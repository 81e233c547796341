#!/usr/bin/env python3
"""Packs a release program for users: Tools/dist/pack.py PROGRAM FOLDER.

Writes a tarball, a Debian package, a wheel, the symbols, a bill of materials (SPDX), THIRD_PARTY_NOTICES and SHA256SUMS. The same
program gives the same bytes: names are sorted, the owner is root, and times are those of the commit, or
SOURCE_DATE_EPOCH.
"""

import base64, gzip, hashlib, io, json, os, re, shutil, stat, subprocess, sys, tarfile, tempfile, time, zipfile
from pathlib import Path

import notices

ROOT = notices.ROOT
VERSION = re.search(r'current = "(.*)"', (ROOT / "Sources/AppEnvironment/AppVersion.swift").read_text()).group(1)
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH") or notices.run("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
DEBIAN = Path(__file__).parent / "debian"


def glibc(program):
    """The version of glibc that the program needs."""
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", notices.run("objdump", "-T", str(program)))
    return "%d.%d" % max((int(a), int(b)) for a, b in versions)


def libraries(program):
    return re.findall(r"NEEDED\s+(\S+)", notices.run("objdump", "-p", str(program)))


def files(folder):
    return sorted(p for p in folder.rglob("*") if p.is_file())


def mode(file):
    return 0o755 if file.stat().st_mode & stat.S_IXUSR else 0o644


def put(file, content, executable=False):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    file.chmod(0o755 if executable else 0o644)


def stage(program, folder):
    """Installs the program without its symbols, and what belongs to it, below a folder."""
    subprocess.run([ROOT / "Tools/install", program, "/usr", folder], check=True)
    documents = folder / "usr/share/doc/howdah"
    for name in ("README.md", "THIRD_PARTY_NOTICES", "LICENSE", "CHANGELOG.md"):
        put(documents / name, (ROOT / name).read_bytes())
    for page in sorted((ROOT / "docs").glob("*.md")):
        put(documents / "docs" / page.name, page.read_bytes())
    for example in files(ROOT / "Examples"):
        put(documents / "examples" / example.relative_to(ROOT / "Examples"), example.read_bytes(), mode(example) == 0o755)


def symbols(program, staged, folder):
    """Writes the symbols into a file of their own, whose name and checksum the installed program knows."""
    packed = folder / f"howdah-{VERSION}-x86_64-linux.debug"
    subprocess.run(["objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", program, packed], check=True)
    packed.chmod(0o644)
    subprocess.run(["objcopy", f"--add-gnu-debuglink={packed}", staged / "usr/bin/howdah"], check=True)


def tarball(staged, folder, needed):
    name = f"howdah-{VERSION}-x86_64-linux"
    contents = {str(f.relative_to(staged / "usr")): (f.read_bytes(), mode(f)) for f in files(staged / "usr")}
    install = (Path(__file__).parent / "install.sh").read_text().replace("@GLIBC@", needed)
    contents["install.sh"] = (install.encode(), 0o755)
    for text in ("README.md", "LICENSE", "THIRD_PARTY_NOTICES"):
        contents[text] = ((ROOT / text).read_bytes(), 0o644)
    packed = folder / f"{name}.tar.gz"
    # Not xz, which a bare Debian has no program for.
    with (
        open(packed, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as out,
        tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path, (content, bits) in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode, entry.mtime = len(content), bits, EPOCH
            entry.uname = entry.gname = "root"
            tar.addfile(entry, io.BytesIO(content))
    return packed


def debian(staged, folder, needed):
    """The package for Debian 12, Ubuntu 22.04 and later."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(staged, tree)
        documents = tree / "usr/share/doc/howdah"
        # Debian's names and forms for what is the same elsewhere.
        put(documents / "changelog.gz", gzip.compress((documents / "CHANGELOG.md").read_bytes(), 9, mtime=0))
        (documents / "CHANGELOG.md").unlink()
        (documents / "LICENSE").unlink()
        put(documents / "copyright", (DEBIAN / "copyright").read_bytes())
        day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(EPOCH))
        put(
            documents / "changelog.Debian.gz",
            gzip.compress((DEBIAN / "changelog").read_text().replace("@VERSION@", VERSION).replace("@DATE@", day).encode(), 9, mtime=0))
        for page in files(tree / "usr/share/man"):
            put(page.with_name(page.name + ".gz"), gzip.compress(page.read_bytes(), 9, mtime=0))
            page.unlink()
        zsh = tree / "usr/share/zsh"
        put(zsh / "vendor-completions/_howdah", (zsh / "site-functions/_howdah").read_bytes())
        shutil.rmtree(zsh / "site-functions")
        units = tree / "usr/share/systemd"
        if units.exists():
            (tree / "usr/lib").mkdir()
            units.rename(tree / "usr/lib/systemd")
        put(tree / "usr/share/lintian/overrides/howdah", (DEBIAN / "lintian-overrides").read_bytes())
        size = sum(f.stat().st_size for f in files(tree)) // 1024
        control = (DEBIAN / "control").read_text()
        control = control.replace("@VERSION@", VERSION).replace("@GLIBC@", needed).replace("@SIZE@", str(size))
        sums = "".join(
            f"{hashlib.md5(f.read_bytes()).hexdigest()}  {f.relative_to(tree)}\n" for f in files(tree))
        put(tree / "DEBIAN/control", control)
        put(tree / "DEBIAN/md5sums", sums)
        for path in [tree, *tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (EPOCH, EPOCH))
        packed = folder / f"howdah_{VERSION}-1_amd64.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", tree, packed],
            check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)})
    return packed


def wheel(staged, folder, needed):
    """The program as a script of a Python environment, for pipx and uv."""
    tag = f"py3-none-manylinux_{needed.replace('.', '_')}_x86_64"
    data, info = f"howdah-{VERSION}.data", f"howdah-{VERSION}.dist-info"
    usr = staged / "usr"
    contents = {f"{data}/scripts/howdah": ((usr / "bin/howdah").read_bytes(), 0o755)}
    for file in files(usr / "share"):
        path = str(file.relative_to(usr))
        # The units of systemd would start another program.
        if not path.startswith(("share/doc", "share/systemd")):
            contents[f"{data}/data/{path}"] = (file.read_bytes(), 0o644)
    def add(path, text):
        contents[path] = (text.encode() if isinstance(text, str) else text, 0o644)
    # python -m howdah, where the folder of scripts is not in PATH.
    add("howdah/__init__.py", "")
    add("howdah/__main__.py", (Path(__file__).parent / "main.py").read_text())
    add(
        f"{info}/METADATA",
        f"Metadata-Version: 2.1\nName: howdah\nVersion: {VERSION}\n"
        "Summary: A Mastodon client for the terminal that is driven from a prompt\nLicense: MIT\n"
        "License-File: LICENSE\nLicense-File: THIRD_PARTY_NOTICES\nRequires-Python: >=3.8\n"
        "Classifier: Operating System :: POSIX :: Linux\nClassifier: Environment :: Console\n"
        "Description-Content-Type: text/markdown\n\n" + (ROOT / "README.md").read_text())
    add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: Tools/dist\nRoot-Is-Purelib: false\nTag: {tag}\n")
    for name in ("LICENSE", "THIRD_PARTY_NOTICES"):
        add(f"{info}/{name}", (ROOT / name).read_bytes())
    record = ""
    for path, (content, _) in sorted(contents.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    add(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    packed = folder / f"howdah-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        # The metadata is last, as the format recommends.
        for path, (content, bits) in sorted(contents.items(), key=lambda item: (item[0].startswith(info), item[0])):
            entry = zipfile.ZipInfo(path, time.gmtime(max(EPOCH, 315532800))[:6])
            entry.external_attr, entry.create_system = (stat.S_IFREG | bits) << 16, 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed


def bill(folder, program):
    """What the program is made of (SPDX 2.3)."""
    def identifier(name):
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
    def package(name, version, url, licence, **more):
        return {
            "SPDXID": identifier(name), "name": name, "versionInfo": version, "downloadLocation": url,
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}
    parts = notices.components()
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    own = package("howdah", VERSION, "NOASSERTION", "MIT", checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"howdah-{VERSION}",
        # The program's digest makes the name unique.
        "documentNamespace": f"https://spdx.org/spdxdocs/howdah-{VERSION}-{digest[:32]}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)), "creators": ["Tool: Tools/dist"]},
        "packages": [own] + [package(p.name, p.version, p.url, p.licence) for p in parts],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]}
        ] + [
            {"spdxElementId": own["SPDXID"], "relationshipType": "STATIC_LINK", "relatedSpdxElement": identifier(p.name)}
            for p in parts
        ],
    }
    put(folder / f"howdah-{VERSION}.spdx.json", json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    unexpected = set(libraries(program)) - {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
    if unexpected:
        sys.exit(f"{program} needs {', '.join(sorted(unexpected))}, which not every system has. Build it with make build.")
    os.umask(0o022)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    needed = glibc(program)
    with tempfile.TemporaryDirectory() as scratch:
        staged = Path(scratch)
        stage(program, staged)
        symbols(program, staged, folder)
        tarball(staged, folder, needed)
        debian(staged, folder, needed)
        wheel(staged, folder, needed)
        bill(folder, staged / "usr/bin/howdah")
    put(folder / "THIRD_PARTY_NOTICES", (ROOT / "THIRD_PARTY_NOTICES").read_bytes())
    sums = "".join(f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in files(folder))
    put(folder / "SHA256SUMS", sums)
    for file in files(folder):
        print(f"   {file.stat().st_size / 1e6:7.1f} MB  {file.name}")


if __name__ == "__main__":
    main()
