"""Measures how long a key takes to be seen at the prompt, also while events arrive. Run by bench.py.

Everything that assists is on: colours, suggestions from a long history, and the catalogue of all commands. A key is seen
when the terminal has received its character; each is one that no event contains, and none is used twice in a line.

bash is measured beside it at the same time, with the same keys and the same events on the same cores: what the machine
itself needs for a key.
"""
import os
import pathlib
import random
import select
import time

import sandbox_load

# IPA letters: no resident writes them.
SYMBOLS = [chr(code) for code in range(0x250, 0x2AF)]
KEYS = 800
# Events a second, and the seconds within which 99 of 100 keys are to be seen.
BOUNDS = {0: 0.0003, 1000: 0.001}
# Times the seconds of bash.
LARGEST_RATIO = 2


def seconds_until_seen(terminal, symbol):
    wanted, seen = symbol.encode(), b""
    started = time.perf_counter()
    os.write(terminal.file, wanted)
    while wanted not in seen:
        if not select.select([terminal.file], [], [], 2)[0]:
            raise SystemExit(f"the key {symbol} was not seen within two seconds")
        # The end of the last piece may be the first byte of the symbol.
        seen = seen[-3:] + os.read(terminal.file, 65536)
    return time.perf_counter() - started


def drain(terminal, seconds):
    end = time.perf_counter() + seconds
    received = 0
    while (rest := end - time.perf_counter()) > 0:
        if select.select([terminal.file], [], [], rest)[0]:
            received += len(os.read(terminal.file, 65536))
    return received


def times(terminal):
    taken = []
    order = random.Random(1)
    while len(taken) < KEYS:
        for byte in b"post hello ":
            os.write(terminal.file, bytes([byte]))
            drain(terminal, 0.002)
        # The keys must not fall in step with the events.
        for symbol in SYMBOLS:
            drain(terminal, order.uniform(0.002, 0.012))
            taken.append(seconds_until_seen(terminal, symbol))
        os.write(terminal.file, b"\x15")
        drain(terminal, 0.1)
    return sorted(taken)


def fill_history(home):
    """Two thousand entries for each account, so that suggestions have something to look through."""
    lines = "".join(f"open\\040{number}\\040and\\040more\n" for number in range(2000))
    files = [file for file in pathlib.Path(home).rglob("histories/*") if file.suffix != ".lock"]
    if not files:
        raise SystemExit(f"no history file below {home}")
    for file in files:
        file.write_text("_HiStOrY_V2_\n" + lines)


def measure(program, home, environment, make_terminal, sign_in, report):
    print(f"\nKeys at the prompt, {KEYS} of them, with colours and suggestions")
    environment = {name: value for name, value in environment.items() if name != "NO_COLOR"}
    for events, bound in BOUNDS.items():
        instance = sandbox_load.Instance(program, environment, *(["--busy", str(events)] if events else []))
        account = f"127.0.0.1:{instance.port}"
        sign_in(program, account, instance.token, environment)
        terminal = make_terminal(program, ["--account", f"you@{account}"], environment)
        if terminal.wait_for_prompt() is None:
            raise SystemExit("no prompt")
        terminal.end()
        fill_history(home)
        terminal = make_terminal(program, ["--account", f"you@{account}"], environment)
        if terminal.wait_for_prompt() is None:
            raise SystemExit("no prompt")
        bash = make_terminal("/bin/bash", ["--norc"], environment | {"PS1": "", "LC_ALL": "C.UTF-8"})
        drain(terminal, 2)
        drain(bash, 0.2)
        taken, others = times(terminal), times(bash)
        bash.end()
        terminal.end()
        instance.stop()
        name = f"with {events} events a second" if events else "without events"
        (median, p99), (other, other99) = ((all[len(all) // 2], all[int(len(all) * 0.99)]) for all in (taken, others))
        report(f"{name}, median", f"{median * 1000:.2f} ms", f"bash {other * 1000:.2f}")
        report(f"{name}, 99th percentile", f"{p99 * 1000:.2f} ms", f"at most {bound * 1000:g} ms", p99 <= bound)
        report(
            f"{name}, 99th percentile", f"{p99 / other99:.2f} times bash's {other99 * 1000:.2f} ms",
            f"at most {LARGEST_RATIO} times", p99 <= LARGEST_RATIO * other99)
