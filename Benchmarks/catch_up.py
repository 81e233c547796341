"""Measures `catch-up` over 800 posts, and Home of five accounts, whose pages each come 50 ms after they were requested.

Run by bench.py.
"""
import copy
import datetime
import http.server
import json
import statistics
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

DELAY = 0.05
POSTS = 800
ACCOUNTS = 5


class Timeline(http.server.ThreadingHTTPServer):
    """A server whose Home has many posts of the last hours; everything else is answered by another one."""

    daemon_threads = True

    def __init__(self, behind, posts):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behind, self.posts, self.requests = behind, posts, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.address = f"127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, code, body, links=None):
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if links:
            self.send_header("Link", links)
        self.end_headers()
        self.wfile.write(body)

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
        headers = {name: self.headers[name] for name in ("Authorization", "Content-Type") if self.headers[name]}
        request = urllib.request.Request(
            f"http://{self.server.behind}{self.path}", data=body, headers=headers, method=self.command)
        try:
            with urllib.request.urlopen(request) as answer:
                self.answer(answer.status, answer.read())
        except urllib.error.HTTPError as error:
            self.answer(error.code, error.read())

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/api/v1/timelines/home":
            return self.pass_on()
        self.server.requests += 1
        query = dict(urllib.parse.parse_qsl(url.query))
        limit = int(query.get("limit", 20))
        page = [post for post in self.server.posts if "max_id" not in query or int(post["id"]) < int(query["max_id"])]
        page = page[:limit]
        time.sleep(DELAY)
        older = f'<http://{self.server.address}{url.path}?max_id={page[-1]["id"]}>; rel="next"' if page else None
        self.answer(200, json.dumps(page).encode(), older)

    do_POST = do_PUT = do_PATCH = do_DELETE = pass_on


def many(page):
    """Copies of a page with ids and times of the last hours, of as many accounts as the page has."""
    posts = []
    now = datetime.datetime.now(datetime.timezone.utc)
    for number in range(POSTS + 40):
        post = copy.deepcopy(page[number % len(page)])
        date = now - datetime.timedelta(seconds=40 * number)
        post["id"] = str(int(date.timestamp() * 1000) << 16)
        post["created_at"] = date.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        if post["reblog"]:
            post["reblog"]["id"] = str((int(date.timestamp() * 1000) << 16) + 1)
        posts.append(post)
    return posts


def page(server):
    request = urllib.request.Request(
        f"http://{server.address}/api/v1/timelines/home?limit=40", headers={"Authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def measure_accounts(program, server, environment, runs, timed, sign_in, report):
    """Home of five accounts together: a page costs the slowest of them, not their sum."""
    timelines = [Timeline(server.address, many(page(server))) for _ in range(ACCOUNTS)]
    for timeline in timelines:
        sign_in(program, timeline.address, server.token, environment)
    names = ",".join(f"@you@{timeline.address}" for timeline in timelines)
    command = [program, "home", "--accounts", names, "--limit", "40"]
    taken = [timed(command, environment) for _ in range(max(3, runs // 4))]
    one = [timed([program, "home", "--limit", "40"], environment) for _ in range(3)]
    requests = sum(timeline.requests for timeline in timelines) / len(taken) - 3 / len(taken)
    median, alone = statistics.median(time for time, _ in taken), statistics.median(time for time, _ in one)
    print(f"\nHome of {ACCOUNTS} accounts together, each {DELAY * 1000:.0f} ms away, median of {len(taken)} runs")
    report("a page of 40 posts", f"{median * 1000:.0f} ms", "at most twice of one", median <= 2 * alone)
    report("the same page of one of them", f"{alone * 1000:.0f} ms")
    report("requests for pages", f"{requests:.0f}", f"at most {2 * ACCOUNTS}", requests <= 2 * ACCOUNTS)
    report("peak memory", f"{max(peak for _, peak in taken):.1f} MB")
    sign_in(program, server.address, server.token, environment)
    for timeline in timelines:
        timeline.shutdown()


def measure(program, server, environment, runs, timed, sign_in, report):
    timeline = Timeline(server.address, many(page(server)))
    sign_in(program, timeline.address, server.token, environment)
    command = [program, "--account", f"you@{timeline.address}", "catch-up", "--since", "1d"]
    figures = [timed(command, environment) for _ in range(max(3, runs // 4))]
    taken = [seconds for seconds, _ in figures]
    requests = timeline.requests / len(taken)
    print(f"\nCatch-up with {POSTS} posts in pages of 40, each {DELAY * 1000:.0f} ms away, median of {len(taken)} runs")
    median = statistics.median(taken)
    report("catch-up", f"{median * 1000:.0f} ms", "at most 2 s", median <= 2)
    report("of which the pages wait", f"{requests * DELAY * 1000:.0f} ms", f"{requests:.0f} requests")
    report("peak memory", f"{max(peak for _, peak in figures):.1f} MB")
    cached = [timed([*command, "--cached"], environment)[0] for _ in range(3)]
    report("from the archive (--cached)", f"{statistics.median(cached) * 1000:.0f} ms")
    # The account signed in last is the one that is used when none is named.
    sign_in(program, server.address, server.token, environment)
    timeline.shutdown()
