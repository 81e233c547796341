#!/usr/bin/env python3
"""Measures Howdah against curl and toot on the same loopback server, in the same run.

Prints one line for each figure: what, how much, the bound that the project set itself, ok or over.
Never fails because of a figure; fails only if something cannot be measured at all.
Needs the release program (`make bench` builds it). Python's standard library is enough.
"""
import argparse
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import archive
import catch_up
import keystrokes
import long_thread
import sandbox_load
import slow_network

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROMPT = "›".encode()
ESCAPES = re.compile(rb"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")


class Server:
    """`howdah sandbox` on a free port, and a door before it that can be told to fall silent."""

    def __init__(self, program, environment):
        self.process = subprocess.Popen(
            [program, "sandbox", "--port", "0", "--seed", "1", "--quiet"],
            stdout=subprocess.PIPE, env=environment, text=True)
        head = self.process.stdout.readline() + self.process.stdout.readline()
        port, token = re.search(r":(\d+)", head), re.search(r"token (\S+)", head)
        if not port or not token:
            raise SystemExit(f"howdah sandbox did not say its port and token, but: {head!r}")
        self.port, self.token = int(port[1]), token[1]
        self.address = f"127.0.0.1:{self.port}"
        self.silent = False
        self.door = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.door_address = f"127.0.0.1:{self.door.getsockname()[1]}"
        self.kept = []
        threading.Thread(target=self.serve_door, daemon=True).start()

    def serve_door(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            self.kept.append(client)
            if not self.silent:
                behind = socket.create_connection(("127.0.0.1", self.port))
                for ends in ((client, behind), (behind, client)):
                    threading.Thread(target=self.carry, args=ends, daemon=True).start()

    @staticmethod
    def carry(source, sink):
        try:
            while chunk := source.recv(65536):
                sink.sendall(chunk)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def stop(self):
        self.door.close()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Terminal:
    """The program on a pseudo-terminal of 80 columns."""

    def __init__(self, program, arguments, environment):
        self.started = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execve(program, [program, *arguments], environment)
        self.seen = b""

    def wait_for_prompt(self, limit=20.0):
        """Reads until a prompt ends the output; answers the seconds since the start, or None."""
        deadline = time.perf_counter() + limit
        while time.perf_counter() < deadline:
            if not select.select([self.file], [], [], 0.02)[0]:
                continue
            try:
                self.seen += os.read(self.file, 65536)
            except OSError:
                return None
            last = ESCAPES.sub(b"", self.seen).replace(b"\r", b"").replace(b"\b", b"").rsplit(b"\n", 1)[-1]
            if PROMPT in last and last.rstrip().endswith(PROMPT):
                return time.perf_counter() - self.started
        return None

    def settle(self, quiet=0.2):
        """Reads until nothing has come for a moment: what appears by itself is then out of the way."""
        while select.select([self.file], [], [], quiet)[0]:
            try:
                self.seen += os.read(self.file, 65536)
            except OSError:
                return

    def type(self, line):
        self.seen = b""
        os.write(self.file, line.encode() + b"\r")

    def peak(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def end(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        deadline = time.perf_counter() + 3
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.perf_counter() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            if select.select([self.file], [], [], 0.02)[0]:
                try:
                    os.read(self.file, 65536)
                except OSError:
                    time.sleep(0.01)
        os.close(self.file)


def timed(command, environment, script=None):
    """Runs a command, which reads a script; answers its seconds and its peak memory in MB."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=script or subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed: {errors.decode(errors='replace')}")
    return seconds, usage.ru_maxrss / 1024


def install_toot():
    """Installs toot into .build/bench-venv once; answers its path, or None and says why."""
    folder = ROOT / ".build" / "bench-venv"
    toot = folder / "bin" / "toot"
    if toot.exists():
        return toot
    print("installing toot from PyPI into .build/bench-venv", flush=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", "toot"], check=True, capture_output=True)
        return toot
    except (subprocess.CalledProcessError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"toot cannot be installed, so nothing is compared with it: {error}")
        return None


def configure_toot(home, server):
    """Writes what `toot login` would."""
    config = home / "toot" / "toot"
    config.mkdir(parents=True)
    user = f"you@{server.address}"
    (config / "config.json").write_text(json.dumps({
        "active_user": user,
        "apps": {server.address: {
            "instance": server.address, "base_url": f"http://{server.address}", "client_id": "", "client_secret": ""}},
        "users": {user: {"instance": server.address, "username": "you", "access_token": server.token}},
    }))


def sign_in(program, address, token, environment):
    result = subprocess.run(
        [program, "login", address, "--with-token"], input=token + "\n", text=True, env=environment,
        capture_output=True)
    if result.returncode != 0:
        raise SystemExit(f"howdah login {address} failed ({result.returncode}): {result.stdout}{result.stderr}")


def report(what, figure, bound=None, ok=None):
    verdict = "" if ok is None else ("ok" if ok else "OVER")
    print(f"  {what:<44} {figure:>14}   {bound or '':<22} {verdict}".rstrip(), flush=True)


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms"


def measure_speed(program, server, home, environment, runs):
    page = f"http://{server.address}/api/v1/timelines/home?limit=40"
    commands = {
        "howdah": ([program, "home", "--limit", "40"], environment),
        "curl": (["curl", "-sf", "-H", f"Authorization: Bearer {server.token}", page], environment),
    }
    toot = install_toot()
    if toot:
        configure_toot(home, server)
        commands["toot"] = (
            [toot, "timelines", "home", "--limit", "40", "--no-pager"],
            environment | {"XDG_CONFIG_HOME": str(home / "toot")})
    taken = {name: [] for name in commands}
    peaks = []
    for number in range(-2, runs):
        # In turn, so that whatever else the machine does falls on all of them; the first two rounds warm up.
        for name, (command, surroundings) in commands.items():
            seconds, peak = timed(command, surroundings)
            if number >= 0:
                taken[name].append(seconds)
                if name == "howdah":
                    peaks.append(peak)
    median = {name: statistics.median(times) for name, times in taken.items()}
    print(f"\nOne page of 40 posts from a loopback server, median of {runs} runs taken in turn")
    for name, seconds in median.items():
        report(name, milliseconds(seconds), f"{milliseconds(min(taken[name]))} at best")
    against_curl = median["howdah"] / median["curl"]
    report("howdah / curl", f"{against_curl:.2f}", "at most 1.6", against_curl <= 1.6)
    if toot:
        against_toot = median["toot"] / median["howdah"]
        report("toot / howdah", f"{against_toot:.1f}", "at least 20", against_toot >= 20)
    return max(peaks)


def measure_completion(program, environment, runs):
    """What a Tab in a shell waits for."""
    print(f"\nA Tab in a shell, median of {runs} runs")
    for what, words in {
        "commands": ["ho"], "options": ["post", "--"], "accounts": ["--account", ""], "numbers": ["fav", ""],
        "help": ["help", ""],
    }.items():
        taken = [timed([program, "__complete", "zsh", *words], environment)[0] for _ in range(runs + 2)][2:]
        median = statistics.median(taken)
        report(what, milliseconds(median), "at most 20 ms", median <= 0.020)


def measure_crowded_path(program, environment, runs):
    """A Tab on the name of a command, for which the folders of PATH are searched for plugins."""
    print(f"\nA Tab with 20 folders of 3,000 files on PATH, median of {runs} runs taken in turn")
    with tempfile.TemporaryDirectory() as folder:
        folders = [os.path.join(folder, str(number)) for number in range(20)]
        for path in folders:
            os.mkdir(path)
            for number in range(3000):
                os.close(os.open(os.path.join(path, f"program-{number}"), os.O_CREAT | os.O_WRONLY, 0o755))
        crowded = {**environment, "PATH": ":".join(folders)}
        empty = {**environment, "PATH": folder}
        find = shutil.which("find")
        taken = {"crowded": [], "empty": [], "find": []}
        for run in range(runs + 2):
            times = {
                "crowded": timed([program, "__complete", "zsh", "ho"], crowded)[0],
                "empty": timed([program, "__complete", "zsh", "ho"], empty)[0],
                "find": timed([find, *folders, "-maxdepth", "1", "-name", "howdah-*"], environment)[0],
            }
            if run >= 2:
                for name, seconds in times.items():
                    taken[name].append(seconds)
    median = {name: statistics.median(times) for name, times in taken.items()}
    for name, seconds in median.items():
        report(name, milliseconds(seconds))
    search = (median["crowded"] - median["empty"]) / median["find"]
    report("search for plugins / find", f"{search:.2f}", "at most 1", search <= 1)


def measure_prompt(program, server, environment, runs):
    server.silent = True
    times = []
    for _ in range(runs):
        terminal = Terminal(program, ["--account", f"you@{server.door_address}"], environment)
        seconds = terminal.wait_for_prompt()
        terminal.end()
        if seconds is None:
            report("first prompt", "none", "within 50 ms", False)
            print(f"  what was seen instead: {terminal.seen[-300:]!r}")
            break
        times.append(seconds)
    else:
        report(f"first prompt, median of {runs}", milliseconds(statistics.median(times)), "within 50 ms",
               statistics.median(times) <= 0.05)
        report("first prompt, slowest", milliseconds(max(times)))
    server.silent = False


def measure_repl_memory(program, server, environment, posts):
    terminal = Terminal(program, ["--account", f"you@{server.address}"], environment)
    read, pages, command = 0, 0, "home --limit 40"
    if terminal.wait_for_prompt() is not None:
        terminal.settle(1)
        while read < posts:
            terminal.type(command)
            if terminal.wait_for_prompt() is None:
                break
            terminal.settle(0.05)
            numbers = re.findall(rb"(?m)^\s{0,3}(\d+) {1,2}\S", ESCAPES.sub(b"", terminal.seen).replace(b"\r", b""))
            read += len(numbers)
            pages += 1
            # Where the timeline ends, it is read again from the top.
            command = "older" if numbers else "home --limit 40"
            if pages > posts:
                break
        peak = terminal.peak()
        report(f"prompt, after {read} posts in {pages} pages", f"{peak:.1f} MB", "at most 100 MB",
               peak <= 100 and read >= posts)
    else:
        report("prompt", "none", "at most 100 MB", False)
    terminal.end()


def measure_switches(program, server, environment, few=20, many=1000):
    """Changes the account few and many times; each change makes a session anew, with its timeline, and drops the last."""
    peaks = {}
    for count in (few, many):
        with tempfile.TemporaryFile("w+") as script:
            script.write(f"switch you@{server.door_address}; home; switch you@{server.address}; home\n" * (count // 2))
            script.seek(0)
            _, peaks[count] = timed([program, "--account", f"you@{server.address}"], environment, script)
    ratio = peaks[many] / peaks[few]
    report(f"after {many} changes of the account / after {few}", f"{ratio:.2f}", "at most 1.2", ratio <= 1.2)
    report(f"after {many} changes of the account", f"{peaks[many]:.1f} MB")


def measure_wire(program):
    """Runs the benchmark of the wire, which talks to nobody."""
    lines = subprocess.run([program, "decode"], check=True, capture_output=True, text=True).stdout.splitlines()
    figures = {name: float(figure) for name, figure, _ in (line.split("\t") for line in lines)}
    print(f"\nReading a page of 40 posts, {figures['page']:.0f} kB, without a network")
    for name, figure in figures.items():
        if name == "decode":
            report("into entities", f"{figure:.0f} MB/s", "at least 60 MB/s", figure >= 60)
        elif name != "page":
            title = name.replace("decode", "into entities").replace("scan", "without entities")
            report(title, f"{figure:.0f} MB/s")
    # Client and server share one core: taskset comes with every Debian.
    lines = subprocess.run(
        ["taskset", "-c", "0", program, "events"], check=True, capture_output=True, text=True).stdout.splitlines()
    figures = {name: float(figure) for name, figure, _ in (line.split("\t") for line in lines)}
    print(f"\n10,000 events of {figures['event']:.1f} kB down a WebSocket, server and client on one core")
    events = figures["events"]
    report("decoded and delivered", f"{events:.0f} a second", "at least 5000 a second", events >= 5000)
    report("the same frames, not decoded", f"{figures['frames, not decoded']:.0f} a second")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / ".build" / "release" / "howdah", type=pathlib.Path)
    parser.add_argument("--wire", default=ROOT / ".build" / "release" / "WireBenchmark", type=pathlib.Path)
    parser.add_argument("--runs", default=20, type=int)
    parser.add_argument("--posts", default=1000, type=int)
    parser.add_argument("--archived", default=1_000_000, type=int, help="how many posts the archive gets")
    parser.add_argument("--only-archive", action="store_true", help="measure the archive alone")
    parser.add_argument("--only-network", action="store_true", help="stop after the commands over TLS")
    parser.add_argument("--only-timelines", action="store_true", help="measure catch-up and several accounts alone")
    parser.add_argument("--only-keys", action="store_true", help="measure keystrokes alone")
    options = parser.parse_args()
    program = str(options.program.resolve())
    home = pathlib.Path(tempfile.mkdtemp(prefix="howdah-bench-"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    server = Server(program, environment)
    try:
        if options.only_keys:
            keystrokes.measure(program, home, environment, Terminal, sign_in, report)
            return
        # The account signed in last is the one that is used when none is named.
        sign_in(program, server.door_address, server.token, environment)
        sign_in(program, server.address, server.token, environment)
        print(f"{program}, {os.path.getsize(program) / 1e6:.0f} MB, on {os.cpu_count()} cores, "
              f"load {os.getloadavg()[0]:.1f}")
        if options.only_archive:
            archive.measure(
                program, server, environment, options.archived, options.runs, timed, Terminal, report)
            return
        if options.only_timelines:
            catch_up.measure(program, server, environment, options.runs, timed, sign_in, report)
            catch_up.measure_accounts(program, server, environment, options.runs, timed, sign_in, report)
            return
        start = min(timed([program, "get", "theme"], environment)[0] for _ in range(options.runs))
        report("howdah get theme, at best", milliseconds(start))
        peak = measure_speed(program, server, home, environment, options.runs)
        measure_completion(program, environment, options.runs)
        measure_crowded_path(program, environment, options.runs)
        slow_network.measure(program, server, home, environment, options.runs, timed, sign_in, report)
        if options.only_network:
            return
        long_thread.measure(program, server, environment, options.runs, timed, report)
        catch_up.measure(program, server, environment, options.runs, timed, sign_in, report)
        catch_up.measure_accounts(program, server, environment, options.runs, timed, sign_in, report)
        print("\nThe prompt, with a server that takes connections and never answers")
        measure_prompt(program, server, environment, options.runs)
        keystrokes.measure(program, home, environment, Terminal, sign_in, report)
        print("\nPeak memory")
        report("one page of 40 posts", f"{peak:.1f} MB", "at most 60 MB", peak <= 60)
        _, peak = timed([program, "--sandbox", "home", "--limit", "40"], environment)
        report("the same from the instance inside the program", f"{peak:.1f} MB", "at most 60 MB", peak <= 60)
        measure_repl_memory(program, server, environment, options.posts)
        measure_switches(program, server, environment)
        measure_wire(options.wire.resolve())
        sandbox_load.measure(program, environment, report)
        archive.measure(program, server, environment, options.archived, options.runs, timed, Terminal, report)
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
