import FoundationEssentials
import GRDB
import MastodonKit

extension Sandbox {
  /// Restores what a new instance has; tokens given out by ``token(for:)`` stay valid.
  func reset() throws {
    let tokens = try read { try $0.knownTokens() }
    try eraseAndSeed()
    for (username, token) in tokens.sorted(by: { $0.key < $1.key }) {
      // An account that was added later is gone.
      guard try read({ try $0.users().contains { $0.username == username } }) else { continue }
      _ = try self.token(for: username, as: token)
    }
  }

  /// Performs what is due until nothing is, as after the clock was put forward.
  func catchUp() throws {
    while let due = try step(), Moment(due) <= Moment(clock.now()) {}
  }
}

/// The routes below `/sandbox/`, by which a test controls the instance.
///
/// Requests need the content type of JSON, so that no form of a website can send them.
struct SandboxAdmin: Sendable {
  let sandbox: Sandbox
  let clock: AdjustableClock
  let faults: FaultInjector
  /// The rules at the start.
  let rules: [FaultRule]

  /// The response; `nil` for a path that is not below `/sandbox/`.
  func respond(to request: SandboxRequest) async -> SandboxResponse? {
    guard request.path.hasPrefix("/sandbox/") else { return nil }
    do { return try await answer(request, request.path.dropFirst("/sandbox/".count)) } catch let error as APIError {
      return error.response
    } catch {
      return APIError.broken.response
    }
  }

  private func answer(_ request: SandboxRequest, _ name: Substring) async throws -> SandboxResponse {
    if request.method == "GET", name == "clock" { return time }
    guard request.method == "POST" else { throw APIError.notFound }
    guard request.headers["Content-Type"]?.hasPrefix("application/json") == true else {
      throw APIError(status: 415, message: "Send JSON, with Content-Type: application/json")
    }
    let parameters = try Parameters(of: request)
    // A test that misspells a member would test something else.
    if let members = Self.members[String(name)], let unknown = parameters.names.subtracting(members).min() {
      throw APIError.unprocessable("Unknown member \(unknown)")
    }
    switch name {
    case "reset":
      clock.reset()
      faults.replace(with: rules)
      try await sandbox.reset()
      return time
    case "clock": return try await setClock(parameters)
    case "accounts": return try await sandbox.addAccount(parameters)
    case "statuses": return try await sandbox.addStatus(parameters)
    case "notifications": return try await sandbox.addNotification(parameters)
    case "moderation": return try await sandbox.moderate(parameters)
    case "faults": return try replaceFaults(parameters)
    default: throw APIError.notFound
    }
  }

  /// The members that each route takes.
  private static let members: [String: Set<String>] = [
    "reset": [], "clock": ["at", "advance", "speed"], "accounts": ["username", "display_name", "bot", "locked"],
    "statuses": StatusDraft.names.union(["account"]), "notifications": ["account", "type", "from", "status_id"],
    "moderation": ["account", "action", "text", "status_ids"], "faults": ["rules"],
  ]

  private var time: SandboxResponse {
    .object {
      $0.field("now", Moment(clock.now).text)
      $0.field("speed", raw: String(clock.speed))
    }
  }

  private func setClock(_ parameters: Parameters) async throws -> SandboxResponse {
    let (at, advance, speed) = (parameters.text("at"), parameters.text("advance"), parameters.text("speed"))
    var time = try at.map { text in
      guard let date = MastodonDate.parse(text) else { throw APIError.unprocessable("at is a time in ISO 8601") }
      return date
    }
    if let advance {
      guard let seconds = Double(advance), (0...3_155_760_000).contains(seconds) else {
        throw APIError.unprocessable("advance is a number of seconds")
      }
      time = (time ?? clock.now).addingTimeInterval(seconds)
    }
    let rate = try speed.map { text in
      guard let rate = Double(text), AdjustableClock.speeds.contains(rate) else {
        throw APIError.unprocessable("speed is a number from 0 to \(Int(AdjustableClock.speeds.upperBound))")
      }
      return rate
    }
    // Ids contain the time, and are never used twice.
    if let time, time < clock.now { throw APIError.unprocessable("The clock goes back with reset only") }
    clock.set(to: time, speed: rate)
    try await sandbox.catchUp()
    return self.time
  }

  private func replaceFaults(_ parameters: Parameters) throws -> SandboxResponse {
    var rules: [FaultRule] = []
    for text in parameters.texts("rules") {
      do { rules.append(try FaultRule(parsing: text)) } catch { throw APIError.unprocessable(error.message) }
    }
    faults.replace(with: rules)
    return .object { $0.field("rules", parameters.texts("rules")) }
  }
}

extension AdjustableClock {
  /// The speeds that can be asked for.
  public static let speeds: ClosedRange<Double> = 0...1_000_000
}

extension Sandbox {
  fileprivate func addAccount(_ parameters: Parameters) throws -> SandboxResponse {
    let name = parameters.text("username") ?? ""
    guard SandboxAccount.isUsername(name) else { throw APIError.invalid("Username is invalid") }
    let id = try write { transaction in
      guard try transaction.account(named: name) == nil else {
        throw APIError.invalid("Username has already been taken")
      }
      let id = try transaction.settle(name, language: "en")
      try transaction.database.run(
        "UPDATE accounts SET display_name = ?, bot = ?, locked = ? WHERE id = ?",
        [
          parameters.text("display_name") ?? "", parameters.flag("bot") ?? false, parameters.flag("locked") ?? false,
          id,
        ])
      return id
    }
    let token = try token(for: name)
    return .object {
      $0.field("id", id)
      $0.field("acct", name)
      $0.field("token", token)
    }
  }

  fileprivate func addStatus(_ parameters: Parameters) throws -> SandboxResponse {
    try write { transaction in
      let author = try transaction.account(in: parameters, "account")
      let new = try transaction.newStatus(StatusDraft(parameters), by: author.id)
      let status = try transaction.post(new, at: transaction.now)
      return try StatusRenderer([status], for: author.id, in: transaction).response(status)
    }
  }

  fileprivate func addNotification(_ parameters: Parameters) throws -> SandboxResponse {
    try write { transaction in
      let account = try transaction.account(in: parameters, "account")
      let actor = try transaction.account(in: parameters, "from")
      guard actor.id != account.id else { throw APIError.unprocessable("from is another account than account") }
      func status() throws -> StatusRow {
        guard let id = parameters.text("status_id").flatMap({ Int64($0) }) else { throw APIError.recordNotFound }
        let status = try transaction.status(id, for: account.id)
        guard status.accountID == account.id else { throw APIError.unprocessable("status_id is a post of account") }
        return status
      }
      let changes = transaction.database.totalChangesCount
      switch parameters.text("type") {
      case "follow": try transaction.requestFollow(account, by: actor.id, at: transaction.now)
      case "favourite": try transaction.favourite(try status(), by: actor.id, at: transaction.now)
      case "reblog": _ = try transaction.reblog(try status(), by: actor.id, as: .public, at: transaction.now)
      default: throw APIError.unprocessable("type is follow, favourite or reblog; for a mention, post a status")
      }
      guard transaction.database.totalChangesCount > changes else {
        throw APIError.unprocessable("from has done that already")
      }
      return .object { _ in }
    }
  }
}

extension Sandbox {
  fileprivate func moderate(_ parameters: Parameters) throws -> SandboxResponse {
    try write { transaction in
      let account = try transaction.account(in: parameters, "account")
      let word = parameters.text("action") ?? ""
      if word == "lift" {
        try transaction.liftModeration(of: account)
      } else {
        guard let action = ModerationAction(rawValue: word) else {
          let words = ModerationAction.allCases.map(\.rawValue).joined(separator: ", ")
          throw APIError.unprocessable("action is \(words) or lift")
        }
        let statuses = try parameters.texts("status_ids").map { text in
          let status = try Int64(text).map { try transaction.status($0, for: account.id) }
          guard let status, status.accountID == account.id else { throw APIError.recordNotFound }
          return status
        }
        try transaction.moderate(account, action, text: parameters.text("text") ?? "", statuses)
      }
      return .object { _ in }
    }
  }
}

extension Transaction {
  /// The tokens that were given out for local accounts, by name.
  fileprivate func knownTokens() throws -> [String: String] {
    let rows = try database.rows("SELECT substr(key, 7), value FROM meta WHERE key LIKE 'token.%'")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
  }

  fileprivate func account(in parameters: Parameters, _ key: String) throws -> AccountRow {
    guard let name = parameters.text(key) else { throw APIError.unprocessable("\(key) is missing") }
    guard let account = try account(named: name) else { throw APIError(status: 404, message: "No account \(name)") }
    return account
  }
}
