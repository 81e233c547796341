public import FeatureKit
public import MastodonKit
public import StatusKit

extension Servers {
  /// Makes the owner of the overview.
  @MainActor
  public static func model(_ service: SavedServerService) -> Model {
    Model(isKeptHere: true, fetch: service.all, forget: { try service.delete($0.id) })
  }

  /// The timeline of this id.
  ///
  /// - throws: ``AppError/notFound(_:)`` if it is gone.
  public static func timeline(_ id: SavedServer.ID, in service: SavedServerService) throws -> SavedServer {
    guard let timeline = try service.all().first(where: { $0.id == id }) else {
      throw AppError.notFound("There is no such server among those that you read.")
    }
    return timeline
  }

  /// A server's timeline before anything was asked for.
  public static func timelineState(_ id: SavedServer.ID, limit: Int) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "server", subject: id, title: "Server", label: "server", context: .public,
      emptyText: "Nobody has posted there yet.",
      limit: limit)
  }

  /// What a server's timeline is called.
  public static func heading(_ timeline: SavedServer) -> StatusTimeline.Heading {
    let host = timeline.name == timeline.host ? "" : " · \(timeline.host)"
    return StatusTimeline.Heading(title: "\(timeline.name)\(host) · read without an account", label: timeline.name)
  }

  /// Makes the owner of a server's form.
  ///
  /// - Parameters:
  ///   - id: The entry; `nil` for a new one.
  ///   - service: Where the servers are kept.
  ///   - makeID: Makes the id of a new one.
  ///   - host: Reads what was typed as a server, and answers how its name is written.
  @MainActor
  public static func form(
    _ id: SavedServer.ID?, service: SavedServerService, makeID: @escaping @Sendable () -> String,
    host: @escaping @Sendable (String) throws -> String
  ) -> FormModel {
    let id = (known: id, used: id ?? makeID())
    return FormModel(
      state: Form.State(
        id.known == nil ? "new server" : "server", form: form(nil), phase: id.known == nil ? .editing : .loading),
      load: { form(try timeline(id.used, in: service)) },
      prepare: { field, value in field == .server ? try host(value) : value },
      save: { form in
        let host = form.text(.server)
        let name = form.text(.name)
        try service.save(SavedServer(id: id.used, name: name.isEmpty ? host : name, host: host))
      })
  }

  /// The field that something typed for a new server belongs into: an address has a dot and no space.
  public static func field(typed: String) -> String {
    typed.contains(".") && !typed.contains(where: \.isWhitespace) ? "server" : "name"
  }

  /// The fields of a server.
  static func form(_ timeline: SavedServer?) -> Form {
    Form([
      Form.Field(
        .name, "what you call it; its address, unless you say", .text(limit: 60),
        values: timeline.map { [$0.name] } ?? []),
      Form.Field(
        .server, "its address, such as mastodon.example", .text(limit: 253), isRequired: true,
        values: timeline.map { [$0.host] } ?? []),
    ])
  }
}

extension Form.Field.Name {
  static let name = Form.Field.Name(rawValue: "name")
  static let server = Form.Field.Name(rawValue: "server")
}
