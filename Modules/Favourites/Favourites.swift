public import FeatureKit
public import MastodonKit
public import StatusKit

/// The posts that the user favourited, the last favourited first, or those of them with some words.
///
/// One more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Favourites {
  /// The screen before anything was requested.
  public static var state: StatusTimeline.State { state([]) }

  /// The screen of the favourites with some words, before anything was requested.
  public static func state(_ words: [String]) -> StatusTimeline.State {
    let text = words.joined(separator: " ")
    return StatusTimeline.State(
      kind: "favourites", subject: words.isEmpty ? nil : text,
      title: words.isEmpty ? "Favourites" : "Favourites · “\(ExcerptText.cut(text, to: 60))”", label: "favourites",
      context: .account,
      emptyText: words.isEmpty ? "You have no favourites. fav N adds a post." : "No favourite has these words.",
      order: .server, command: ["favourites"] + (words.isEmpty ? [] : ["--search", text]))
  }

  public static func page(
    _ words: [String], _ favourites: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> @Sendable (PageRequest) async throws -> Page<Status> {
    words.isEmpty ? favourites : StatusTimeline.searching(favourites) { BookmarkText.matches(words, $0, nil) }
  }

  @MainActor
  public static func plugin(show: @escaping ([String], TimelineOptions) async throws -> Response) -> Plugin {
    Plugin(
      id: state.kind, title: state.heading.title, symbol: "★",
      verbs: [
        Verb(
          "favourites", Parameter<String?>.optionalPhrase("WORDS"), .search, .timeline,
          help: "Show the posts that you favourited, or those with some words",
          discussion: """
            WORDS, or --search WORDS: those that have all of the words in their text, author, alt texts, link or hashtags.

            \(TimelineOptions.discussion)
            """
        ) { phrase, words, options in
          try await show((phrase?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []) + words, options)
        }.reading
      ], previews: { StatusTimeline.previews(of: StatusTimeline.StateFixtures(state)) })
  }
}
