#!/usr/bin/env python3
"""toot (github.com/ihabunek/toot) against the sandbox: each command's exit code, and its effect seen through the API."""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import zlib

from peers import Sandbox, Tally, expect


def main(program, tools, home):
    sandbox = Sandbox(program, home)
    try:
        return Peer(sandbox, pathlib.Path(tools) / "toot", pathlib.Path(home)).run()
    finally:
        sandbox.stop()


def picture(path):
    """Writes a small PNG of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x30\x80\x50" * 8 for _ in range(6))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


class Peer:
    def __init__(self, sandbox, toot, home):
        self.sandbox, self.program, self.home = sandbox, toot, home
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "TOOT_"))
        } | {"XDG_CONFIG_HOME": str(home / "toot"), "BROWSER": "true", "TERM": "dumb", "NO_COLOR": "1"}
        self.tally = Tally("toot", 30)

    def toot(self, *arguments, text="", code=0):
        """What a command prints; its exit code must be the one that is named."""
        result = subprocess.run(
            [self.program, "--no-color", *map(str, arguments)], input=text, text=True, capture_output=True,
            env=self.environment, timeout=60)
        if result.returncode != code:
            raise AssertionError(
                f"toot {' '.join(map(str, arguments))} ended with {result.returncode}: "
                f"{result.stdout[-300:]}{result.stderr[-300:]}")
        if "Warning" in result.stderr or "Traceback" in result.stderr:
            raise AssertionError(f"toot {' '.join(map(str, arguments))} warned: {result.stderr[-300:]}")
        return result.stdout

    def json(self, *arguments):
        return json.loads(self.toot(*arguments))

    def post(self, text, *options):
        return self.json("post", text, "--json", *options)

    def status(self, id):
        return self.sandbox.api("GET", f"/api/v1/statuses/{id}")

    def relationship(self, id):
        return self.sandbox.api("GET", "/api/v1/accounts/relationships", **{"id[]": id})[0]

    def sign_in(self):
        """`toot login`, with the page opened by hand and the code pasted."""
        process = subprocess.Popen(
            [self.program, "login", "--instance", self.sandbox.base], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=self.environment | {"COLUMNS": "2000", "PYTHONUNBUFFERED": "1"})
        said = ""
        while not (found := re.search(r"https?://\S+/oauth/authorize\S*", said)):
            line = process.stdout.readline()
            if not line:
                raise AssertionError(f"toot login printed no page: {said}")
            # It asks whether to open the page; the answer is the empty line's.
            said += line
        code = self.sandbox.sign_in(found[0], "you")
        said += process.communicate("\n" + code + "\n", timeout=60)[0]
        expect(process.returncode == 0, said)

    def run(self):
        step, api, toot = self.tally.step, self.sandbox.api, self.toot
        me = api("GET", "/api/v1/accounts/verify_credentials")
        other = next(
            status["account"] for status in api("GET", "/api/v1/timelines/home", limit=40)
            if status["account"]["id"] != me["id"] and "@" not in status["account"]["acct"])

        with step("login through the real form"):
            self.sign_in()
        with step("auth"):
            expect("you@" in toot("auth"))
        with step("whoami"):
            expect(self.json("whoami", "--json")["username"] == "you")
        with step("instance"):
            expect(self.json("instance", "--json")["title"])
        with step("whois"):
            expect(self.json("whois", other["acct"], "--json")["id"] == other["id"])

        first = None
        with step("post"):
            first = self.post("From toot, with a #morningtag")
            expect(self.status(first["id"])["content"].count("morningtag"))
        first = first or api("POST", "/api/v1/statuses", status="Stands in for a post that failed #morningtag")
        with step("post with a content warning, a language and a visibility"):
            posted = self.post(
                "Inside", "--spoiler-text", "Outside", "--language", "nl", "--visibility", "unlisted", "--sensitive")
            seen = self.status(posted["id"])
            expect((seen["spoiler_text"], seen["language"], seen["visibility"]) == ("Outside", "nl", "unlisted"))
        with step("post as a reply"):
            reply = self.post("An answer", "--reply-to", first["id"])
            expect(self.status(reply["id"])["in_reply_to_id"] == first["id"])
        with step("post with a poll"):
            posted = self.post("Tea?", "--poll-option", "yes", "--poll-option", "no", "--poll-expires-in", "1h")
            expect([option["title"] for option in self.status(posted["id"])["poll"]["options"]] == ["yes", "no"])
        with step("post with a picture"):
            posted = self.post(
                "Look", "--media", picture(self.home / "green.png"), "--description", "a green field")
            media = self.status(posted["id"])["media_attachments"]
            expect([item["description"] for item in media] == ["a green field"], media)
        with step("post for later"):
            toot("post", "Later", "--scheduled-in", "2h")
            expect(api("GET", "/api/v1/scheduled_statuses")[0]["params"]["text"] == "Later")
        with step("upload"):
            expect("media" in toot("upload", picture(self.home / "other.png")).lower())
        with step("status"):
            expect(self.json("status", first["id"], "--json")["id"] == first["id"])
        with step("thread"):
            expect(len(self.json("thread", first["id"], "--json")["descendants"]) == 1)
        with step("favourite"):
            toot("favourite", first["id"])
            expect(self.status(first["id"])["favourited"])
        with step("unfavourite"):
            toot("unfavourite", first["id"])
            expect(not self.status(first["id"])["favourited"])
        with step("reblog"):
            toot("reblog", first["id"])
            expect(self.status(first["id"])["reblogged"])
        with step("reblogged-by"):
            expect("you" in toot("reblogged-by", first["id"]))
        with step("unreblog"):
            toot("unreblog", first["id"])
            expect(not self.status(first["id"])["reblogged"])
        with step("bookmark"):
            toot("bookmark", first["id"])
            expect(self.status(first["id"])["bookmarked"])
        with step("bookmarks"):
            expect("morningtag" in toot("bookmarks", "--once"))
        with step("unbookmark"):
            toot("unbookmark", first["id"])
            expect(not self.status(first["id"])["bookmarked"])
        with step("pin"):
            toot("pin", first["id"])
            expect(self.status(first["id"])["pinned"])
        with step("unpin"):
            toot("unpin", first["id"])
            expect(not self.status(first["id"])["pinned"])
        with step("delete"):
            extra = api("POST", "/api/v1/statuses", status="To be deleted")
            toot("delete", extra["id"])
            toot("status", extra["id"], code=1)

        with step("timelines home"):
            expect(len(self.json("timelines", "home", "--no-pager", "--limit", "5", "--json")) == 5)
        with step("timelines public"):
            expect(toot("timelines", "public", "--local", "--no-pager", "--limit", "5"))
        with step("timelines tag"):
            expect("morningtag" in toot("timelines", "tag", "morningtag", "--no-pager"))
        with step("timelines account"):
            expect(toot("timelines", "account", other["acct"], "--no-pager"))
        with step("timelines favourites"):
            toot("favourite", first["id"])
            expect("morningtag" in toot("timelines", "favourites", "--no-pager"))
        with step("timelines trending"):
            toot("timelines", "trending", "--no-pager")

        with step("unfollow"):
            toot("unfollow", other["acct"])
            expect(not self.relationship(other["id"])["following"])
        with step("follow"):
            toot("follow", other["acct"])
            expect(self.relationship(other["id"])["following"])
        with step("following"):
            expect(other["id"] in [account["id"] for account in self.json("following", "--json")])
        with step("followers"):
            toot("followers")
        with step("follow-requests list"):
            toot("follow-requests", "list")
        with step("lists create"):
            toot("lists", "create", "Birds")
            expect([item["title"] for item in api("GET", "/api/v1/lists")] == ["Birds"])
        with step("lists add"):
            toot("lists", "add", "Birds", other["acct"])
            number = api("GET", "/api/v1/lists")[0]["id"]
            expect([item["id"] for item in api("GET", f"/api/v1/lists/{number}/accounts")] == [other["id"]])
        with step("lists accounts"):
            expect(other["acct"] in toot("lists", "accounts", "Birds"))
        with step("timelines list"):
            toot("timelines", "list", "Birds", "--no-pager")
        with step("lists list"):
            expect("Birds" in toot("lists", "list"))
        with step("lists remove"):
            toot("lists", "remove", "Birds", other["acct"])
            expect(api("GET", f"/api/v1/lists/{api('GET', '/api/v1/lists')[0]['id']}/accounts") == [])
        with step("lists delete"):
            toot("lists", "delete", "Birds")
            expect(api("GET", "/api/v1/lists") == [])
        with step("mute"):
            toot("mute", other["acct"])
            expect(self.relationship(other["id"])["muting"])
        with step("muted"):
            expect(other["acct"] in toot("muted"))
        with step("unmute"):
            toot("unmute", other["acct"])
            expect(not self.relationship(other["id"])["muting"])
        with step("block"):
            toot("block", other["acct"])
            expect(self.relationship(other["id"])["blocking"])
        with step("blocked"):
            expect(other["acct"] in toot("blocked"))
        with step("unblock"):
            toot("unblock", other["acct"])
            expect(not self.relationship(other["id"])["blocking"])

        with step("tags follow"):
            toot("tags", "follow", "morningtag")
            expect(api("GET", "/api/v1/tags/morningtag")["following"])
        with step("tags followed"):
            expect("morningtag" in toot("tags", "followed"))
        with step("tags info"):
            expect("morningtag" in toot("tags", "info", "morningtag"))
        with step("tags unfollow"):
            toot("tags", "unfollow", "morningtag")
            expect(not api("GET", "/api/v1/tags/morningtag")["following"])
        with step("polls vote"):
            token = self.sandbox.token_for(other["username"])
            asked = api("POST", "/api/v1/statuses", token=token, status="Which?", **{
                "poll[options][]": ["left", "right"], "poll[expires_in]": 3600})
            toot("polls", "vote", asked["poll"]["id"], "1")
            expect(api("GET", f"/api/v1/polls/{asked['poll']['id']}")["own_votes"])
        with step("polls show"):
            expect("left" in toot("polls", "show", asked["poll"]["id"]))
        with step("search"):
            found = self.json("search", other["username"], "--json")
            expect(other["id"] in [account["id"] for account in found["accounts"]])
        with step("notifications"):
            api("POST", f"/api/v1/statuses/{first['id']}/favourite", token=token)
            kinds = [item["type"] for item in self.json("notifications", "--json")]
            expect("favourite" in kinds, kinds)
        with step("notifications clear"):
            toot("notifications", "--clear")
            expect(api("GET", "/api/v1/notifications") == [])
        with step("update-account"):
            toot("update-account", "--display-name", "Somebody", "--note", "A person")
            expect(api("GET", "/api/v1/accounts/verify_credentials")["display_name"] == "Somebody")
        with step("an unknown account is refused"):
            toot("whois", "nobody_at_all", code=1)
        with step("logout"):
            toot("logout", re.search(r"you@\S+", toot("auth"))[0])
            expect("you@" not in toot("auth"))
        return self.tally.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
