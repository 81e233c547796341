extension SeedStatus {
  static let conversations: [SeedStatus] = frost + kettle + train + loaf + gnome

  private static let frost: [SeedStatus] = [
    SeedStatus(.wren, 64, "First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping") {
      $0.label = "frost"
      $0.favouriteCount = 7
      $0.boosts = [Boost(by: .moss, minutesAgo: 40)]
    },
    SeedStatus(.rook, 62, "What do you wrap them in?") {
      $0.label = "wrap"
      $0.replies = "frost"
      $0.favouriteCount = 1
    },
    SeedStatus(.wren, 61, "Straw and tar paper, like my grandfather. He also sang to them. I have spared them that.") {
      $0.replies = "wrap"
      $0.favouriteCount = 5
    },
    SeedStatus(.zoe, 58, "I would like to be wrapped as well. The workshop stove is more of a suggestion.") {
      $0.replies = "frost"
      $0.favouriteCount = 3
    },
    SeedStatus(.pool, 55, "Which one is it that does not speak?") {
      $0.label = "third"
      $0.replies = "frost"
    },
    SeedStatus(.wren, 53, "Parliament.") {
      $0.replies = "third"
      $0.favouriteCount = 6
    },
  ]

  private static let kettle: [SeedStatus] = [
    SeedStatus(
      .rook, 13, "Question from the night shift. The kettle has served eleven years without a name. What is it called?"
    ) {
      $0.label = "kettle"
      $0.poll = NewStatus.Poll(
        options: ["Boiler No. 2", "Margaret", "The Management", "It has a name, you never asked"],
        expiresIn: 64_800, earlierVotes: [14, 31, 22, 46])
      $0.favouriteCount = 4
    },
    SeedStatus(.moss, 10, "There is a precedent. The lift at the library is called Gerald and has behaved ever since.")
    {
      $0.replies = "kettle"
      $0.favouriteCount = 5
    },
    SeedStatus(.heron, 7, "Margaret taught me to swim. She whistled in exactly that way. Voted accordingly.") {
      $0.replies = "kettle"
      $0.favouriteCount = 4
    },
  ]

  private static let train: [SeedStatus] = [
    SeedStatus(
      .rook, 1810,
      """
      The 02:14 goods went over the bridge with one lit carriage. Empty, but for a chessboard set up on a table. I have \
      thought of little else. #nighttrains
      """
    ) {
      $0.label = "train"
      $0.favouriteCount = 9
      $0.boosts = [Boost(by: .heron, minutesAgo: 1790), Boost(by: .juniper, minutesAgo: 1600)]
    },
    SeedStatus(.juniper, 1802, "Whose move was it?") {
      $0.label = "move"
      $0.replies = "train"
    },
    SeedStatus(.rook, 1799, "White’s. And the kettle was on.") {
      $0.label = "white"
      $0.replies = "move"
      $0.favouriteCount = 6
    },
    SeedStatus(.moss, 1770, "Somebody plays by post and has lost patience with the post.") {
      $0.replies = "train"
      $0.favouriteCount = 7
    },
    SeedStatus(.you, 1741, "My money is on black.") {
      $0.label = "black"
      $0.replies = "white"
      $0.favouritedBy = [.rook]
    },
    SeedStatus(.rook, 1738, "Nobody who puts the kettle on at move nine is losing. But noted.") {
      $0.replies = "black"
      $0.favouriteCount = 2
    },
  ]

  private static let loaf: [SeedStatus] = [
    SeedStatus(
      .pool, 960,
      """
      The bakery on Salt Lane has stopped making the seeded loaf. No notice, no reason. I have written to them. It is a \
      short letter and it rhymes, which they will know means I am serious.
      """
    ) {
      $0.label = "loaf"
      $0.warning = "food, grief"
      $0.favouriteCount = 6
      $0.boosts = [Boost(by: .zoe, minutesAgo: 950)]
    },
    SeedStatus(.wren, 948, "I can let you have honey. It is what we do for grief here.") {
      $0.label = "honey"
      $0.replies = "loaf"
      $0.warning = "food, grief"
      $0.favouriteCount = 4
    },
    SeedStatus(.pool, 940, "Bring it. I shall bake the loaf myself and call it Vengeance.") {
      $0.label = "vengeance"
      $0.replies = "honey"
      $0.warning = "food, grief"
      $0.favouriteCount = 5
    },
    SeedStatus(.zoe, 931, "Is Vengeance sliced?") {
      $0.label = "sliced"
      $0.replies = "vengeance"
      $0.warning = "food, grief"
      $0.favouriteCount = 3
    },
    SeedStatus(.pool, 926, "Torn.") {
      $0.replies = "sliced"
      $0.warning = "food, grief"
      $0.favouriteCount = 8
    },
  ]

  private static let gnome: [SeedStatus] = [
    SeedStatus(
      .wren, 2895,
      """
      Plot nine has put up a gnome that faces plot ten. Plot ten has put up a mirror. I keep bees on eleven and stay out \
      of it. #allotment
      """
    ) {
      $0.label = "gnome"
      $0.favouriteCount = 8
      $0.boosts = [Boost(by: .zoe, minutesAgo: 2870)]
    },
    SeedStatus(.rook, 2880, "At the lock we settle such things by water level.") {
      $0.replies = "gnome"
      $0.favouriteCount = 3
    },
    SeedStatus(.moss, 2861, "We have a book on gnome law. It is surprisingly one-sided.") {
      $0.replies = "gnome"
      $0.favouriteCount = 6
    },
  ]
}
