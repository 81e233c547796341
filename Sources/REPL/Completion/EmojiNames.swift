/// The emoji of Unicode, by their names and by what they are often called.
enum EmojiNames {
  /// An emoji and its name in words.
  struct Entry: Hashable {
    var emoji: String
    var name: String
  }

  static let limit = 30

  /// The emoji that a word such as `:rainb` or `:rainbow:` may mean.
  ///
  /// First come those with such a common name, then with such a beginning of their name, then with such a later word of it. A
  /// colon and one letter mean none yet.
  static func matching(_ typed: String) -> [Entry] {
    guard typed.first == ":" else { return [] }
    let wanted = squashed(typed)
    guard wanted.count >= 2 else { return [] }
    let common = shortcodes.filter { $0.key.hasPrefix(wanted) }.sorted { $0.key < $1.key }
      .map { Entry(emoji: $0.value, name: $0.key) }
    let beginning = all.filter { squashed($0.name).hasPrefix(wanted) }
    let within = all.filter { entry in entry.name.split(separator: " ").dropFirst().contains { $0.hasPrefix(wanted) } }
    var seen: Set<String> = []
    return Array((common + beginning + within).filter { seen.insert($0.emoji).inserted }.prefix(limit))
  }

  /// A name without what stands between its words: `smiling_face` and `smiling face` are the same.
  private static func squashed(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" }
  }

  /// Every emoji that is one character of its own; made when it is first needed.
  private static let all: [Entry] = {
    let ranges: [ClosedRange<UInt32>] = [0x203C...0x2049, 0x2122...0x2BFF, 0x3030...0x3299, 0x1F004...0x1FAFF]
    return ranges.joined().compactMap { value in
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji, let name = scalar.properties.name,
        !scalar.properties.isEmojiModifier, !(0x1F1E6...0x1F1FF).contains(value)
      else { return nil }
      let emoji = scalar.properties.isEmojiPresentation ? "\(scalar)" : "\(scalar)\u{FE0F}"
      return Entry(emoji: emoji, name: name.lowercased())
    }
  }()

  /// The popular names of emoji whose Unicode names differ.
  private static let shortcodes: [String: String] = [
    "+1": "👍", "100": "💯", "angry": "😠", "blush": "😊", "bulb": "💡", "check": "✅", "clap": "👏", "coffee": "☕",
    "confused": "😕", "cool": "😎", "cry": "😢", "eyes": "👀", "facepalm": "🤦", "fire": "🔥", "grin": "😁",
    "heart": "❤️", "hearteyes": "😍", "hug": "🤗", "joy": "😂", "kiss": "😘", "laughing": "😆", "lol": "😂", "ok": "👌",
    "party": "🥳", "pray": "🙏", "rofl": "🤣", "sad": "😞", "shrug": "🤷", "smile": "😄", "smirk": "😏", "sob": "😭",
    "sparkles": "✨", "sun": "☀️", "sweat": "😓", "tada": "🎉", "thinking": "🤔", "thumbsdown": "👎", "thumbsup": "👍",
    "tongue": "😛", "wave": "👋", "wink": "😉", "worried": "😟",
  ]
}
