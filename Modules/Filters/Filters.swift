public import FeatureKit
public import MastodonKit

/// The reader's filters: which posts they would rather not meet, where, and what happens to them.
public enum Filters {
  /// Everything the screen shows.
  public typealias State = Entries<Filter>
  /// Owns what the screen shows.
  public typealias Model = EntriesModel<Filter>
  /// Everything the screen can ask for.
  public typealias Action = Entries<Filter>.Action

  /// The words of a filter as they are typed: `rain` must stand alone, `rain*` is also found within words.
  struct Keyword: Hashable, Sendable {
    var text: String
    var wholeWord: Bool

    init(_ keyword: Filter.Keyword) { (text, wholeWord) = (keyword.keyword, keyword.wholeWord) }

    init(typed: String) {
      wholeWord = !typed.hasSuffix("*")
      text = wholeWord ? typed : String(typed.dropLast())
    }

    var typed: String { wholeWord ? text : text + "*" }
  }
}
