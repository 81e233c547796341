import MastodonKit

extension SeedStatus {
  static let today: [SeedStatus] = [
    SeedStatus(
      .heron, 4, "Somebody was at the weir before me. He did not say good morning either. #canal",
      media: [MediaAttachment.fixtures.heron], favouriteCount: 6, boosts: [Boost(by: .wren, minutesAgo: 2)]),
    SeedStatus(.chinatsu, 26, "今日は「霜」の活字を二時間探しました。猫が寝ていた引き出しの中にありました。", label: "frost type", favouriteCount: 4),
    SeedStatus(
      .juniper, 21, "Cats file by warmth. It is a sound system, and older than ours.", replies: "frost type",
      favouriteCount: 3),
    SeedStatus(
      .pool, 140,
      """
      The harbour board wants to “streamline” the fish market, which means a car park. I have fed that board. I know what \
      they eat and I know what they deserve.

      Soup at mine on Thursday. Bring a grievance and a bowl.
      """, warning: "food, politics", favouriteCount: 5, boosts: [Boost(by: .rook, minutesAgo: 17)]),
    SeedStatus(
      .zoe, 43,
      """
      Sign on the workshop door, week three:

      “Do not ask if it is fixed.
      Ask if it has learned anything.”
      """, favouriteCount: 7, boosts: [Boost(by: .moss, minutesAgo: 29)]),
    SeedStatus(
      .juniper, 150,
      """
      Wrote down how to sew a book that has to lie open next to a stove. There are diagrams. There is one joke, on page \
      four. https://shore.example/~juniper/sewing-for-kitchens
      """, card: sewingCard, favouriteCount: 5, boosts: [Boost(by: .chinatsu, minutesAgo: 140)]),
    SeedStatus(
      .noura, 171, "المشتري الليلة فوق السطح تمامًا. من عنده قهوة فليصعد.", favouriteCount: 3,
      boosts: [Boost(by: .heron, minutesAgo: 160)]),
    SeedStatus(
      .moss, 196, "The library now lends umbrellas. Fines are payable in weather reports.", favouriteCount: 6,
      boosts: [Boost(by: .zoe, minutesAgo: 35)]),
    SeedStatus(
      .rook, 243,
      "Boat up at dusk: Second Thoughts, forty foot. Turned round above the lock and came back down. #lockbook",
      label: "second thoughts", favouriteCount: 6),
    SeedStatus(.heron, 236, "Did it say anything?", label: "say", replies: "second thoughts"),
    SeedStatus(.rook, 231, "“On reflection.” Sound carries up here.", replies: "say", favouriteCount: 4),
    SeedStatus(
      .wren, 305, "Hive report. Patience: heavy, calm. Prudence: heavy, rude. Parliament: in recess. #beekeeping",
      favouriteCount: 5),
    SeedStatus(
      .pool, 352, "Onions first. Everything else in a kitchen is what you do while the onions decide.", warning: "food",
      favouriteCount: 4),
    SeedStatus(
      .rook, 640,
      "A heron on the lower gate, a fox on the upper one, and me between them with the keys. We have agreed not to discuss "
        + "it.", label: "fox", favouriteCount: 8,
      boosts: [Boost(by: .wren, minutesAgo: 610), Boost(by: .zoe, minutesAgo: 420)]),
    SeedStatus(.juniper, 212, "This is how treaties used to be made.", quotes: "fox", favouriteCount: 5),
  ]

  private static let sewingCard = PreviewCard(
    url: "https://shore.example/~juniper/sewing-for-kitchens", title: "Sewing for kitchens",
    description: "A binding that lies flat, wipes clean and forgives. With diagrams.")
}
