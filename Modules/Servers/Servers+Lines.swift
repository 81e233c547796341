import FeatureKit
import MastodonKit
import TerminalKit

/// Other servers in one line, without the form: `servers add shore.example`.
extension Servers {
  @MainActor
  struct Editor {
    /// The list of servers, which hears of changes.
    let model: @MainActor () -> Model
    let service: @MainActor () -> SavedServerService
    let makeID: @Sendable () -> String
    /// The name of a server whose address was typed.
    let host: @Sendable (String) throws -> String

    /// The lines, as the commands need them.
    var lines: State.Lines {
      State.Lines(
        words: ["rename"], isContent: { _ in false }, options: [.option("name", "NAME"), .option("server", "HOST")],
        discussion: """
          add HOST adds a server at once, with a name of yours behind it or after --name; without an address it opens a \
          form. rename takes the new name behind the old one. edit NAME --server HOST changes the address.
          """,
        create: { name, _, reader in try await create(name, reader) },
        change: { word, server, contents, reader in try await change(word, server, contents, reader) },
        changeUnread: { _, _, _ in nil })
    }

    private func create(_ typed: String, _ reader: ArgumentReader) async throws -> Response? {
      let words = typed.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      let first = words.first ?? ""
      let isAddress = first.contains(".") || first.contains("://") || first.hasPrefix("localhost")
      guard let address = reader.flag("server") ?? (isAddress ? first : nil) else {
        guard reader.flag("name") == nil else { throw reader.refusal("Its address is missing.") }
        return nil
      }
      let rest = isAddress ? words.dropFirst().first : typed.isEmpty ? nil : typed
      let host = try host(address)
      let known = try service().all().first { $0.host == host }
      if let known {
        await model().load()
        return .information(
          "\(face.shownName(known)) is in your list already.", hint: "servers \(self.typed(known))",
          data: data(known))
      }
      let server = SavedServer(id: makeID(), name: try name(reader.flag("name") ?? rest ?? host), host: host)
      try await save(server)
      return .success(
        "Added \(face.shownName(server)) to the servers that you read without an account.",
        hint: "servers \(self.typed(server))", data: data(server), undo: .command("servers remove id:\(server.id)"))
    }

    private func change(
      _ word: String, _ old: SavedServer, _ contents: [String], _ reader: ArgumentReader
    ) async throws -> Response {
      var server = old
      let sentence: String
      if word == "rename" {
        let new = contents.joined(separator: " ")
        guard !new.isEmpty else { throw reader.refusal("What is its new name?") }
        server.name = try name(new)
        sentence = "Renamed \(face.shownName(old)) to \(face.shownName(server))."
      } else {
        server.host = try reader.flag("server").map(host) ?? server.host
        // A name that is only the address follows it.
        server.name = try reader.flag("name").map(name) ?? (old.name == old.host ? server.host : old.name)
        sentence = "Changed \(face.shownName(server)): its address is \(Sanitizer.clean(server.host))."
      }
      try await save(server)
      return .success(
        sentence, hint: "servers \(typed(server))", data: data(server), undo: restoration(of: old, from: server))
    }

    private func save(_ server: SavedServer) async throws {
      try service().save(server)
      try await model().refresh()
    }

    private func typed(_ server: SavedServer) -> String { model().state.typed(server, face) }

    private func data(_ server: SavedServer) -> [JSONValue.Member] { [.init("server", face.data(server))] }

    private func name(_ text: String) throws -> String {
      let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !text.isEmpty, text.count <= 60 else {
        throw AppError.validation("A name has 1 to 60 characters.", suggestion: "Choose another.")
      }
      return text
    }
  }
}
