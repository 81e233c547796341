/// The result of sending the items of an outbox.
public struct OutboxFlush: Sendable {
  public var sent: [OutboxItem] = []
  /// The items that the server has refused for good, with the reasons; they no longer wait.
  public var refused: [(item: OutboxItem, error: any Error)] = []
  /// What the server left out of the items that were sent.
  public var omissions: [Omission] = []
  /// The items that cannot be sent as they are, with the reasons; they stay until the user does something about it.
  public var problems: [(item: OutboxItem, error: any Error)] = []
  /// Why the rest still waits; `nil` if nothing prevented it.
  public var stop: (any Error)?
  /// Whether the user asked for it, whose command says what was sent.
  public var isRequested = false
  /// Whether another prompt or process is sending the same outbox.
  public var isBusy = false

  public init() {}

  /// Whether there is nothing to tell.
  public var isQuiet: Bool { sent.isEmpty && refused.isEmpty && problems.isEmpty }
}

/// Why an item of the outbox was not sent, where that is not the network's or the server's state.
public enum OutboxObstacle: Error {
  /// The server refuses it, and will always do.
  case refused(any Error)
  /// It cannot be sent as it is: a file is missing, or the text is too long.
  case problem(any Error)
  /// Its text was not found: the user has sent or deleted it, or it is lost.
  case gone
  /// It was changed and neither sent nor closed since; nothing overtakes it.
  case open

  /// The reason that everything waits for an ``open`` post.
  public static let changing = MastodonError.unavailable(
    words: "A post that waits in the outbox is being changed.", suggestion: "outbox shows which.")

  /// The problem of a waiting post whose draft was not found.
  public static let missingText = MastodonError.unavailable(
    words: "Its text is missing or can't be read.", suggestion: "It still waits until outbox discard.")
}

extension MastodonError {
  /// Whether the server has refused the request for a reason that lasts, so that sending it again is of no use.
  ///
  /// A sign-in that is not accepted, a limit, a failing server and a page in place of an answer may all be over soon.
  public var isLastingRefusal: Bool {
    switch self {
    case .forbidden(_, let words, _): !words.isEmpty && !lacksScope
    // Mastodon refuses an attachment that it is still working on with the same code as a wrong one.
    case .rejected(_, let words, _): !words.contains("finished processing")
    case .notFound, .unsupported, .lacks, .tooLarge, .unusableID: true
    default: false
    }
  }

  /// Whether the server may refuse every request for now: it gives no reason, or forbids it, as to a disabled account.
  public var mayBeAboutEverything: Bool {
    switch self {
    case .rejected(_, let words, _): words.isEmpty
    // A page may be taken for a feature that the software lacks.
    case .forbidden, .notFound, .unsupported, .lacks, .tooLarge: true
    default: false
    }
  }

  /// Whether the sign-in lacks a permission that the request needs.
  public var lacksScope: Bool {
    guard case .forbidden(_, let words, _) = self else { return false }
    let lower = words.lowercased()
    return lower.contains("authorized scope") || lower.contains("insufficient permission")
      || lower.contains("insufficient scope")
  }
}
