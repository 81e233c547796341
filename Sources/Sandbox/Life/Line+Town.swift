extension Line {
  static let wren: [Line] = [
    Line(.wren, "Moved the smoker to the other shed. The bees know. #beekeeping"),
    Line(.wren, "The honey is setting. {count} jars, one spoon, no witnesses."),
    Line(.wren, "A man asked whether bees sleep. I asked whether he did. We are both thinking about it."),
    Line(
      .wren, "Plot nine has given the gnome a hat. #allotment",
      answers: [(.moss, "The law is silent on hats."), (.rook, "Then the water level rises.")]),
    Line(.wren, "Wind from the north. Patience has closed her shutters. #beekeeping"),
    Line(
      .wren,
      "Somebody left {small} jam jars at my gate. Washed, labels off. It is the most romantic thing that has happened on "
        + "this path.",
      answers: [(.pool, "I know nothing about it. They were good jars, though.")]),
    Line(.wren, "Every beekeeper has one story about a ladder."),
    Line(.wren, "Counted the dead on the landing board: few. Counted the living: they would not hold still."),
    Line(
      .wren, "The allotment meeting took three hours. We have agreed on the date of the next one. #allotment",
      answers: [(.zoe, "Who brought the biscuits?")]),
    Line(.wren, "Bought a new veil. Looked like a bride. Walked faster."),
    Line(.wren, "You can hear a hive being content. It is a sixth below the kettle."),
  ]

  static let rook: [Line] = [
    Line(.rook, "Boat up: {boat}. Crew of {small}, dog of one. #lockbook"),
    Line(.rook, "Boat down: {boat}. They asked where the canal goes. I said that it mostly stays. #lockbook"),
    Line(
      .rook, "Somebody practises the trombone on the far bank. They are getting better, which is worse.",
      answers: [(.heron, "He stops if you clap. I have tried.")]),
    Line(.rook, "Quiet. The kind with a hum in it."),
    Line(.rook, "Oiled the paddle gear. It said thank you, or possibly no."),
    Line(.rook, "The {time} to the coast went over with its lights out, like somebody coming home late. #nighttrains"),
    Line(.rook, "Fog. I can see my hand and most of the lamp."),
    Line(
      .rook, "A swan has inspected the lock and found it adequate.", answers: [(.heron, "They never tell you twice.")]),
    Line(
      .rook, "Night shift question. What is the smallest thing you ever mended?",
      answers: [
        (.zoe, "A bell. It was mostly the idea of a bell by then."),
        (.juniper, "A comma. It was from 1790 and had come loose."),
        (.pool, "A silence at dinner. With cheese."),
      ]),
    Line(.rook, "Boat up: {boat}. Nobody aboard but a cat, steering. I let it through. #lockbook"),
    Line(.rook, "Frost on the balance beam. I have written my name in it, and the kettle’s. #lockbook"),
  ]

  static let heron: [Line] = [
    Line(.heron, "In and out in four minutes. A personal best, in the sense of short. #canal"),
    Line(.heron, "The water is clear today. One can see every reason not to."),
    Line(.heron, "Swam under the bridge and called my name. The bridge got it slightly wrong."),
    Line(.heron, "New towel. Grey. We are taking it slowly."),
    Line(.heron, "Photographed the weir {count} times. It never blinks."),
    Line(.heron, "A duck kept up with me for a length, then gave up. I felt judged, and after that I felt fast."),
    Line(
      .heron, "Is there a word for being warm again? There should be.",
      answers: [(.chinatsu, "「ぬくもり」はどうでしょう。"), (.noura, "دفء. وتُقال بصوت خافت.")]),
    Line(
      .heron, "Low water. Found {small} bicycles and a hat. #canal",
      answers: [(.zoe, "Send the bicycles. Keep the hat.")]),
    Line(.heron, "The other heron caught something and looked at me as though I should write it down. So."),
    Line(.heron, "Nobody is ever sorry to have swum. Many are sorry while."),
    Line(.heron, "Sunrise at the weir: one minute of gold, then back to work, both of us."),
  ]

  static let zoe: [Line] = [
    Line(.zoe, "Wheel of the day: {count} spokes, one of them decorative."),
    Line(
      .zoe, "A child asked me to make it faster. I pumped up the tyres. It is now the fastest bicycle in the world."),
    Line(.zoe, "The customer says that it only squeaks uphill. I said so do I."),
    Line(
      .zoe, "Somebody left a unicycle at the door, with a note: “Sorry about the other half.”",
      answers: [(.moss, "Behind the atlases we have a wheel and no explanation. I shall put it by.")]),
    Line(
      .zoe, "The program that knows whose bicycle is whose has learned to sort. It sorts by grudge. #smallsoftware",
      answers: [(.rook, "Ascending?")]),
    Line(.zoe, "Found the leak by listening. The tube says shh, as if it were the one being disturbed."),
    Line(.zoe, "{count} punctures this week, one road, one hedge, no suspects."),
    Line(.zoe, "A tandem came in. They are not speaking. I have moved the bell to the back."),
    Line(.zoe, "Deleted a feature today. Nobody noticed, least of all the program. #smallsoftware"),
    Line(.zoe, "The best tool in the shop is the stool."),
  ]

  static let moss: [Line] = [
    Line(.moss, "Request of the day: “A blue book, this big, that made my aunt cry.” Found it at the second try."),
    Line(.moss, "Somebody has been reshelving the poetry by mood. It is an improvement."),
    Line(
      .moss, "Bookmarks found today: a bus ticket, a feather, one rasher of bacon, cooked.",
      answers: [(.pool, "Smoked or plain? This matters.")]),
    Line(.moss, "There was a complaint that the quiet room is too quiet. We have put in a clock."),
    Line(.moss, "Lent: a book on knots, to a man who then could not give it back."),
    Line(
      .moss, "Gerald stopped between floors today, thought about it, and went on.",
      answers: [(.zoe, "Same."), (.rook, "Did he say anything?")]),
    Line(.moss, "Story hour. {count} children, one dragon, no biscuits survived."),
    Line(.moss, "We have a reader who borrows only books with maps, and returns them folded differently."),
    Line(.moss, "Found a note in a book on ghosts: “If you read this, it is your turn.” Have put it back."),
    Line(.moss, "The rarest thing in a library is the second volume."),
  ]

  static let tides: [Line] = [Line(.tides, "{tides}")]
}
