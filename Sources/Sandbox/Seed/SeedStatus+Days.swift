import MastodonKit

extension SeedStatus {
  static let yesterday: [SeedStatus] = [
    SeedStatus(.heron, 905, "Eight degrees. The water, not me. I am eleven. #canal", favouriteCount: 5),
    SeedStatus(
      .zoe, 1195, "Three hours on this rim. Nobody will ever notice, except the road.",
      media: [MediaAttachment.fixtures.wheel], favouriteCount: 6),
    SeedStatus(
      .moss, 1320,
      "Returned today, thirty-one years late: a guide to punctuality. The reader said she had wanted to be thorough.",
      favouriteCount: 9, boosts: [Boost(by: .wren, minutesAgo: 1275)]),
    SeedStatus(.chinatsu, 1490, "試し刷りの一番人気は :kettle: でした。猫の判子は二位。本人は不満そうです。", favouriteCount: 4),
    SeedStatus(
      .noura, 1610,
      "For those who ask in English: the bright one near the moon tonight is Saturn. It is not following you. It is not "
        + "following anybody.", language: "en", favouriteCount: 7, boosts: [Boost(by: .moss, minutesAgo: 1580)]),
    SeedStatus(
      .juniper, 1668, "A customer wants a diary bound so that it does not open at Tuesdays. I have accepted.",
      favouriteCount: 6),
    SeedStatus(
      .wren, 2050, "Settle this. A hive that makes no honey, but is pleasant company:", label: "company",
      poll: NewStatus.Poll(
        options: ["Keep it", "Keep it, but mention the honey", "It is a pet now"], expiresIn: 86_400, multiple: true,
        earlierVotes: [38, 24, 51]), favouriteCount: 3, userVotes: [0, 2]),
    SeedStatus(
      .juniper, 2170,
      """
      Somebody brought me a recipe book to mend. Three generations, three hands, one stain on every page.

      The grandmother writes “some”. The mother writes “a cup, level”. The daughter writes “some (see Gran)”. Between the \
      second and the third there are two pages cut out with a knife, and nobody in the family will say what was on them.

      I have left the gap as it is, and sewn around it. You mend the book, not the family. But I put in one blank leaf, \
      good paper, at the place. Books ought to be given the chance.
      """, favouriteCount: 9, boosts: [Boost(by: .rook, minutesAgo: 2100), Boost(by: .pool, minutesAgo: 1900)]),
  ]

  static let lastDays: [SeedStatus] = [
    SeedStatus(
      .heron, 2410, "It was refreshing. I am told one must say so until one’s lips work again.",
      warning: "cold water, mild complaint", favouriteCount: 4),
    SeedStatus(
      .zoe, 2640,
      """
      Wrote a program that tells me which bicycle I promised to whom. Eighty lines. It has one feature and one bug, and \
      they are the same line. #smallsoftware
      """, label: "program", favouriteCount: 7),
    SeedStatus(
      .moss, 2622, "Ours was here before I was. Nobody knows what it does. When it stops, the lift stops.",
      label: "gerald", replies: "program", favouriteCount: 5),
    SeedStatus(.zoe, 2617, "Have you tried asking Gerald?", replies: "gerald", favouriteCount: 4),
    SeedStatus(
      .pool, 3105, "A poached egg is an agreement between you and the water. Do not stir. Do not look away.",
      warning: "food", favouriteCount: 5),
    SeedStatus(
      .chinatsu, 3290, "活字を一本落としました。「静」でした。ものすごい音でした。", favouriteCount: 8,
      boosts: [Boost(by: .juniper, minutesAgo: 3200)]),
    SeedStatus(
      .moss, 3605, "Inventory is done. We own four copies of a book that does not exist.", audience: .private,
      favouriteCount: 4),
    SeedStatus(
      .rook, 3960,
      """
      Ice on the lower pound, the thin kind that talks. Put out a lamp for the ducks. Now there are two lamps’ worth of \
      ducks.
      """, favouriteCount: 6),
    SeedStatus(.heron, 4020, "Lost: one towel, grey, moral support only.", favouriteCount: 3),
    SeedStatus(.juniper, 4230, "Glue day. Please speak softly and do not lean on anything.", favouriteCount: 3),
    SeedStatus(
      .wren, 4325, "The queen of Prudence has been seen. She was not pleased about it. #beekeeping",
      media: [MediaAttachment.fixtures.hum], favouriteCount: 5),
  ]

  static let byUser: [SeedStatus] = [
    SeedStatus(
      .you, 4180, "Hello. I am told this is the place with the heron.", label: "hello",
      favouritedBy: [.wren, .moss, .zoe]),
    SeedStatus(.wren, 4172, "It is. Please do not feed him. There is a rule.", replies: "hello", favouriteCount: 2),
    SeedStatus(.heron, 4165, "I feed myself, thank you. Oh, the other one.", replies: "hello", favouriteCount: 5),
    SeedStatus(
      .rook, 4150,
      """
      @you Welcome to the sandbox. Everybody here is invented, the fox included, and none of it leaves this machine. Ask \
      any of us anything. We answer.
      """, audience: .direct),
    SeedStatus(
      .you, 1560, "Does the lock make that noise every night, or only when somebody is nearly asleep?", label: "noise",
      favouritedBy: [.heron, .moss]),
    SeedStatus(
      .rook, 1553, "Every night. It can only be heard by people who are nearly asleep. I have asked around.",
      replies: "noise", favouriteCount: 6),
    SeedStatus(
      .you, 130, "My bicycle has begun to comment on the hills. Who here mends bicycles?", label: "bicycle",
      favouritedBy: [.wren, .rook, .heron], boosts: [Boost(by: .rook, minutesAgo: 121)]),
    SeedStatus(
      .zoe, 125, "I do. What does it say, and in which gear?", label: "gear", replies: "bicycle", favouriteCount: 2),
    SeedStatus(.you, 119, "Third, mostly. A sort of tutting.", label: "tutting", replies: "gear", favouritedBy: [.zoe]),
    SeedStatus(
      .zoe, 112,
      "Tutting is the bottom bracket. Sighing would be the chain. Bring it on Tuesday, I will hear both sides. :spanner:",
      replies: "tutting", favouriteCount: 4),
  ]
}
