extension ResidentPost {
  static let wren: [ResidentPost] = [
    ResidentPost(.wren, "Moved the smoker to the other shed. The bees know. #beekeeping"),
    ResidentPost(.wren, "The honey is setting. {count} jars, one spoon, no witnesses."),
    ResidentPost(.wren, "A man asked whether bees sleep. I asked whether he did. We are both thinking about it."),
    ResidentPost(
      .wren, "Plot nine has given the gnome a hat. #allotment",
      replies: [(.moss, "The law is silent on hats."), (.rook, "Then the water level rises.")]),
    ResidentPost(.wren, "Wind from the north. Patience has closed her shutters. #beekeeping"),
    ResidentPost(
      .wren,
      "Somebody left {small} jam jars at my gate. Washed, labels off. It is the most romantic thing that has happened on "
        + "this path.",
      replies: [(.pool, "I know nothing about it. They were good jars, though.")]),
    ResidentPost(.wren, "Every beekeeper has one story about a ladder."),
    ResidentPost(.wren, "Counted the dead on the landing board: few. Counted the living: they would not hold still."),
    ResidentPost(
      .wren, "The allotment meeting took three hours. We have agreed on the date of the next one. #allotment",
      replies: [(.zoe, "Who brought the biscuits?")]),
    ResidentPost(.wren, "Bought a new veil. Looked like a bride. Walked faster."),
    ResidentPost(.wren, "You can hear a hive being content. It is a sixth below the kettle."),
  ]

  static let rook: [ResidentPost] = [
    ResidentPost(.rook, "Boat up: {boat}. Crew of {small}, dog of one. #lockbook"),
    ResidentPost(.rook, "Boat down: {boat}. They asked where the canal goes. I said that it mostly stays. #lockbook"),
    ResidentPost(
      .rook, "Somebody practises the trombone on the far bank. They are getting better, which is worse.",
      replies: [(.heron, "He stops if you clap. I have tried.")]),
    ResidentPost(.rook, "Quiet. The kind with a hum in it."),
    ResidentPost(.rook, "Oiled the paddle gear. It said thank you, or possibly no."),
    ResidentPost(
      .rook, "The {time} to the coast went over with its lights out, like somebody coming home late. #nighttrains"),
    ResidentPost(.rook, "Fog. I can see my hand and most of the lamp."),
    ResidentPost(
      .rook, "A swan has inspected the lock and found it adequate.", replies: [(.heron, "They never tell you twice.")]),
    ResidentPost(
      .rook, "Night shift question. What is the smallest thing you ever mended?",
      replies: [
        (.zoe, "A bell. It was mostly the idea of a bell by then."),
        (.juniper, "A comma. It was from 1790 and had come loose."),
        (.pool, "A silence at dinner. With cheese."),
      ]),
    ResidentPost(.rook, "Boat up: {boat}. Nobody aboard but a cat, steering. I let it through. #lockbook"),
    ResidentPost(.rook, "Frost on the balance beam. I have written my name in it, and the kettle’s. #lockbook"),
  ]

  static let heron: [ResidentPost] = [
    ResidentPost(.heron, "In and out in four minutes. A personal best, in the sense of short. #canal"),
    ResidentPost(.heron, "The water is clear today. One can see every reason not to."),
    ResidentPost(.heron, "Swam under the bridge and called my name. The bridge got it slightly wrong."),
    ResidentPost(.heron, "New towel. Grey. We are taking it slowly."),
    ResidentPost(.heron, "Photographed the weir {count} times. It never blinks."),
    ResidentPost(
      .heron, "A duck kept up with me for a length, then gave up. I felt judged, and after that I felt fast."),
    ResidentPost(
      .heron, "Is there a word for being warm again? There should be.",
      replies: [(.chinatsu, "「ぬくもり」はどうでしょう。"), (.noura, "دفء. وتُقال بصوت خافت.")]),
    ResidentPost(
      .heron, "Low water. Found {small} bicycles and a hat. #canal",
      replies: [(.zoe, "Send the bicycles. Keep the hat.")]),
    ResidentPost(.heron, "The other heron caught something and looked at me as though I should write it down. So."),
    ResidentPost(.heron, "Nobody is ever sorry to have swum. Many are sorry while."),
    ResidentPost(.heron, "Sunrise at the weir: one minute of gold, then back to work, both of us."),
  ]

  static let zoe: [ResidentPost] = [
    ResidentPost(.zoe, "Wheel of the day: {count} spokes, one of them decorative."),
    ResidentPost(
      .zoe, "A child asked me to make it faster. I pumped up the tyres. It is now the fastest bicycle in the world."),
    ResidentPost(.zoe, "The customer says that it only squeaks uphill. I said so do I."),
    ResidentPost(
      .zoe, "Somebody left a unicycle at the door, with a note: “Sorry about the other half.”",
      replies: [(.moss, "Behind the atlases we have a wheel and no explanation. I shall put it by.")]),
    ResidentPost(
      .zoe, "The program that knows whose bicycle is whose has learned to sort. It sorts by grudge. #smallsoftware",
      replies: [(.rook, "Ascending?")]),
    ResidentPost(.zoe, "Found the leak by listening. The tube says shh, as if it were the one being disturbed."),
    ResidentPost(.zoe, "{count} punctures this week, one road, one hedge, no suspects."),
    ResidentPost(.zoe, "A tandem came in. They are not speaking. I have moved the bell to the back."),
    ResidentPost(.zoe, "Deleted a feature today. Nobody noticed, least of all the program. #smallsoftware"),
    ResidentPost(.zoe, "The best tool in the shop is the stool."),
  ]

  static let moss: [ResidentPost] = [
    ResidentPost(
      .moss, "Request of the day: “A blue book, this big, that made my aunt cry.” Found it at the second try."),
    ResidentPost(.moss, "Somebody has been reshelving the poetry by mood. It is an improvement."),
    ResidentPost(
      .moss, "Bookmarks found today: a bus ticket, a feather, one rasher of bacon, cooked.",
      replies: [(.pool, "Smoked or plain? This matters.")]),
    ResidentPost(.moss, "There was a complaint that the quiet room is too quiet. We have put in a clock."),
    ResidentPost(.moss, "Lent: a book on knots, to a man who then could not give it back."),
    ResidentPost(
      .moss, "Gerald stopped between floors today, thought about it, and went on.",
      replies: [(.zoe, "Same."), (.rook, "Did he say anything?")]),
    ResidentPost(.moss, "Story hour. {count} children, one dragon, no biscuits survived."),
    ResidentPost(.moss, "We have a reader who borrows only books with maps, and returns them folded differently."),
    ResidentPost(.moss, "Found a note in a book on ghosts: “If you read this, it is your turn.” Have put it back."),
    ResidentPost(.moss, "The rarest thing in a library is the second volume."),
  ]

  static let tides: [ResidentPost] = [ResidentPost(.tides, "{tides}")]
}
