"""Measures single commands against curl over TLS, behind a delay. Run by bench.py; needs openssl.

    howdah, curl ─► a relay that holds every byte for 25 ms ─► TLS ─► howdah sandbox

The certificate is made for the run. Both programs trust the machine's certificates and this one, from one file: curl by
--cacert, howdah by SSL_CERT_FILE. The connection itself is made at once, which favours neither.
"""
import asyncio
import json
import pathlib
import shutil
import ssl
import statistics
import subprocess
import threading
import urllib.request

DELAY = 0.025
MACHINE_ROOTS = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


class SlowServer:
    """A port of this machine that speaks TLS, 25 ms away, in front of a server that speaks plain HTTP."""

    def __init__(self, port, folder):
        self.behind = port
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
             "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
             certificate], check=True, capture_output=True)
        self.roots = folder / "roots.pem"
        known = MACHINE_ROOTS.read_text() if MACHINE_ROOTS.exists() else ""
        self.roots.write_text(known + certificate.read_text())
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(certificate, key)
        self.context.set_alpn_protocols(["http/1.1"])
        self.connections = 0
        started = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(started)), daemon=True).start()
        started.wait()
        self.address = f"https://localhost:{self.port}"

    async def serve(self, started):
        tls = await asyncio.start_server(self.decrypt, "127.0.0.1", 0, ssl=self.context)
        self.tls_port = tls.sockets[0].getsockname()[1]
        relay = await asyncio.start_server(self.delay, "localhost", 0)
        # One port on both families would be two sockets.
        self.port = relay.sockets[0].getsockname()[1]
        started.set()
        await asyncio.Event().wait()

    async def decrypt(self, reader, writer):
        self.connections += 1
        behind_reader, behind_writer = await asyncio.open_connection("127.0.0.1", self.behind)
        await asyncio.gather(carry(reader, behind_writer, 0), carry(behind_reader, writer, 0))

    async def delay(self, reader, writer):
        tls_reader, tls_writer = await asyncio.open_connection("127.0.0.1", self.tls_port)
        await asyncio.gather(carry(reader, tls_writer, DELAY), carry(tls_reader, writer, DELAY))


async def carry(reader, writer, delay):
    """Passes on what arrives, in order, each part after the delay."""
    loop = asyncio.get_running_loop()
    try:
        while part := await reader.read(65536):
            if delay:
                loop.call_later(delay, write, writer, part)
            else:
                write(writer, part)
    except (OSError, ssl.SSLError):
        pass
    loop.call_later(delay, writer.close)


def write(writer, part):
    if not writer.is_closing():
        writer.write(part)


def ask(server, path):
    request = urllib.request.Request(
        f"http://{server.address}{path}", headers={"Authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def measure(program, server, home, environment, runs, timed, sign_in, report):
    if not shutil.which("openssl"):
        print("\nopenssl is missing, so nothing is measured over TLS")
        return
    slow = SlowServer(server.port, home)
    environment = environment | {"SSL_CERT_FILE": str(slow.roots), "HOME": str(home / "slow")}
    (home / "slow").mkdir()
    sign_in(program, slow.address, server.token, environment)
    post = next(status["id"] for status in ask(server, "/api/v1/timelines/home?limit=40") if not status["reblog"])
    curl = ["curl", "-sf", "--cacert", slow.roots, "-H", f"Authorization: Bearer {server.token}"]
    numbers = iter(range(10**6))

    def text():
        return f"Number {next(numbers)} over a slow network"

    def url(path):
        return f"{slow.address}/api/v1/{path}"

    # The name, howdah's arguments, curl's arguments, the bound.
    commands = [
        ("home", lambda: ["home"], lambda: [url("timelines/home?limit=20")], 1.1),
        ("fav", lambda: ["fav", post], lambda: ["-X", "POST", url(f"statuses/{post}/favourite")], 1.15),
        ("open", lambda: ["open", post], lambda: [url(f"statuses/{post}/context")], 1.15),
        ("post", lambda: ["post", text()], lambda: ["-d", f"status={text()}", url("statuses")], 1.15),
        ("reply", lambda: ["reply", post, text()],
         lambda: [url(f"statuses/{post}"), "--next", *curl[1:], "-d", f"status={text()}&in_reply_to_id={post}",
                  url("statuses")], 1.2),
        ("notifications", lambda: ["notifications"], lambda: [url("notifications?limit=20")], 1.2),
    ]
    print(f"\nSingle commands over TLS, {DELAY * 1000:.0f} ms away, against curl, median of {runs} runs taken in turn")
    for name, ours, theirs, bound in commands:
        taken = ([], [])
        for number in range(-2, runs):
            for which, command in enumerate(([program, *ours()], [*curl, *theirs()])):
                seconds, _ = timed(command, environment)
                if number >= 0:
                    taken[which].append(seconds)
        howdah, other = (statistics.median(times) for times in taken)
        ratio = howdah / other
        report(f"{name}: {howdah * 1000:.1f} ms, curl {other * 1000:.1f} ms", f"{ratio:.2f}", f"at most {bound}",
               ratio <= bound)
    times = []
    for _ in range(5):
        shutil.rmtree(home / "slow" / ".cache", ignore_errors=True)
        times.append(timed([program, "post", text()], environment)[0])
    report("post, after the cache was deleted", f"{statistics.median(times) * 1000:.1f} ms")
