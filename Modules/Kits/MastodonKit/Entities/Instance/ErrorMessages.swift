/// The messages of an error response in any form: a text, a number, a list, or nested objects.
///
/// Servers differ widely. Mastodon sends a text; Pixelfed a text and lists for each field; Pleroma an object of fields,
/// sometimes as JSON within the text. Every text is read, so that the user gets a reason.
struct ErrorMessages: Decodable {
  /// The sentences, in a stable order.
  private(set) var sentences: [String] = []
  /// A numeric code, shown if there is no text.
  private(set) var code: String?

  /// All messages, or else the code.
  var text: String { sentences.isEmpty ? code ?? "" : Self.joined(sentences) }

  /// The largest number of sentences.
  private static let most = 20

  /// The members with the reason, in order of preference; other members are about a field of that name.
  private static let names = [
    "error_description", "message", "error", "description", "detail", "title", "errors", "msg",
  ]

  /// Decodes any JSON value; one without text yields no messages and no error.
  init(from decoder: any Decoder) throws {
    // An error means a value of another type, so the next type is tried.
    if let text = try? decoder.string() {
      say(text)
    } else if let list = try? LossyList<ErrorMessages>(from: decoder) {  // See above.
      take(list.elements)
    } else if let object = try? decoder.fields() {  // See above.
      hear(object)
    } else if let number = try? decoder.singleValueContainer().decode(Double.self) {  // See above.
      code = Int(exactly: number).map { String($0) } ?? String(number)
    }
  }

  private mutating func hear(_ object: Fields) {
    var number: String?
    for name in Self.names {
      guard let words: ErrorMessages = object.entity(name) else { continue }
      if !words.sentences.isEmpty {
        sentences = words.sentences
        return
      }
      number = number ?? words.code
    }
    for name in object.names.sorted() {
      guard !Self.names.contains(name), let words: ErrorMessages = object.entity(name) else { continue }
      sentences += words.sentences.prefix(Self.most - sentences.count).map { "\(name): \($0)" }
    }
    code = number
  }

  private mutating func say(_ text: String) {
    // Pleroma puts JSON with an error for each field into the text. Text that is not JSON is shown as it is.
    if let first = text.first, "{[".contains(first),
      let inner = try? MastodonJSON.decode(ErrorMessages.self, from: text),  // See above.
      !inner.sentences.isEmpty
    {
      sentences = inner.sentences
    } else if text.contains(where: { !$0.isWhitespace }) {
      sentences = [text]
    }
  }

  private mutating func take(_ all: [ErrorMessages]) {
    sentences = Array(all.flatMap(\.sentences).prefix(Self.most))
    code = all.lazy.compactMap(\.code).first
  }

  /// Joins sentences, each with punctuation before the next.
  static func joined(_ sentences: [String]) -> String {
    sentences.reduce("") { text, sentence in
      guard let last = text.last else { return sentence }
      return text + (".!?:;,。".contains(last) ? " " : ". ") + sentence
    }
  }
}
