public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Servers {
  @MainActor
  public static func model(_ service: SavedServerService) -> Model {
    Model(isLocal: true, fetch: service.all, delete: { try service.delete($0.id) }, size: { _ in nil })
  }

  /// Returns the server with an id.
  ///
  /// - throws: ``AppError/notFound(_:)`` if it was deleted.
  public static func server(_ id: SavedServer.ID, in service: SavedServerService) throws -> SavedServer {
    guard let server = try service.all().first(where: { $0.id == id }) else { throw gone }
    return server
  }

  /// The way to make a changed server what it was; `nil` if nothing was changed.
  static func restoration(of old: SavedServer, from new: SavedServer) -> Toast.Undo? {
    let name = face.typedName(old)
    guard old != new else { return nil }
    return .command(
      old.host == new.host
        ? "servers rename id:\(old.id) \(name)" : "servers edit id:\(old.id) --server \(old.host) --name \(name)")
  }

  private static let gone = AppError.notFound("This server is no longer in your list.")

  /// The state of a server's timeline before anything is requested.
  ///
  /// - Parameter server: What is known of it.
  public static func timelineState(
    _ id: SavedServer.ID, _ server: SavedServer? = nil, limit: Int
  ) -> StatusTimeline.State {
    var state = StatusTimeline.State(
      kind: "server", subject: id, title: "Server", label: "server", context: .public,
      emptyText: "No posts on this server yet.",
      limit: limit, command: ["servers", id])
    if let server { state.heading = heading(server) }
    return state
  }

  public static func feedState(_ feed: PublicFeed, of host: String) -> StatusTimeline.State {
    let (kind, name) = feedNames(feed)
    var command = ["server-timeline", host, kind]
    if feed == .local { command.removeLast() }
    return StatusTimeline.State(
      kind: "server-timeline", subject: "\(host) \(kind)", title: "\(name) · \(host) · read without an account",
      label: "\(host) \(kind)", context: .public, emptyText: "No posts there yet.",
      order: feed == .trending ? .server : .chronological, command: command)
  }

  private static func feedNames(_ feed: PublicFeed) -> (kind: String, title: String) {
    switch feed {
    case .local: ("local", "Local")
    case .federated: ("federated", "Federated")
    case .trending: ("trending", "Trending")
    case .tag(let name): ("#\(name)", "#\(name)")
    case .account(let name): ("@\(name)", "@\(name)")
    }
  }

  /// The title and label of an account's posts on a server.
  public static func heading(_ account: Account, on host: String) -> ListHeading {
    let name = account.acct.contains("@") ? account.acct : "\(account.acct)@\(host)"
    var described = account
    described.acct = name
    return ListHeading(
      title: "\(account.shownName) · \(host) · read without an account", label: "\(host) @\(account.acct)",
      account: described)
  }

  /// The title and label of a server's timeline.
  public static func heading(_ server: SavedServer) -> ListHeading {
    let host = server.name == server.host ? "" : " · \(server.host)"
    return ListHeading(title: "\(server.name)\(host) · read without an account", label: server.name)
  }

  /// Creates the model of a server's form.
  ///
  /// - Parameters:
  ///   - id: The server to edit; `nil` to add one.
  ///   - host: Parses an address and returns the server's name; throws if it is not one.
  @MainActor
  public static func form(
    _ id: SavedServer.ID?, service: SavedServerService, makeID: @escaping @Sendable () -> String,
    host: @escaping @Sendable (String) throws -> String
  ) -> FormModel {
    let id = (known: id, used: id ?? makeID())
    return FormModel(
      state: Form.State(
        id.known == nil ? "new server" : "server", form: form(nil), phase: id.known == nil ? .editing : .loading,
        line: id.known == nil ? "servers add HOST" : "servers edit NAME --server HOST"),
      load: { form(try server(id.used, in: service)) },
      prepare: { field, value in field == .server ? try host(value) : value },
      save: { form in
        let old = try service.all().first { $0.id == id.used }
        guard old != nil || id.known == nil else { throw gone }
        let host = form.changed(.server) ?? old?.host ?? form.text(.server)
        // A name that is only the address follows it.
        let name = form.changed(.name) ?? old.map { $0.name == $0.host ? "" : $0.name } ?? form.text(.name)
        let server = SavedServer(id: id.used, name: name.isEmpty ? host : name, host: host)
        try service.save(server)
        return Form.Saved(
          Servers.form(server),
          undo: old.map { restoration(of: $0, from: server) } ?? .command("servers remove id:\(server.id)"))
      })
  }

  /// Returns the name of the field for text typed after `new`: an address has a dot and no space.
  public static func field(typed: String) -> String {
    typed.contains(".") && !typed.contains(where: \.isWhitespace) ? "server" : "name"
  }

  static func form(_ server: SavedServer?) -> Form {
    Form([
      Form.Field(
        .name, "your name for it; by default its address", .text(limit: 60),
        values: server.map { [$0.name] } ?? []),
      Form.Field(
        .server, "address, such as mastodon.example", .text(limit: 253), isRequired: true,
        values: server.map { [$0.host] } ?? []),
    ])
  }
}

extension Form.Field.Name {
  static let name = Form.Field.Name(rawValue: "name")
  static let server = Form.Field.Name(rawValue: "server")
}
