"""A fixture for pytest: Howdah's sandbox, a Mastodon-compatible server, in the same state for every test.

Copy this file beside your tests. HOWDAH is the program, if it is not in PATH.
"""

import json
import os
import subprocess
import urllib.request

import pytest

# Stopped clock and resting residents: ids, times and tokens are the same in every run.
OPTIONS = ["--json", "--admin", "--quiet", "--at", "2026-06-01T12:00:00Z", "--speed", "0", "--users", "alice"]


class Sandbox:
    """The running server: its address, and the tokens of its users by name."""

    def __init__(self):
        program = os.environ.get("HOWDAH", "howdah")
        self.process = subprocess.Popen([program, "sandbox", *OPTIONS], stdout=subprocess.PIPE, text=True)
        ready = json.loads(self.process.stdout.readline())
        self.address, self.tokens = ready["address"], ready["tokens"]

    def send(self, method, path, body=None, user="you"):
        """Sends JSON as a user, and returns the answer's."""
        headers = {"Authorization": f"Bearer {self.tokens[user]}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def advance(self, seconds):
        """Puts the clock forward; what is due by then happens at once."""
        self.send("POST", "/sandbox/clock", {"advance": seconds})

    def stop(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="session")
def server():
    server = Sandbox()
    yield server
    server.stop()


@pytest.fixture
def sandbox(server):
    server.send("POST", "/sandbox/reset", {})
    return server
