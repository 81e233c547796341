import MastodonKit

/// Something that somebody said before the reader came, and what others made of it.
struct SeedStatus: Sendable {
  var author: Resident
  var minutesAgo: Int
  var text: String
  /// By which others refer to it.
  var label: String?
  /// The label of what it answers.
  var replies: String?
  var quotes: String?
  var warning = ""
  var language: String?
  var audience = Audience.public
  var sensitive = false
  var poll: NewStatus.Poll?
  var media: [MediaAttachment] = []
  var card: PreviewCard?
  /// How many of the town favourite it; the seed says who.
  var favouriteCount = 0
  /// Who favourites it whatever the seed.
  var favouritedBy: [Resident] = []
  var boosts: [Boost] = []
  /// What the reader chose in its poll.
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

  /// Everything that was said, in no order.
  static let all: [SeedStatus] = today + conversations + yesterday + lastDays + byUser
}
