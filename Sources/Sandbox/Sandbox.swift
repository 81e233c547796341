import GRDB
import MastodonKit

/// A small Mastodon-compatible instance with invented residents, stored in SQLite. Requests reach it directly or through
/// ``SandboxServer``.
///
/// The residents act while ``runResidents()`` runs; ``close()`` leaves one whole file.
public actor Sandbox {
  let store: SandboxStore
  private let queue: DatabaseQueue
  private let seed: UInt64
  private let router = Router(Router.areas)
  private let instance: InstanceInfo
  nonisolated let quirks: SandboxQuirks
  let clock: SandboxClock
  let activity: SandboxActivity
  private var limiter: RateLimiter
  var hub = StreamHub()
  var log = EventLog()
  var outbox = PushOutbox()
  var backgroundActivity: BackgroundActivity?
  var script: ScriptRun?

  /// Opens the instance; a new one is filled with seed data.
  ///
  /// - Parameter tokenLifetime: The lifetime of access tokens in seconds; `nil` for no expiry.
  /// - throws: ``SandboxError`` if the file cannot be opened or was written by a newer version.
  public init(
    store: SandboxStore, seed: UInt64, clock: SandboxClock, activity: SandboxActivity, rateLimit: Int? = nil,
    tokenLifetime: Int? = nil, configuration: SandboxConfiguration = SandboxConfiguration()
  ) throws {
    quirks = configuration.quirks
    instance = InstanceInfo(
      domain: "sandbox.example", title: "The Sandbox", configuration: configuration, files: MediaFiles(store),
      tokenLifetime: tokenLifetime, secretSeed: configuration.isRepeatable ? seed : nil)
    self.seed = seed
    self.clock = clock
    self.activity = activity
    limiter = RateLimiter(limit: rateLimit ?? (configuration.isStrict ? RateLimiter.usual : nil))
    self.store = store
    do {
      queue = try Self.open(store, clock)
      try Self.create(queue, instance, seed: seed, now: Moment(clock.now()))
    } catch let error as DatabaseError {
      guard case .file(let path) = store else { throw SandboxError.unreadable("") }
      throw SandboxError(error, path: path)
    }
    backgroundActivity = BackgroundActivity(activity, seed: seed, from: Moment(clock.now()))
    script = configuration.script.map { ScriptRun($0, from: Moment(clock.now())) }
    log.cursor = try queue.writeWithoutTransaction { try EventLog.end($0) }
  }

  /// Writes what is in the log of the database to its file and closes it, so that the file can be copied.
  ///
  /// No request is answered afterwards.
  ///
  /// - throws: `DatabaseError` on a full disk; the log stays beside the file, and the next opening reads it.
  public func close() throws { try queue.close() }

  public func respond(to request: SandboxRequest) async -> SandboxResponse {
    var response: SandboxResponse
    var events: [Event] = []
    var rateLimitStatus = limiter.rateLimitStatus(at: Moment(clock.now()))
    do {
      (response, events) = try answer(request, &rateLimitStatus)
    } catch let apiError as APIError {
      response = apiError.response
    } catch {
      response = APIError.broken.response
    }
    if let reach = reach(of: request), response.headers["Content-Type"]?.hasPrefix("application/json") == true {
      response.body = reach.rewrite(response.body)
    }
    for (name, value) in rateLimitStatus.headers { response.headers.append(name, value) }
    if request.method == "HEAD" {
      response.headers.append("Content-Length", String(response.body.count))
      response.body = []
    }
    publish(events)
    push(events)
    return response
  }

  /// Rewrites URLs of files for the client's host; `nil` for requests without a socket.
  nonisolated func reach(of request: SandboxRequest) -> FileURLRewriter? {
    FileURLRewriter(request, instance: instance)
  }

  /// A token with all scopes for a local account; created once.
  ///
  /// - Parameter chosen: The token, if it is not to be a random one.
  /// - throws: ``SandboxError/noSuchAccount(_:)`` for a resident or an unknown name.
  public func token(for username: String, as chosen: String? = nil) throws -> String {
    if chosen == nil, let known = try read({ try $0.knownToken(for: username) }) { return known }
    return try write { transaction in
      guard let user = try transaction.users().first(where: { $0.username == username }) else {
        throw SandboxError.noSuchAccount(username)
      }
      // Another process may have created it in the meantime.
      if let known = try transaction.knownToken(for: username), chosen == nil || chosen == known { return known }
      let application = try transaction.ownApplication()
      let token = try transaction.issueToken(for: user.id, to: application.id, application.scopes, as: chosen)
      try transaction.setMeta("token.\(username)", token)
      return token
    }
  }

  /// The password for signing in as a resident; created once.
  ///
  /// The account `you` needs none.
  public func password() throws -> String { try write { try $0.password() } }

  /// The names of the accounts that users have, in the order of their creation.
  public func usernames() throws -> [String] { try read { try $0.users().map(\.username) } }

  /// Deletes everything and inserts the seed data.
  func eraseAndSeed() throws {
    try queue.erase()
    let now = Moment(clock.now())
    try Self.create(queue, instance, seed: seed, now: now)
    backgroundActivity = BackgroundActivity(activity, seed: seed, from: now)
    script = script.map { ScriptRun($0.script, from: now) }
    log.cursor = try queue.writeWithoutTransaction { try EventLog.end($0) }
  }

  public func accounts() throws -> [SandboxAccount] {
    try read { transaction in
      let accounts: [AccountRow] = try transaction.database.all("ORDER BY a.id")
      return accounts.map {
        SandboxAccount(acct: $0.acct, displayName: $0.displayName, isBot: $0.bot, canSignIn: $0.domain == nil)
      }
    }
  }

  /// The events of other processes since the last call.
  func eventsFromOtherProcesses() throws -> [Event] {
    guard store != .inMemory else { return [] }
    return try queue.writeWithoutTransaction { try log.read($0) }
  }

  /// Approves a new account, as a moderator does where registrations are reviewed.
  public func approve(_ username: String) throws {
    try write { transaction in
      guard let account = try transaction.account(named: username) else { throw APIError.recordNotFound }
      try transaction.database.run("DELETE FROM meta WHERE key = ?", ["pending.\(account.id)"])
    }
  }

  /// The owner of a token; `nil` if it is not valid.
  func bearer(of token: String) throws -> RequestContext.Bearer? { try read { try $0.bearer(of: token) } }

  func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try queue.writeWithoutTransaction { database in
      var value: Value?
      try database.inTransaction(.deferred) {
        value = try body(Transaction(database, now: Moment(clock.now()), instance: instance))
        return .commit
      }
      guard let value else { throw APIError.broken }
      return value
    }
  }

  /// Writes to the database in a transaction, then publishes its events.
  func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    let (value, events) = try commit(body)
    publish(events)
    push(events)
    return value
  }

  private func commit<Value>(_ body: (Transaction) throws -> Value) throws -> (Value, [Event]) {
    try queue.writeWithoutTransaction { database in
      let transaction = Transaction(database, now: Moment(clock.now()), instance: instance)
      var value: Value?
      try database.inTransaction(.immediate) {
        value = try body(transaction)
        if store != .inMemory { try log.append(transaction.events, database) }
        return .commit
      }
      guard let value else { throw APIError.broken }
      return (value, transaction.events)
    }
  }

  private func answer(
    _ request: SandboxRequest, _ rateLimitStatus: inout RateLimiter.Status
  ) throws -> (SandboxResponse, [Event]) {
    var parameters = quirks.heeded(try Parameters(of: request), of: request)
    parameters.isStrict = instance.configuration.isStrict
    let token = request.token ?? parameters.text("access_token")
    rateLimitStatus = limiter.admit(token, request, at: Moment(clock.now()))
    guard rateLimitStatus.isAdmitted else { throw APIError.tooMany }
    if let absence = quirks.absence(of: request) { return (absence, []) }
    guard let (route, captures) = router.find(request.method, request.path) else { throw APIError.notFound }
    func run(_ transaction: Transaction) throws -> SandboxResponse {
      let bearer = try token.flatMap(transaction.bearer(of:))
      if let token, bearer == nil {
        if let refusal = quirks.tokenRefusal { return refusal }
        // Mastodon treats a token that it never issued like none, and refuses one that is no longer valid.
        if route.access != .open, try transaction.wasValid(token) { throw APIError.invalidToken }
      }
      try route.access.check(bearer)
      let context = RequestContext(
        request: request, parameters: parameters, captures: captures, transaction: transaction, bearer: bearer)
      transaction.homes = context.homes
      let response = try route.run(context)
      return quirks.worded(response, to: request)
    }
    if route.isReading { return (try read(run), []) }
    return try commit { transaction in
      let response = try run(transaction)
      if activity.hasResidents { try transaction.notifyResidents() }
      return response
    }
  }
}

extension SandboxRequest {
  /// The token in the header or the query.
  var token: String? {
    if let header = headers["Authorization"] {
      let parts = header.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }
    guard query.contains("access_token=") else { return nil }
    return query.split(separator: "&").first { $0.hasPrefix("access_token=") }.map {
      PercentCoding.decode($0.dropFirst("access_token=".count))
    }
  }
}
