"""A thread of 1,000 replies: how long opening it takes once the server's answers are there."""
import json
import statistics
import subprocess
import urllib.parse
import urllib.request

REPLIES = 1000


def post(server, text, parent=None):
    """Posts a text as the account `you`; answers its id."""
    fields = {"status": text} | ({"in_reply_to_id": parent} if parent else {})
    request = urllib.request.Request(
        f"http://{server.address}/api/v1/statuses", data=urllib.parse.urlencode(fields).encode(),
        headers={"Authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["id"]


def plant(server):
    """Makes the thread: every third reply answers the first post, the others the reply before them, up to 10 deep."""
    root = post(server, "A question that everybody answers")
    parent, depth = root, 0
    for number in range(1, REPLIES + 1):
        if number % 3 == 0 or depth == 10:
            parent, depth = root, 0
        parent, depth = post(server, f"Reply {number}, with a few words of its own", parent), depth + 1
    return root


def measure(program, server, environment, runs, timed, report):
    root = plant(server)
    paths = [f"http://{server.address}/api/v1/statuses/{root}{end}" for end in ("", "/context")]
    curl = ["curl", "-sf", "--parallel", "-H", f"Authorization: Bearer {server.token}", *paths]
    shown = subprocess.run([program, "open", root], env=environment, capture_output=True, text=True).stdout
    times = {"howdah": [], "curl": []}
    for number in range(-1, runs):
        for name, command in (("howdah", [program, "open", root]), ("curl", curl)):
            seconds, _ = timed(command, environment)
            if number >= 0:
                times[name].append(seconds)
    median = {name: statistics.median(seconds) for name, seconds in times.items()}
    print(f"\nA thread of {REPLIES} replies, {shown.count('Reply ')} of them printed, median of {runs} runs taken in turn")
    report("curl, both answers", f"{median['curl'] * 1000:.1f} ms")
    more = (median["howdah"] - median["curl"]) * 1000
    report("howdah open, beyond that", f"{more:.1f} ms", "at most 100 ms", more <= 100)
