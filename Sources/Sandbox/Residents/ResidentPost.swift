/// A post that a resident makes unprompted, and the replies of other residents.
struct ResidentPost: Sendable {
  var resident: Resident
  var text: String
  var warning = ""
  var language: String?
  var replies: [Reply] = []

  struct Reply: Sendable {
    var resident: Resident
    var text: String
  }

  init(
    _ resident: Resident, _ text: String, warning: String = "", language: String? = nil,
    replies: [(Resident, String)] = []
  ) {
    self.resident = resident
    self.text = text
    self.warning = warning
    self.language = language
    self.replies = replies.map { Reply(resident: $0.0, text: $0.1) }
  }

  /// All posts; the seed decides their order.
  static let all: [ResidentPost] = wren + rook + heron + pool + zoe + moss + juniper + chinatsu + noura + tides
}

/// Placeholders in texts, such as `{boat}`, `{bread}` and `{count}`.
enum TextPlaceholders {
  /// Replaces the placeholders of a text; `{quote}` stands for a quote from the user's post.
  static func fill(_ text: String, at moment: Moment, quote: String = "", _ random: inout SeededRandom) -> String {
    guard text.contains("{") else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      filled += value(String(rest[rest.index(after: open)..<close]), at: moment, quote: quote, &random)
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  private static func value(
    _ slot: String, at moment: Moment, quote: String, _ random: inout SeededRandom
  ) -> String {
    switch slot {
    case "quote": quote
    case "count": String(Int.random(in: 11...96, using: &random))
    case "small": random.pick(["two", "three", "four", "five", "six"]) ?? "two"
    case "time": "0\(Int.random(in: 1...5, using: &random)):\(Int.random(in: 10...59, using: &random))"
    case "boat": random.pick(boats) ?? "Patience"
    case "bread":
      random.pick(["rye", "barley", "oat and treacle", "potato", "the seeded one, mine", "a plain white"]) ?? "rye"
    case "soup":
      random.pick(["leek and smoked haddock", "barley", "split pea", "beetroot", "fish heads, do not look"]) ?? "barley"
    case "kanji": random.pick(["橋", "霧", "灯", "舟", "紙", "待", "雫", "閘"]) ?? "橋"
    case "tides": Tides.table(at: moment)
    default: ""
    }
  }

  private static let boats = [
    "Second Thoughts", "Marguerite", "The Long Answer", "Kestrel", "Otter’s Debt", "Plain Sailing", "Nearly There",
    "Aunt Agnes", "Low Bridge", "Wednesday", "The Other Boat", "Perseverance II (there is no I)",
  ]
}
