"""What the peers' tests share: a sandbox in a process of its own, its API by hand, its sign-in form, and a tally.

Python's standard library is enough here; the peers bring their own packages.
"""
import contextlib
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body[:300]}")
        self.status, self.body = status, body


class Sandbox:
    """`howdah sandbox` on a free port, with residents who only do what they are told to."""

    def __init__(self, program, home):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.process = subprocess.Popen(
            [program, "sandbox", "--port", "0", "--seed", "1", "--quiet"], stdout=subprocess.PIPE, text=True,
            env=environment | {"HOME": str(home), "NO_COLOR": "1"})
        head = ""
        while not re.search(r"127\.0\.0\.1:\d+[\s\S]*token \S+[\s\S]*password \S+", head):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"howdah sandbox ended after saying {head!r}")
            head += line
        self.base = "http://" + re.search(r"127\.0\.0\.1:\d+", head)[0]
        self.token = re.search(r"token (\S+)", head)[1]
        self.password = re.search(r"password (\S+)", head)[1]

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    def api(self, method, path, token=None, **fields):
        """What the API answers, without any client library between."""
        body = urllib.parse.urlencode(fields, doseq=True).encode() if fields and method != "GET" else None
        query = "?" + urllib.parse.urlencode(fields, doseq=True) if fields and method == "GET" else ""
        request = urllib.request.Request(self.base + path + query, data=body, method=method)
        request.add_header("Authorization", f"Bearer {token or self.token}")
        with opened(request) as response:
            return json.loads(response.read() or b"null")

    def sign_in(self, authorize_url, account):
        """Opens the page of a sign-in as a browser would, chooses an account, and answers the code that is shown.

        Where the page redirects, the code is taken from the address that it leads to.
        """
        with opened(urllib.request.Request(authorize_url)) as response:
            page = Form(response.read().decode())
        fields = page.fields | {
            "account": account, "password": self.password, "decision": "authorize"}
        request = urllib.request.Request(
            urllib.parse.urljoin(authorize_url, page.action), data=urllib.parse.urlencode(fields).encode())
        try:
            with opened(request, follow=False) as response:
                return Form(response.read().decode()).code
        except Refused as refused:
            if refused.status in (302, 303):
                return urllib.parse.parse_qs(urllib.parse.urlparse(refused.body).query)["code"][0]
            raise

    def token_for(self, account, scopes="read write follow push"):
        """A token of a resident, through registration, the form and the code, as any program gets it."""
        application = self.api(
            "POST", "/api/v1/apps", client_name="Peers", redirect_uris=OUT_OF_BAND, scopes=scopes)
        query = urllib.parse.urlencode({
            "client_id": application["client_id"], "redirect_uri": OUT_OF_BAND, "response_type": "code",
            "scope": scopes})
        code = self.sign_in(f"{self.base}/oauth/authorize?{query}", account)
        return self.api(
            "POST", "/oauth/token", grant_type="authorization_code", code=code, redirect_uri=OUT_OF_BAND,
            client_id=application["client_id"], client_secret=application["client_secret"])["access_token"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


@contextlib.contextmanager
def opened(request, follow=True):
    opener = urllib.request.build_opener(*([] if follow else [NoRedirect]))
    try:
        with opener.open(request, timeout=20) as response:
            yield response
    except urllib.error.HTTPError as error:
        raise Refused(error.code, error.headers.get("Location") or error.read().decode(errors="replace")) from None


class Form(html.parser.HTMLParser):
    """The one form of a page: where it goes, what is in it, and a code if the page shows one."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields, self.code = None, {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes.get("action")
        elif tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "input" and "oauth-code" in attributes.get("class", ""):
            self.code = attributes.get("value")


class Tally:
    """Counts steps; a step that fails is said and counted, and the next one runs."""

    def __init__(self, title, least):
        self.title, self.least, self.passed, self.failed = title, least, 0, []

    @contextlib.contextmanager
    def step(self, name):
        try:
            yield
            self.passed += 1
        except Exception as error:  # Whatever a peer throws is its verdict.
            self.failed.append(name)
            print(f"   ✘ {self.title}: {name}: {type(error).__name__}: {error}", file=sys.stderr)

    def end(self):
        enough = self.passed >= self.least
        print(f"   {self.title}: {self.passed} of at least {self.least} passed, {len(self.failed)} failed")
        return 0 if enough and not self.failed else 1


def wait_for(condition, what, limit=15.0):
    """Waits until something is so; the limit only ends a wait that has no end."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {limit:g} seconds for {what}")


def expect(condition, words="not as expected"):
    if not condition:
        raise AssertionError(words)
