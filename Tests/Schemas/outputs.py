"""Runs the lines of Fixtures/api/commands.txt with --json against a sandbox, and returns what they print."""
import base64
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


class Sandbox:
    """A sandbox on a port, and a machine that is signed in to it."""

    def __init__(self, program):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = tempfile.TemporaryDirectory()
        home = self.folder.name
        self.environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.process = subprocess.Popen(
            [self.program, "sandbox", "--port", "0", "--seed", "7"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment)
        self.host, self.token, self.password = "", "", ""
        while not (self.host and self.token and self.password):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the sandbox did not start")
            self.host = self.host or next(iter(re.findall(r"127\.0\.0\.1:\d+", line)), "")
            self.token = self.token or next(iter(re.findall(r"[Tt]oken:?\s+(\S+)", line)), "")
            self.password = self.password or next(iter(re.findall(r"password (\S+) as", line)), "")
        self.run(["login", self.host, "--with-token"], self.token)
        self.names = self._names()

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def run(self, arguments, text=""):
        return subprocess.run(
            [self.program, *arguments], input=text, capture_output=True, text=True, env=self.environment,
            cwd=self.folder.name, timeout=60)

    def api(self, path, method=None, token=None, **fields):
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(
            f"http://{self.host}{path}", data, {"Authorization": f"Bearer {token or self.token}"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def sign_in(self, name):
        """A token of a resident."""
        back = "urn:ietf:wg:oauth:2.0:oob"
        application = self.api("/api/v1/apps", client_name="Test", redirect_uris=back, scopes="read write")
        return self.api(
            "/oauth/token", grant_type="password", username=name, password=self.password, scope="read write",
            client_id=application["client_id"], client_secret=application["client_secret"])["access_token"]

    def watch(self, words, cause, wanted):
        """What watch prints until each wanted event came: the cause is repeated, since nobody says when the stream is open."""
        process = subprocess.Popen(
            [self.program, "watch", *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.environment, cwd=self.folder.name)
        lines, missing = [], set(wanted)
        try:
            for _ in range(60):
                cause()
                while missing and select.select([process.stdout], [], [], 1)[0]:
                    line = process.stdout.readline()
                    if not line:
                        raise RuntimeError(f"watch {' '.join(words)} ended: {process.stderr.read()}")
                    lines.append(line)
                    missing.discard(json.loads(lines[-1])["event"])
                if not missing:
                    return lines
            raise RuntimeError(f"watch {' '.join(words)} told of no {missing}")
        finally:
            process.terminate()
            process.communicate()

    def _names(self):
        home = self.api("/api/v1/timelines/home?limit=40")
        post = next(p for p in home if not p["reblog"] and p["account"]["username"] != "you")
        poll = next(p for p in home if p["poll"] and not p["poll"]["expired"] and not p["poll"].get("voted"))
        pictured = next(p for p in home if p["media_attachments"])
        folder = pathlib.Path(self.folder.name)
        (folder / "downloads").mkdir()
        (folder / "dot.png").write_bytes(base64.b64decode(PICTURE))
        (folder / "follows.csv").write_text(f"Account address,Show boosts\nrook@{self.host},true\n")
        (folder / "partly.csv").write_text(f"Account address\nrook@{self.host}\nnot an address\n")
        (folder / "commands.txt").write_text("# One command\nwhere\n")
        plugins = folder / ".local/share/howdah/plugins"
        plugins.mkdir(parents=True)
        shutil.copy(ROOT / "Examples/plugins/howdah-wordcount", plugins)
        (plugins / "howdah-hello").write_text("#!/bin/sh\necho Hello\n")
        (plugins / "howdah-hello").chmod(0o755)
        return {
            "POST": post["id"], "LINK": f"http://{self.host}/@{post['account']['acct']}/{post['id']}",
            "HOST": self.host, "POLL": poll["id"], "PICTURED": pictured["id"], "PICTURE": str(folder / "dot.png"),
            "FOLLOWS": str(folder / "follows.csv"), "PARTLY": str(folder / "partly.csv"), "FOLDER": str(folder / "downloads"), "FILE": str(folder / "new"),
            "COMMANDS": str(folder / "commands.txt"),
            "LONG": "The canal was quiet this morning, and nobody had fed the heron yet. " * 12,
        }

    def filled(self, line):
        def value(match):
            if match[0] == "OWN":
                return self.api("/api/v1/statuses", status=f"Own {os.urandom(4).hex()}")["id"]
            if match[0] == "EDITED":
                post = self.api("/api/v1/statuses", status="The first text")["id"]
                self.run(["edit", post, "The second text"])
                return post
            return self.names.get(match[0], match[0])
        return re.sub(r"\b[A-Z]{3,}\b", value, line).replace(" ⏎ ", "\n")


def lines():
    """The lines of both lists, each as the options before it and its text."""
    # Those of every command end with the sign-out.
    for name in ("Tests/Schemas/lines.txt", "Fixtures/api/commands.txt"):
        for line in (ROOT / name).read_text().splitlines():
            if line and not line.startswith("#"):
                options, text = re.match(r"((?:--[\w-]+ )*)(.*)", line).groups()
                yield options.split(), text


# What these print is the server's own, or for another program.
RAW = re.compile(r"^(raw|api|export follows$|completion|man|copy)\b")


def exit_codes():
    """The exit code of each code of an error, as docs/json.md has them."""
    rows = re.findall(r"^\| `(\d+)` \| (.*) \|$", (ROOT / "docs/json.md").read_text(), re.MULTILINE)
    return {code: int(number) for number, text in rows for code in re.findall(r"`([a-z_]+)`", text)}


EXIT_CODES = exit_codes()
# Those that the guide explains to users.
DOCUMENTED = {int(code) for code in re.findall(r"^\| `(\d+)` \| ", (ROOT / "docs/guide.md").read_text(), re.MULTILINE)}


def ended(line, run):
    """What is wrong with the streams and the exit code of a run, or None."""
    errors = [json.loads(text)["error"] for text in run.stderr.splitlines() if text.startswith('{"schema":1,"error"')]
    if run.returncode not in DOCUMENTED:
        return f"docs/guide.md does not explain the exit code {run.returncode}"
    for error in errors:
        if error["exit_code"] != (8 if error["partial"] else EXIT_CODES.get(error["code"])):
            return f"docs/json.md has another exit code for {error['code']} than {error['exit_code']}"
    if '"error":{' in run.stdout and not RAW.match(line):
        return "an error is on standard output"
    if run.returncode == 0 and errors:
        return f"the exit code is 0 after {errors[0]['code']}"
    if run.returncode != 0 and (not errors or errors[-1]["exit_code"] != run.returncode):
        return f"the exit code is {run.returncode}, but the error {errors[-1:]}"
    count = len(run.stdout.splitlines())
    if not (RAW.match(line) or re.search(r"[;⏎]|^(watch|login|register|quit)\b", line)):
        # A command that was done, if only in part, prints one document, one that failed prints none.
        if count != (1 if run.returncode in (0, 8) else 0):
            return f"{count} lines on standard output with the exit code {run.returncode}"
    return None


def runs(sandbox):
    """Every line, what it prints on both streams, and what is wrong with the way it ended."""
    for options, line in lines():
        run = sandbox.run(["--json", "--yes", *options, "-c", sandbox.filled(line)])
        yield line, run.stdout + run.stderr, ended(line, run)


# Commands that print a screen or a confirmation for another account too; three of them have an account of their own.
ACTING = (
    "drafts", "scheduled", "outbox", "server", "policy", "announcements", "collections", "collection id:710001",
    "export follows", "export mutes", "import follows FOLLOWS --dry-run", "history EDITED", "show POST", "vote POLL",
    "link POST", "links POST", "filter why POST", "domain-blocks", "featured-tags", "copy POST", "search",
    "translate POST --to ja", "status", "report POST --category spam", 'profile edit --bio "A new text"', "fav POST",
)


def acting(sandbox):
    """Commands with --as, whose answers name who acted."""
    other = f"@rook@{sandbox.host}"
    sandbox.run(["login", sandbox.host, "--with-token"], sandbox.sign_in("rook"))
    sandbox.run(["switch", f"@you@{sandbox.host}"])
    for text in ACTING:
        line = f"{text} --as"
        run = sandbox.run(["--json", "--yes", "-c", f"{sandbox.filled(text)} --as {other}"])
        problem = ended(line, run)
        if not problem and (run.returncode != 0 or run.stdout.count('"account":') == 0):
            problem = f"it does not say who acted: {(run.stdout + run.stderr)[:200]}"
        for document in run.stdout.splitlines():
            names = [name for name, _ in json.loads(document, object_pairs_hook=list)]
            problem = problem or (names.count("account") > 1 and "the account is there twice") or None
        yield line, run.stdout + run.stderr, problem
    sandbox.run(["--yes", "-c", f"switch {other}; logout"])


def parsed(sandbox):
    """Lines that are read and not run."""
    run = sandbox.run(["--json", "--parse"], "home\nhme\npost\nA text\n/close\n")
    problem = None if run.returncode == 2 and not run.stderr else f"the exit code is {run.returncode}: {run.stderr}"
    yield "--parse", run.stdout, problem


def events(sandbox):
    """Lines of watch, with each kind of event at least once."""
    rook = sandbox.sign_in("rook")

    def change():
        post = sandbox.api("/api/v1/statuses", status=f"Watched {os.urandom(4).hex()}")["id"]
        sandbox.api(f"/api/v1/statuses/{post}", method="PUT", status=f"Edited {os.urandom(4).hex()}")
        sandbox.api(f"/api/v1/statuses/{post}", method="DELETE")

    def mention():
        sandbox.api("/api/v1/statuses", token=rook, status=f"@you {os.urandom(4).hex()}")

    def message():
        sandbox.api("/api/v1/statuses", token=rook, status=f"@you {os.urandom(4).hex()}", visibility="direct")

    for words, cause, wanted in (
        (["home", "--changes"], change, ("post", "edit", "delete")), (["notifications"], mention, ("notification",)),
        (["conversations"], message, ("conversation",)),
    ):
        yield f"watch {' '.join(words)}", "".join(sandbox.watch(words, cause, wanted)), None
