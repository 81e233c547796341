"""Loads `howdah sandbox`: requests, streams, start, memory. Run by bench.py; Python's standard library is enough.

The figures are the server's on the cores that it shares with this program. What the loading itself can do is measured in
the same way against the server's cheapest answer, and printed beside them.
"""
import asyncio
import base64
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

SECONDS = 3.0
STREAMS = 100
POSTS = 200


class Instance:
    """`howdah sandbox` on a free port."""

    def __init__(self, program, environment, *options):
        started = time.perf_counter()
        # A busy one cannot be quiet.
        mode = [] if "--busy" in options else ["--quiet"]
        self.process = subprocess.Popen(
            [program, "sandbox", "--port", "0", "--seed", "1", *mode, *options], stdout=subprocess.PIPE, text=True,
            env=environment)
        head = ""
        while not ((port := re.search(r"127\.0\.0\.1:(\d+)", head)) and (token := re.search(r"token (\S+)", head))):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"howdah sandbox ended after {head!r}")
            head += line
        self.port, self.token = int(port[1]), token[1]
        asyncio.run(self.first_answer())
        self.start = time.perf_counter() - started

    async def first_answer(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        await ask(reader, writer, self.request("/api/v2/instance"))
        writer.close()

    def request(self, path, method="GET", body=""):
        head = (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n")
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return (head + "\r\n" + body).encode()

    @property
    def resident(self):
        """Its memory now, in MB."""
        pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def peak(self):
        """Its highest memory, in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024 / 1e6

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


async def ask(reader, writer, request):
    """Sends a request on a kept connection and reads the answer to its end."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"the sandbox answered {head[:200]!r}")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return await reader.readexactly(int(length[1]))


async def requests_a_second(instance, path, connections):
    request = instance.request(path)
    end = time.perf_counter() + SECONDS

    async def load():
        reader, writer = await asyncio.open_connection("127.0.0.1", instance.port, limit=2**22)
        done = 0
        while time.perf_counter() < end:
            await ask(reader, writer, request)
            done += 1
        writer.close()
        return done

    started = time.perf_counter()
    counts = await asyncio.gather(*(load() for _ in range(connections)))
    return sum(counts) / (time.perf_counter() - started)


async def open_stream(instance):
    reader, writer = await asyncio.open_connection("127.0.0.1", instance.port, limit=2**22)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write((
        f"GET /api/v1/streaming?stream=public:local HTTP/1.1\r\nHost: 127.0.0.1:{instance.port}\r\n"
        f"Authorization: Bearer {instance.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n")[0]:
        raise SystemExit(f"the sandbox refused a stream: {head[:200]!r}")
    return reader, writer


async def read_events(reader, count):
    """Reads so many text frames; what a server sends has no mask (RFC 6455, 5.2)."""
    while count:
        first, second = await reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await reader.readexactly(8), "big")
        payload = await reader.readexactly(length)
        if first & 0x0F == 1 and b'"update"' in payload[:200] + payload[-200:]:
            count -= 1


async def posts_a_second(instance, count, streams, connections):
    """How many posts a second reach every stream while each connection posts as fast as it is answered."""
    opened = [await open_stream(instance) for _ in range(streams)]
    readers = [asyncio.create_task(read_events(reader, count)) for reader, _ in opened]
    numbers = iter(range(count))

    async def post():
        reader, writer = await asyncio.open_connection("127.0.0.1", instance.port, limit=2**22)
        for number in numbers:
            await ask(reader, writer, instance.request("/api/v1/statuses", "POST", f"status=Event+number+{number}"))
        writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(post() for _ in range(connections)))
    await asyncio.wait_for(asyncio.gather(*readers), 120)
    taken = time.perf_counter() - started
    for _, writer in opened:
        writer.close()
    return count / taken


def fill(state, count):
    """Copies public posts of the town, older and older, until there are so many more."""
    database = sqlite3.connect(state)
    columns = [row[1] for row in database.execute("PRAGMA table_info(statuses)")]
    rows = database.execute(
        "SELECT * FROM statuses WHERE visibility = 0 AND reblog_of_id IS NULL AND poll_id IS NULL "
        "AND in_reply_to_id IS NULL AND quote_of_id IS NULL").fetchall()
    oldest = database.execute("SELECT min(id) FROM statuses").fetchone()[0]
    id_at, created_at = columns.index("id"), columns.index("created_at")

    def copies():
        for number in range(count):
            row = list(rows[number % len(rows)])
            # An id holds its time in milliseconds above 16 bits; a post a second.
            row[id_at] = oldest - (number + 1) * (1000 << 16)
            row[created_at] = row[id_at] >> 16
            yield row

    database.executemany(f"INSERT INTO statuses VALUES ({','.join('?' * len(columns))})", copies())
    database.commit()
    database.close()


def measure(program, environment, report):
    """Prints the figures through `report(what, figure)`."""
    print("\nThe sandbox under load, from this machine")
    starts = []
    for _ in range(5):
        instance = Instance(program, environment)
        starts.append(instance.start)
        instance.stop()
    report("start to first answer, median of 5", f"{sorted(starts)[2] * 1000:.0f} ms")
    instance = Instance(program, environment)
    try:
        cheapest = asyncio.run(requests_a_second(instance, "/health", 10))
        report("cheapest answer, 10 connections", f"{cheapest:.0f} a second")
        for connections in (1, 10, 100):
            rate = asyncio.run(requests_a_second(instance, "/api/v1/timelines/home?limit=20", connections))
            report(
                f"home timeline of 20, {connections} connection{'s' if connections > 1 else ''}",
                f"{rate:.0f} a second", f"{rate / cheapest:.2f} of the cheapest")
        rate = STREAMS * asyncio.run(posts_a_second(instance, POSTS, STREAMS, 1))
        report(f"events to {STREAMS} streams", f"{rate:.0f} a second")
        rate = asyncio.run(posts_a_second(instance, 5 * POSTS, 1, 8))
        report(f"{5 * POSTS} posts to one stream, 8 connections", f"{rate:.0f} a second", "at least 1000 a second",
               rate >= 1000)
        report("memory after that", f"{instance.resident:.0f} MB", f"{instance.peak:.0f} MB at most")
    finally:
        instance.stop()
    with tempfile.TemporaryDirectory(prefix="howdah-load-") as folder:
        state = os.path.join(folder, "sandbox.sqlite")
        Instance(program, environment, "--state", state).stop()
        fill(state, 100_000)
        instance = Instance(program, environment, "--state", state)
        try:
            report("start with 100,000 posts", f"{instance.start * 1000:.0f} ms")
            rate = asyncio.run(requests_a_second(instance, "/api/v1/timelines/home?limit=20", 10))
            report("home timeline of 20, 10 connections", f"{rate:.0f} a second")
            report("memory with 100,000 posts", f"{instance.resident:.0f} MB", f"{instance.peak:.0f} MB at most")
        finally:
            instance.stop()
