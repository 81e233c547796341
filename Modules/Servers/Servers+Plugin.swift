public import FeatureKit
public import MastodonKit
public import StatusKit

extension Servers {
  /// Creates the feature: its tab, the command that shows it, its previews.
  ///
  /// - Parameter host: Parses an address and returns the server's name; throws if it is not one.
  @MainActor
  public static func plugin(
    model: @escaping @MainActor () -> Model, action: Action, service: @escaping @MainActor () -> SavedServerService,
    makeID: @escaping @Sendable () -> String, host: @escaping @Sendable (String) throws -> String,
    feed: @escaping @MainActor (PublicFeed, _ host: String, TimelineOptions) async throws -> Response
  ) -> Plugin {
    State.plugin(
      id: id, title: title, symbol: "⇄", help: "Show the servers that you read without an account", isTimeline: true,
      lines: Editor(model: model, service: service, makeID: makeID, host: host).lines, face: { face }, model: model,
      action: action,
      recreation: { server in face.recreatedName(server).map { "servers add \(server.host) --name \($0)" } },
      previews: { previews }
    ).mapVerbs { $0 + [feedVerb(feed)] }
  }

  @MainActor
  private static func feedVerb(
    _ show: @escaping @MainActor (PublicFeed, _ host: String, TimelineOptions) async throws -> Response
  ) -> Verb {
    let feeds = ["local", "federated", "trending"]
    return Verb(
      "server-timeline", .word("HOST"), Parameter<String?>.optionalWord("local|federated|trending|#TAG|@NAME"),
      .timeline,
      help: "Show public posts of another server, read without an account",
      discussion: """
        HOST is its name, such as shore.example. Without more it is the posts of its own accounts; federated are \
        those that it knows, trending those that are popular there, #TAG those with a hashtag, and @NAME those of an \
        account. None of this needs an account anywhere. servers add HOST keeps a server in a list.

        \(TimelineOptions.discussion)
        """,
      completions: { $0.count == 1 ? feeds : [] }
    ) { host, word, options in
      let feed: PublicFeed
      switch word {
      case "local", nil: feed = .local
      case "federated": feed = .federated
      case "trending": feed = .trending
      case let word?:
        if word.hasPrefix("@"), word.count > 1 {
          feed = .account(Handle(word.lowercased(), at: [HostName.ascii(host) ?? host]).text)
          break
        }
        guard word.hasPrefix("#") else {
          throw AppError.unlisted(
            "Unknown timeline “\(word)”.", word: word, among: feeds,
            choices: "Use \(feeds.joined(separator: ", ")), #TAG or @NAME.")
        }
        feed = .tag(try HashtagName.parse(word))
      }
      return try await show(feed, host, options)
    }.withoutAccount.reading
  }

  @MainActor
  public static func timeline(
    model: StatusTimeline.Model, status: StatusAction, edit: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    StatusTimeline.screen(
      model: model, status: status, additions: { additions },
      verbs: { [editVerb(edit)] })
  }

  @MainActor public static let formFace = Form.Face(id: "server-form")

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + formFace.previews(of: FormFixtures())
      + StatusTimeline.previews(
        of: TimelineFixtures(), prefix: "timeline", status: StatusAction.fixtures.foreign,
        additions: { _ in additions }, verbs: { [editVerb { .screen }] })
  }

  private static let additions = StatusTimeline.Additions(hint: ["edit"])

  @MainActor
  private static func editVerb(_ edit: @escaping @MainActor () async throws -> Response) -> Verb {
    Verb("edit", aliases: ["change"], help: "Change this server's name or address") { try await edit() }
  }
}
