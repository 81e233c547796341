// A test in JavaScript against Howdah's sandbox: node --test. HOWDAH is the program, if it is not in PATH.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, beforeEach, test } from "node:test";

const options = ["--json", "--admin", "--quiet", "--at", "2026-06-01T12:00:00Z", "--speed", "0", "--users", "alice"];
let server, ready;

before(async () => {
  server = spawn(process.env.HOWDAH ?? "howdah", ["sandbox", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  ready = JSON.parse(line);
});

after(() => server.kill());

async function send(method, path, body, user = "you") {
  const response = await fetch(ready.address + path, {
    method,
    headers: { Authorization: `Bearer ${ready.tokens[user]}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

beforeEach(() => send("POST", "/sandbox/reset", {}));

test("a post is on the follower's timeline", async () => {
  const { id } = await send("GET", "/api/v1/accounts/lookup?acct=you");
  await send("POST", `/api/v1/accounts/${id}/follow`, {}, "alice");
  await send("POST", "/api/v1/statuses", { status: "Good morning" });
  const [newest] = await send("GET", "/api/v1/timelines/home?limit=1", undefined, "alice");
  assert.equal(newest.account.acct, "you");
  assert.match(newest.content, /Good morning/);
});

test("a favourite is a notification", async () => {
  const status = await send("POST", "/api/v1/statuses", { status: "Good night" });
  await send("POST", "/sandbox/notifications", { account: "you", type: "favourite", from: "wren", status_id: status.id });
  const [newest] = await send("GET", "/api/v1/notifications?limit=1");
  assert.deepEqual([newest.type, newest.account.acct], ["favourite", "wren"]);
});
