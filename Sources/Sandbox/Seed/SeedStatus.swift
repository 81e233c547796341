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
  var warning = ""
  var language: String?
  var audience = Audience.public
  var sensitive = false
  var poll: NewStatus.Poll?
  var media: [MediaAttachment] = []
  var card: PreviewCard?
  /// The number of favourites by residents chosen by the seed.
  var favouriteCount = 0
  var favouritedBy: [Resident] = []
  var boosts: [Boost] = []
  var userVotes: [Int] = []

  struct Boost: Sendable {
    var by: Resident
    var minutesAgo: Int
  }

  init(_ author: Resident, _ minutesAgo: Int, _ text: String, _ change: (inout SeedStatus) -> Void = { _ in }) {
    self.author = author
    self.minutesAgo = minutesAgo
    self.text = text
    change(&self)
  }

  /// All posts, unordered.
  static let all: [SeedStatus] = today + conversations + yesterday + lastDays + byUser
}
