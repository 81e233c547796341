/// The residents' replies to the user, chosen by topic, then for questions, then for any other text.
enum ResidentReplies {
  struct Topic: Sendable {
    var words: [String]
    var lines: [(resident: Resident, text: String)]
  }

  /// The first topic with a keyword in a text.
  static func topic(of text: String) -> Topic? {
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    return topics.first { !words.isDisjoint(with: $0.words) }
  }

  /// Whether a text is a question, with or without a question mark.
  static func isQuestion(_ text: String) -> Bool {
    if text.contains(where: { "?？؟".contains($0) }) { return true }
    let first = text.lowercased().split(separator: " ").first { !$0.hasPrefix("@") } ?? ""
    return ["what", "who", "why", "how", "when", "where", "which", "is", "are", "do", "does", "can"].contains(first)
  }

  private static let topics: [Topic] = [
    Topic(
      words: ["hello", "hi", "hey", "new", "newcomer", "introduction", "introductions", "moin", "bonjour", "hallo"],
      lines: [
        (.wren, "Good morning, or whichever it is. Sit anywhere that does not hum."),
        (.rook, "Welcome through. Mind the step, it moves."),
        (.zoe, "Hello! If anything about you squeaks, Tuesdays to Saturdays."),
        (.moss, "Welcome. Your library card has been ready for some time."),
      ]),
    Topic(
      words: ["bee", "bees", "hive", "hives", "honey", "wasp", "wasps", "garden", "allotment", "frost"],
      lines: [
        (.wren, "The bees thank you for the mention. Parliament asks for it in writing."),
        (.wren, "In my experience it is either the queen or the weather, and they blame each other."),
        (.wren, "Straw, tar paper, patience. In that order, and the last one is a hive."),
      ]),
    Topic(
      words: [
        "bike", "bikes", "bicycle", "bicycles", "wheel", "wheels", "chain", "tyre", "puncture", "code", "program",
        "software", "bug",
      ],
      lines: [
        (.zoe, "Bring it round. If it does not fit through the door, bring the part that hurts."),
        (.zoe, "Turn it off, turn it upside down, turn the pedal. This also works for bicycles."),
        (.zoe, "I have a drawer for exactly that. I have never opened it on purpose."),
      ]),
    Topic(
      words: ["swim", "swimming", "swam", "water", "river", "canal", "cold", "sea", "heron", "weir"],
      lines: [
        (.heron, "It is never warm. That is the secret. Now you also know it."),
        (.heron, "Go in slowly and complain quickly."),
        (.heron, "Six o’clock at the weir, if you are serious. Half past, if you would rather hold the towel."),
      ]),
    Topic(
      words: ["tide", "tides"],
      lines: [(.tides, "{tides}")]),
    Topic(
      words: ["book", "books", "library", "read", "reading", "novel", "poem", "poetry"],
      lines: [
        (.moss, "We have it. It is shelved under regret, second bay."),
        (.juniper, "Is the spine sound? Then there is hope for the ending."),
        (.moss, "Reserved for you. Gerald will bring it down when he is ready."),
      ]),
    Topic(
      words: [
        "bread", "soup", "food", "cook", "cooking", "lunch", "dinner", "breakfast", "cake", "coffee", "tea",
        "recipe",
      ],
      lines: [
        (.pool, "Onions first. Then we shall see what sort of day it is."),
        (.pool, "There is soup. There is always soup. Thursday, bring a spoon."),
        (.pool, "Correct, and a second lemon."),
      ]),
    Topic(
      words: ["night", "sleep", "awake", "late", "lock", "boat", "boats", "train", "trains", "noise", "kettle"],
      lines: [
        (.rook, "I have put it into the lock book, under weather."),
        (.rook, "At this hour that is either a boat or a thought. I shall open the gate for both."),
        (.rook, "The kettle agrees, and the kettle is hard to please."),
      ]),
    Topic(
      words: ["star", "stars", "moon", "sky", "planet", "telescope", "sun"],
      lines: [
        (.noura, "Look a little to the left of where you were looking. It works for most things."),
        (.noura, "القهوة جاهزة. Come up, the sky is on."),
        (.noura, "That was a planet. Stars are the ones that cannot keep still."),
      ]),
    Topic(
      words: ["print", "printing", "type", "font", "paper", "ink", "cat", "cats"],
      lines: [
        (.chinatsu, "その言葉、十二ポイントで組んでみたいです。I would like to set that in twelve point."),
        (.chinatsu, "猫に見せました。返事はありませんが、座りました。My cat sat on it. That is a yes."),
        (.juniper, "Ask the cat. The cat has the final proof."),
      ]),
  ]

  static func toQuestion(by resident: Resident) -> [String] {
    switch resident {
    case .wren:
      ["Yes, but slowly, and with smoke.", "Prudence says no. Patience says wait. I would listen to Patience."]
    case .rook: ["Not before the level is right.", "I asked the lock. It said: twice a night, and bring bread."]
    case .heron: ["Only one way to find out, and it is cold.", "Yes. Under the bridge, where nobody hears you scream."]
    case .zoe:
      ["Depends. Does it make a noise, and does the noise have a rhythm?", "Yes, by Thursday, if nobody else asks."]
    case .moss: ["I can look that up. Softly.", "There are two schools of thought on it, and both are overdue."]
    case .pool: ["Taste it and see.", "Yes. With butter, if possible."]
    case .juniper: ["Hold it to the light. If you can see through it, no.", "I would sew that one by hand."]
    case .chinatsu: ["たぶん、はい。Probably yes. The cat abstains.", "明日、刷ってみます。I will print it tomorrow and see."]
    case .noura: ["Give your eyes ten minutes in the dark. Then ask again.", "إن شاء الله. Weather permitting."]
    case .tides: ["{tides}"]
    case .you: [""]
    }
  }

  static func toAnything(by resident: Resident) -> [String] {
    switch resident {
    case .wren:
      [
        "I told the bees. That is how it is done.",
        "My grandfather would have nodded at that. It was his longest speech.",
        "Parliament objects, but then it is what Parliament is for.", "I shall think about that while I count frames.",
        "“{quote}” is going on the shed door.",
      ]
    case .rook:
      [
        "Noted, with the time and the water level.", "That went through like a boat with no wash.",
        "Read that out to the kettle. Long silence, then steam.", "“{quote}”. The night shift approves.",
        "Somebody had to say it, and the fox would not.",
      ]
    case .heron:
      [
        "I thought about that for two whole lengths.", "This is a warm thought. I am keeping it for tomorrow at six.",
        "The other heron has not moved since you posted it.",
        "“{quote}”: shouted it under the bridge. It came back better.",
      ]
    case .zoe:
      [
        "That has a good rhythm. Nothing to tighten.", "Chalked it up next to the truing stand.",
        "“{quote}”. I would ride that.", "Agreed, and I had my hands full of chain, so it must be true.",
      ]
    case .moss:
      [
        "Filed. You may ask for it at the desk.", "Read it twice, once in the quiet room.",
        "“{quote}” deserves a shelf mark.", "Somebody in the reading room just laughed. I have let it pass.",
      ]
    case .pool:
      [
        "Needs nothing. Perhaps salt.", "Said it over the onions, and they wept, but they do that.",
        "I would serve that with bread.", "“{quote}”. Put that on the board, next to the catch of the day.",
      ]
    case .juniper:
      [
        "I would bind that in linen.", "That one opens flat.", "Wrote it on the inside of a spine, where it will keep.",
        "“{quote}”. Two colours, hand-sewn.",
      ]
    case .chinatsu:
      [
        "いいですね。I set one line of it in type.", "猫も読みました。The cat has read it, too.",
        "「{quote}」、版に組みました。",
      ]
    case .noura:
      [
        "جميل. I told it to the neighbours on the roof.", "I looked up after reading that. Good sky.",
        "“{quote}”. Even Saturn leaned in.",
      ]
    case .tides: ["{tides}"]
    case .you: [""]
    }
  }
}
