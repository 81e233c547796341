import FoundationEssentials
import Glibc
import LocalStore
import MastodonKit
import Subprocesses

// Writes to the store below the folder that is named, until it is killed: `LocalStoreProbe FOLDER NAME`.
// A line says each thing that was kept, after the call that keeps it has returned.

/// At once and whole: a line within the size of a pipe's page is never cut in two.
@Sendable func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let folder = CommandLine.arguments[1]
let name = CommandLine.arguments[2]
let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_000_000) }
let locations = FileLocations(
  config: folder + "/config", data: folder + "/data", state: folder + "/state", cache: folder + "/cache")
let report: @Sendable (StoreNotice) -> Void = { say("notice \($0.words)") }
let database = Database(locations: locations, now: now, report: report)
let drafts = database.draftService(account: "wren@shore.example")
let accounts = AccountsFile(locations: locations, now: now, report: report)
let secrets = SecretsFile(
  locations: locations, now: now, programs: .none, chosen: { .file }, report: report
).secrets
let settings = PreferencesFile(locations: locations)

for number in 0..<1_000_000 {
  let id = "\(name)-\(number)"
  let content = StatusDraft(text: String(repeating: "\(id) ", count: 200))
  try drafts.save(Draft(id: id, account: "wren@shore.example", content: content, updatedAt: now()))
  say("draft \(id)")
  guard number.isMultiple(of: 4) else { continue }
  try accounts.update {
    $0.add(KnownAccount(id: "\(name)@x", address: "https://x", accountID: Account.ID("\(number)")))
  }
  say("account \(name)@x \(number)")
  try secrets.save(
    AccountSecrets(token: Token(accessToken: "token \(number)", scope: "read", createdAt: now())), "\(name)@x")
  say("secret \(name)@x \(number)")
  try settings.set("probe-\(name)", to: "\(number)")
  say("setting probe-\(name) \(number)")
}
