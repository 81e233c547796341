public import FeatureKit
public import MastodonKit

/// The kinds of notifications as the user names them.
///
/// A server has more types than one wants to choose from: each category is one or several of them.
public enum NotificationCategory: String, Hashable, Sendable, CaseIterable {
  /// Replies and mentions, also direct ones.
  case mentions
  case quotes
  case follows
  case followRequests = "follow-requests"
  case favourites
  case boosts
  /// Posts of accounts that the user asked to be told of.
  case posts
  case polls
  /// Edits of posts that the user boosted or quoted.
  case edits
  case collections
  /// The moderators' actions: warnings, and follows that were removed.
  case moderation
  /// Sign-ups and reports, for moderators.
  case admin
  /// A kind that this version does not know.
  case other

  /// The server's types; empty for those that this version does not know.
  public var kinds: [MastodonKit.Notification.Kind] {
    switch self {
    case .mentions: [.mention]
    case .quotes: [.quote]
    case .follows: [.follow]
    case .followRequests: [.followRequest]
    case .favourites: [.favourite]
    case .boosts: [.reblog]
    case .posts: [.status]
    case .polls: [.poll]
    case .edits: [.update, .quotedUpdate]
    case .collections: [.addedToCollection, .collectionUpdate]
    case .moderation: [.moderationWarning, .severedRelationships]
    case .admin: [.adminSignUp, .adminReport]
    case .other: []
    }
  }

  /// The category of a server's type.
  public init(_ kind: MastodonKit.Notification.Kind) {
    self = Self.allCases.first { $0.kinds.contains(kind) } ?? .other
  }

  /// The words to choose from.
  public static var words: [String] { allCases.map(\.rawValue) }

  /// Reads a word as it is typed: the name, its singular, the server's type, or a name that other programs have for it.
  public init?(typed: String) {
    let word = typed.lowercased()
    let other: [String: Self] = [
      "favs": .favourites, "favorites": .favourites, "likes": .favourites, "reblogs": .boosts, "replies": .mentions,
      "followers": .follows, "requests": .followRequests, "updates": .edits, "warnings": .moderation,
      "reports": .admin, "sign-ups": .admin,
    ]
    let found =
      Self(rawValue: word) ?? Self(rawValue: word + "s") ?? other[word] ?? other[word + "s"]
      ?? Self.allCases.first { $0.kinds.contains { $0.rawValue == word } }
    guard let found else { return nil }
    self = found
  }

  /// Reads several words, separated by commas or spaces.
  ///
  /// - Parameter others: The other values that could be typed here, for the error.
  /// - Throws: ``AppError/usage(_:suggestion:)`` for a word that names none.
  public static func list(_ text: String, or others: [String] = []) throws -> [Self] {
    let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    let found = try words.map { word in
      guard let category = Self(typed: word) else {
        throw AppError.unlisted("“\(word)” is not a kind of notification.", word: word, among: others + Self.words)
      }
      return category
    }
    return found.droppingRepeats(of: \.self)
  }

  /// The words of several categories in one order: `mentions,boosts`.
  public static func text(_ categories: Set<Self>) -> String {
    allCases.filter(categories.contains).map(\.rawValue).joined(separator: ",")
  }
}

extension Parameter where Value == [NotificationCategory] {
  /// `--name KINDS`, separated by commas; empty if it was not given.
  public static func categories(_ name: String) -> Parameter {
    Parameter(
      ParameterDescription(
        name: name, form: .flag(value: "KINDS", choices: NotificationCategory.words), isOptional: true)
    ) { reader in
      guard let text = reader.flag(name) else { return [] }
      let found = try NotificationCategory.list(text)
      guard !found.isEmpty else { throw reader.refusal("--\(name) takes kinds of notifications.") }
      return found
    }
  }
}

extension MastodonKit.Notification {
  /// The direct message of which it tells; `nil` if it tells of something else, such as a favourite.
  public var directMessage: Status.ID? {
    kind == .mention && status?.visibility == .direct ? status?.id : nil
  }
}
