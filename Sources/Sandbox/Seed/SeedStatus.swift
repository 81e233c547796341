import MastodonKit

/// A post in a new instance, with its favourites, boosts and votes.
struct SeedStatus: Sendable {
  var author: Resident
  var minutesAgo: Int
  var text: String
  /// The label that other posts refer to.
  var label: String?
  /// The label of the post it replies to.
  var replies: String?
  var quotes: String?
  var warning: String
  var language: String?
  var audience: Audience
  var poll: NewStatus.Poll?
  var media: [MediaAttachment]
  var card: PreviewCard?
  /// The number of favourites by residents chosen by the seed.
  var favouriteCount: Int
  var favouritedBy: [Resident]
  var boosts: [Boost]
  var userVotes: [Int]

  struct Boost: Sendable {
    var by: Resident
    var minutesAgo: Int
  }

  init(
    _ author: Resident, _ minutesAgo: Int, _ text: String, label: String? = nil, replies: String? = nil,
    quotes: String? = nil, warning: String = "", language: String? = nil, audience: Audience = .public,
    poll: NewStatus.Poll? = nil, media: [MediaAttachment] = [], card: PreviewCard? = nil,
    favouriteCount: Int = 0, favouritedBy: [Resident] = [], boosts: [Boost] = [], userVotes: [Int] = []
  ) {
    self.author = author
    self.minutesAgo = minutesAgo
    self.text = text
    self.label = label
    self.replies = replies
    self.quotes = quotes
    self.warning = warning
    self.language = language
    self.audience = audience
    self.poll = poll
    self.media = media
    self.card = card
    self.favouriteCount = favouriteCount
    self.favouritedBy = favouritedBy
    self.boosts = boosts
    self.userVotes = userVotes
  }

  /// All posts, unordered.
  static let all: [SeedStatus] = today + conversations + yesterday + lastDays + byUser
}
