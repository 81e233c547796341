public import FeatureKit
public import MastodonKit

/// The user's filters: which posts to hide or fold, and in which timelines.
public enum Filters {
  public typealias State = Entries<Filter>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<Filter>
  public typealias Action = Entries<Filter>.Action

  /// A keyword as it is typed: `rain` matches whole words only, `rain*` also matches parts of words.
  struct Keyword: Hashable, Sendable {
    var text: String
    var wholeWord: Bool

    init(_ keyword: Filter.Keyword) { (text, wholeWord) = (keyword.keyword, keyword.wholeWord) }

    init(typed: String) {
      wholeWord = !typed.hasSuffix("*")
      text = wholeWord ? typed : String(typed.dropLast())
    }

    var typed: String { wholeWord ? text : text + "*" }
    /// Whether there is nothing to match.
    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
  }
}
