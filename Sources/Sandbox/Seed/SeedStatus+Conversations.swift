extension SeedStatus {
  static let conversations: [SeedStatus] = frost + kettle + train + loaf + gnome

  private static let frost: [SeedStatus] = [
    SeedStatus(
      .wren, 64, "First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping",
      label: "frost", favouriteCount: 7, boosts: [Boost(by: .moss, minutesAgo: 40)]),
    SeedStatus(.rook, 62, "What do you wrap them in?", label: "wrap", replies: "frost", favouriteCount: 1),
    SeedStatus(
      .wren, 61, "Straw and tar paper, like my grandfather. He also sang to them. I have spared them that.",
      replies: "wrap", favouriteCount: 5),
    SeedStatus(
      .zoe, 58, "I would like to be wrapped as well. The workshop stove is more of a suggestion.", replies: "frost",
      favouriteCount: 3),
    SeedStatus(.pool, 55, "Which one is it that does not speak?", label: "third", replies: "frost"),
    SeedStatus(.wren, 53, "Parliament.", replies: "third", favouriteCount: 6),
  ]

  private static let kettle: [SeedStatus] = [
    SeedStatus(
      .rook, 13, "Question from the night shift. The kettle has served eleven years without a name. What is it called?",
      label: "kettle",
      poll: NewStatus.Poll(
        options: ["Boiler No. 2", "Margaret", "The Management", "It has a name, you never asked"], expiresIn: 64_800,
        earlierVotes: [14, 31, 22, 46]), favouriteCount: 4),
    SeedStatus(
      .moss, 10, "There is a precedent. The lift at the library is called Gerald and has behaved ever since.",
      replies: "kettle", favouriteCount: 5),
    SeedStatus(
      .heron, 7, "Margaret taught me to swim. She whistled in exactly that way. Voted accordingly.", replies: "kettle",
      favouriteCount: 4),
  ]

  private static let train: [SeedStatus] = [
    SeedStatus(
      .rook, 1810,
      """
      The 02:14 goods went over the bridge with one lit carriage. Empty, but for a chessboard set up on a table. I have \
      thought of little else. #nighttrains
      """, label: "train", favouriteCount: 9,
      boosts: [Boost(by: .heron, minutesAgo: 1790), Boost(by: .juniper, minutesAgo: 1600)]),
    SeedStatus(.juniper, 1802, "Whose move was it?", label: "move", replies: "train"),
    SeedStatus(.rook, 1799, "White’s. And the kettle was on.", label: "white", replies: "move", favouriteCount: 6),
    SeedStatus(
      .moss, 1770, "Somebody plays by post and has lost patience with the post.", replies: "train", favouriteCount: 7),
    SeedStatus(.you, 1741, "My money is on black.", label: "black", replies: "white", favouritedBy: [.rook]),
    SeedStatus(
      .rook, 1738, "Nobody who puts the kettle on at move nine is losing. But noted.", replies: "black",
      favouriteCount: 2),
  ]

  private static let loaf: [SeedStatus] = [
    SeedStatus(
      .pool, 960,
      """
      The bakery on Salt Lane has stopped making the seeded loaf. No notice, no reason. I have written to them. It is a \
      short letter and it rhymes, which they will know means I am serious.
      """, label: "loaf", warning: "food, grief", favouriteCount: 6, boosts: [Boost(by: .zoe, minutesAgo: 950)]),
    SeedStatus(
      .wren, 948, "I can let you have honey. It is what we do for grief here.", label: "honey", replies: "loaf",
      warning: "food, grief", favouriteCount: 4),
    SeedStatus(
      .pool, 940, "Bring it. I shall bake the loaf myself and call it Vengeance.", label: "vengeance", replies: "honey",
      warning: "food, grief", favouriteCount: 5),
    SeedStatus(
      .zoe, 931, "Is Vengeance sliced?", label: "sliced", replies: "vengeance", warning: "food, grief",
      favouriteCount: 3),
    SeedStatus(.pool, 926, "Torn.", replies: "sliced", warning: "food, grief", favouriteCount: 8),
  ]

  private static let gnome: [SeedStatus] = [
    SeedStatus(
      .wren, 2895,
      """
      Plot nine has put up a gnome that faces plot ten. Plot ten has put up a mirror. I keep bees on eleven and stay out \
      of it. #allotment
      """, label: "gnome", favouriteCount: 8, boosts: [Boost(by: .zoe, minutesAgo: 2870)]),
    SeedStatus(.rook, 2880, "At the lock we settle such things by water level.", replies: "gnome", favouriteCount: 3),
    SeedStatus(
      .moss, 2861, "We have a book on gnome law. It is surprisingly one-sided.", replies: "gnome", favouriteCount: 6),
  ]
}
