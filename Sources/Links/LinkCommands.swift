public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

/// The command `open` for links: everywhere, and as an addition to a screen's own `open`, which takes numbers.
@MainActor
public struct LinkCommands {
  private let open: @MainActor (DeepLink) async throws -> Response
  private let openPost: @MainActor (Status.ID) async throws -> Response

  /// Creates the commands.
  ///
  /// - Parameters:
  ///   - open: Opens the target of a link.
  ///   - openPost: Opens a post by its id.
  public init(
    open: @escaping @MainActor (DeepLink) async throws -> Response,
    openPost: @escaping @MainActor (Status.ID) async throws -> Response
  ) {
    self.open = open
    self.openPost = openPost
  }

  /// The command that is available on every screen.
  public var verb: Verb {
    Verb(
      "open", .word("LINK"), help: "Open a link: https://…, @user@host, #tag, howdah:…",
      discussion: """
        Only your server is asked what the link leads to. Opening a link never follows, boosts or posts. What the \
        server does not know is for a browser. In a shell, put #tag in quotes.
        """
    ) { word in
      guard DeepLink.isLikely(word) else {
        throw AppError.usage(
          "“\(Sanitizer.clean(word))” is not a link.",
          suggestion: "Numbers refer to posts on the screen: home, then open 1.")
      }
      return try await open(DeepLink(parsing: word))
    }
    .answered(adding: "") { reader in
      guard reader.peek() == "." else { return nil }
      let post = try await Parameter<Status.ID>.status.parse(reader)
      try reader.finish()
      return try await openPost(post)
    }
  }

  /// Extends a screen's command to links if it is that screen's `open`.
  public func addingLinks(to verb: Verb) -> Verb {
    guard verb.name == "open" else { return verb }
    // Where entries have names, a name refers to one of them.
    let isNumbered = verb.parameters.contains { if case .reference = $0.form { true } else { false } }
    return verb.answered(adding: "; links and @names too") { reader in
      guard let word = reader.peek() else { return nil }
      guard DeepLink.isLikely(word) else {
        guard isNumbered, ReferenceSyntax.isName(word), !ReferenceSyntax.isID(word) else { return nil }
        throw AppError.usage(
          "“\(word)” is neither a number on the screen nor a link.",
          suggestion: "Accounts are written @\(word.lowercased()).")
      }
      _ = reader.next()
      try reader.finish()
      return try await open(DeepLink(parsing: word))
    }
  }
}
