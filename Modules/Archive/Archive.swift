public import FeatureKit
import MastodonKit
public import StatusKit

/// The posts that were read on this machine, searched by their words.
///
/// One more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Archive {
  /// The screen of what contains these words, before anything was read; of every post for none.
  public static func state(_ words: String) -> StatusTimeline.State {
    let title = words.isEmpty ? "Posts that you read" : "Posts that you read · \(words)"
    return StatusTimeline.State(
      kind: "find", subject: words.isEmpty ? nil : words, title: title, label: words.isEmpty ? "find" : "find \(words)",
      context: .account,
      emptyText: words.isEmpty
        ? "No posts are kept yet. Posts that you read at the prompt will be."
        : "No post that you read has these words.", order: .server)
  }

  /// The feature as the root gets it: the command, and the previews.
  ///
  /// - Parameters:
  ///   - isOn: Whether posts are kept.
  ///   - show: Opens the screen of what contains these words.
  @MainActor
  public static func plugin(
    isOn: @escaping @MainActor () -> Bool, show: @escaping (_ words: String) async throws -> Void
  ) -> Plugin {
    Plugin(
      id: "find", title: "Find", symbol: "⌕",
      verbs: [
        Verb(
          "find", .optionalPhrase("WORDS", isConfidential: true),
          help: "Search the posts that you read on this machine",
          discussion: """
            After set archive on, the posts that you read at the prompt are kept on this machine, except direct ones. find WORDS \
            lists those that have every word, also in descriptions of images, names and hashtags; case and accents make \
            no difference, and cana finds canal. find alone lists all of them. Both work without a network. The last \
            20,000 are kept, up to 200 MB for each account; set archive off deletes them.
            """
        ) { words in
          guard isOn() else {
            throw AppError.usage(
              "No posts are kept on this machine.", suggestion: "To keep what you read: set archive on")
          }
          try await show(words ?? "")
          return .screen
        }.reading
      ],
      previews: { StatusTimeline.previews(of: StatusTimeline.StateFixtures(state("canal"))) })
  }
}
