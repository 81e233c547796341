"""Tests of a bot that thanks everyone who mentions it."""

import urllib.error

import pytest


def thank(sandbox):
    """The bot: answers each mention once."""
    for notification in sandbox.send("GET", "/api/v1/notifications?types[]=mention&limit=1"):
        status, sender = notification["status"], notification["account"]
        sandbox.send("POST", "/api/v1/statuses", {"status": f"Thank you, @{sender['acct']}!", "in_reply_to_id": status["id"]})


def test_mention_is_answered(sandbox):
    question = sandbox.send("POST", "/sandbox/statuses", {"account": "alice", "status": "Hello, @you"})
    thank(sandbox)
    answers = sandbox.send("GET", f"/api/v1/statuses/{question['id']}/context", user="alice")["descendants"]
    assert [answer["account"]["acct"] for answer in answers] == ["you"]
    assert "Thank you" in answers[0]["content"]


def test_every_test_begins_with_the_same_posts(sandbox):
    first = sandbox.send("GET", "/api/v1/timelines/home")
    sandbox.send("POST", "/api/v1/statuses", {"status": "One more"})
    sandbox.send("POST", "/sandbox/reset", {})
    assert sandbox.send("GET", "/api/v1/timelines/home") == first


def test_poll_of_a_day_ends_at_once(sandbox):
    poll = {"options": ["tea", "coffee"], "expires_in": 86400}
    status = sandbox.send("POST", "/api/v1/statuses", {"status": "Which one?", "poll": poll})
    sandbox.advance(86401)
    assert sandbox.send("GET", f"/api/v1/statuses/{status['id']}")["poll"]["expired"]


def test_bot_survives_a_busy_server(sandbox):
    sandbox.send("POST", "/sandbox/faults", {"rules": ["POST /api/v1/statuses status 503 first 1"]})
    sandbox.send("POST", "/sandbox/statuses", {"account": "alice", "status": "Hello, @you"})
    with pytest.raises(urllib.error.HTTPError):
        thank(sandbox)
    thank(sandbox)
    assert "Thank you" in sandbox.send("GET", "/api/v1/timelines/home?limit=1")[0]["content"]
