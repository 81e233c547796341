extension Scene {
  /// Threads that branch.
  static let conversations: [Scene] = frost + kettle + train + loaf + gnome

  private static let frost: [Scene] = [
    Scene(.wren, 64, "First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping") {
      $0.label = "frost"
      $0.likes = 7
      $0.boosts = [Boost(by: .moss, minutesAgo: 40)]
    },
    Scene(.rook, 62, "What do you wrap them in?") {
      $0.label = "wrap"
      $0.answers = "frost"
      $0.likes = 1
    },
    Scene(.wren, 61, "Straw and tar paper, like my grandfather. He also sang to them. I have spared them that.") {
      $0.answers = "wrap"
      $0.likes = 5
    },
    Scene(.zoe, 58, "I would like to be wrapped as well. The workshop stove is more of a suggestion.") {
      $0.answers = "frost"
      $0.likes = 3
    },
    Scene(.pool, 55, "Which one is it that does not speak?") {
      $0.label = "third"
      $0.answers = "frost"
    },
    Scene(.wren, 53, "Parliament.") {
      $0.answers = "third"
      $0.likes = 6
    },
  ]

  private static let kettle: [Scene] = [
    Scene(
      .rook, 13, "Question from the night shift. The kettle has served eleven years without a name. What is it called?"
    ) {
      $0.label = "kettle"
      $0.poll = NewStatus.Poll(
        options: ["Boiler No. 2", "Margaret", "The Management", "It has a name, you never asked"],
        expiresIn: 64_800, earlierVotes: [14, 31, 22, 46])
      $0.likes = 4
    },
    Scene(.moss, 10, "There is a precedent. The lift at the library is called Gerald and has behaved ever since.") {
      $0.answers = "kettle"
      $0.likes = 5
    },
    Scene(.heron, 7, "Margaret taught me to swim. She whistled in exactly that way. Voted accordingly.") {
      $0.answers = "kettle"
      $0.likes = 4
    },
  ]

  private static let train: [Scene] = [
    Scene(
      .rook, 1810,
      """
      The 02:14 goods went over the bridge with one lit carriage. Empty, but for a chessboard set up on a table. I have \
      thought of little else. #nighttrains
      """
    ) {
      $0.label = "train"
      $0.likes = 9
      $0.boosts = [Boost(by: .heron, minutesAgo: 1790), Boost(by: .juniper, minutesAgo: 1600)]
    },
    Scene(.juniper, 1802, "Whose move was it?") {
      $0.label = "move"
      $0.answers = "train"
    },
    Scene(.rook, 1799, "White’s. And the kettle was on.") {
      $0.label = "white"
      $0.answers = "move"
      $0.likes = 6
    },
    Scene(.moss, 1770, "Somebody plays by post and has lost patience with the post.") {
      $0.answers = "train"
      $0.likes = 7
    },
    Scene(.you, 1741, "My money is on black.") {
      $0.label = "black"
      $0.answers = "white"
      $0.likedBy = [.rook]
    },
    Scene(.rook, 1738, "Nobody who puts the kettle on at move nine is losing. But noted.") {
      $0.answers = "black"
      $0.likes = 2
    },
  ]

  private static let loaf: [Scene] = [
    Scene(
      .pool, 960,
      """
      The bakery on Salt Lane has stopped making the seeded loaf. No notice, no reason. I have written to them. It is a \
      short letter and it rhymes, which they will know means I am serious.
      """
    ) {
      $0.label = "loaf"
      $0.warning = "food, grief"
      $0.likes = 6
      $0.boosts = [Boost(by: .zoe, minutesAgo: 950)]
    },
    Scene(.wren, 948, "I can let you have honey. It is what we do for grief here.") {
      $0.label = "honey"
      $0.answers = "loaf"
      $0.warning = "food, grief"
      $0.likes = 4
    },
    Scene(.pool, 940, "Bring it. I shall bake the loaf myself and call it Vengeance.") {
      $0.label = "vengeance"
      $0.answers = "honey"
      $0.warning = "food, grief"
      $0.likes = 5
    },
    Scene(.zoe, 931, "Is Vengeance sliced?") {
      $0.label = "sliced"
      $0.answers = "vengeance"
      $0.warning = "food, grief"
      $0.likes = 3
    },
    Scene(.pool, 926, "Torn.") {
      $0.answers = "sliced"
      $0.warning = "food, grief"
      $0.likes = 8
    },
  ]

  private static let gnome: [Scene] = [
    Scene(
      .wren, 2895,
      """
      Plot nine has put up a gnome that faces plot ten. Plot ten has put up a mirror. I keep bees on eleven and stay out \
      of it. #allotment
      """
    ) {
      $0.label = "gnome"
      $0.likes = 8
      $0.boosts = [Boost(by: .zoe, minutesAgo: 2870)]
    },
    Scene(.rook, 2880, "At the lock we settle such things by water level.") {
      $0.answers = "gnome"
      $0.likes = 3
    },
    Scene(.moss, 2861, "We have a book on gnome law. It is surprisingly one-sided.") {
      $0.answers = "gnome"
      $0.likes = 6
    },
  ]
}
