public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Announcements {
  public static func plugin(_ service: AnnouncementService) -> Plugin {
    Plugin(id: "announcements", title: "Announcements", symbol: "!", verbs: [verb(service)], previews: { previews })
  }

  static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (announcements: [Announcement], layout) in view(announcements, layout: layout) }
  }

  private struct Fixtures {
    let empty: [Announcement] = []
    let loaded = Announcement.fixtures.all
    let hostile = [Announcement.fixtures.hostile]
  }

  private static func verb(_ service: AnnouncementService) -> Verb {
    Verb(
      "announcements", .announcementRequest, help: "Show your server's announcements; dismiss one or react to it",
      discussion: """
        announcements dismiss N, or dismiss N, marks one as read. announcements react N EMOJI reacts with an emoji or with the name of one of \
        the server's own (server emoji); unreact N EMOJI takes that back.
        """,
      completions: { $0.isEmpty ? AnnouncementRequest.words : [] }
    ) { request in
      do {
        switch request {
        case .show:
          let all = try await service.all()
          return .view { view(all, layout: $0) }
        case .dismiss(let ids): return try await dismiss(ids, service)
        case .react(let id, let name, let isOn): return try await react(to: id, name, isOn, service)
        }
      } catch let failure as PartialFailure {
        throw failure
      } catch {
        throw AppError(error)
      }
    }
  }

  public static func dismiss(_ ids: [Announcement.ID], _ service: AnnouncementService) async throws -> Response {
    var dismissed: [Announcement.ID] = []
    return try await Response.each(ids, typed: \.rawValue, done: { dismissed.isEmpty ? nil : report(dismissed) }) {
      id in
      try await service.dismiss(id)
      dismissed.append(id)
    }
  }

  private static func report(_ ids: [Announcement.ID]) -> Response {
    .success(
      "Marked \(ids.count == 1 ? "the announcement" : CountText.of(ids.count, "announcement")) as read.",
      hint: "announcements", data: [.init("dismissed", .array(ids.map { .string($0.rawValue) }))])
  }

  private static func react(
    to id: Announcement.ID, _ typed: String, _ isOn: Bool, _ service: AnnouncementService
  ) async throws -> Response {
    // As it is typed in a post: `:kettle:`.
    let name =
      typed.hasPrefix(":") && typed.hasSuffix(":") && typed.count > 2 ? String(typed.dropFirst().dropLast()) : typed
    try await service.setReaction(id, name, isOn)
    let shown = ExcerptText.cut(typed, to: 40)
    let text =
      isOn ? "Reacted to the announcement with \(shown)." : "Removed your reaction \(shown) from the announcement."
    return .success(
      text, hint: "announcements",
      data: [.init("announcement", .string(id.rawValue)), .init("reaction", .string(name)), .init("on", .bool(isOn))])
  }
}

private enum AnnouncementRequest: Sendable {
  case show
  case dismiss([Announcement.ID])
  case react(Announcement.ID, name: String, isOn: Bool)

  static let words = ["dismiss", "react", "unreact"]
}

extension Parameter where Value == AnnouncementRequest {
  /// Nothing, or what to do with which announcement.
  @MainActor fileprivate static var announcementRequest: Parameter {
    let kinds = [Reference.Kind.announcement]
    let one = Parameter<Reference>.reference(kinds: kinds)
    let several = Parameter<[Reference]>.references(kinds: kinds)
    return Parameter(
      ParameterDescription(
        name: "dismiss N|react N EMOJI", form: .reference(kinds: kinds, many: true), isOptional: true)
    ) { reader in
      guard let typed = reader.next() else { return .show }
      let word = try Parameter<String>.pick(typed, from: AnnouncementRequest.words, reader: reader)
      guard word != "dismiss" else { return .dismiss(try await several.parse(reader).map { Announcement.ID($0.id) }) }
      let id = Announcement.ID(try await one.parse(reader).id)
      guard let name = reader.next() else {
        throw reader.refusal("Which emoji?", first: "For example: announcements \(word) 1 👍.")
      }
      return .react(id, name: name, isOn: word == "react")
    }
  }
}
