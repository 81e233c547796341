/// What a refusal says, whatever it is made of: a text, a number, a list, or objects within one another.
///
/// Nowhere do servers differ more. Mastodon has a text; Pixelfed a text beside lists for each field; Pleroma an object of
/// fields, sometimes as JSON within the text. Whatever has words in it is heard, so that nobody is left without a reason.
struct ErrorMessages: Decodable {
  /// The sentences, in an order that is always the same.
  private(set) var sentences: [String] = []
  /// A number that stands where words should, and is better than nothing.
  private(set) var code: String?

  /// All that was said, or the number.
  var text: String { sentences.isEmpty ? code ?? "" : Self.joined(sentences) }

  /// As many as anybody would read.
  private static let most = 20

  /// The names behind which a reason stands, the best first; what stands behind another name is about that name.
  private static let names = [
    "error_description", "message", "error", "description", "detail", "title", "errors", "msg",
  ]

  /// Reads any JSON value; one without words says nothing and is no failure.
  init(from decoder: any Decoder) throws {
    // An error means a value of another type, so the next type is tried.
    if let text = try? decoder.string() {
      say(text)
    } else if let list = try? LossyList<ErrorMessages>(from: decoder) {  // See above.
      take(list.elements)
    } else if let object = try? decoder.fields(FieldName.self) {  // See above.
      hear(object)
    } else if let number = try? decoder.singleValueContainer().decode(Double.self) {  // See above.
      code = Int(exactly: number).map { String($0) } ?? String(number)
    }
  }

  private mutating func hear(_ object: Fields<FieldName>) {
    var number: String?
    for name in Self.names {
      guard let words: ErrorMessages = object.entity(FieldName(stringValue: name)) else { continue }
      if !words.sentences.isEmpty {
        sentences = words.sentences
        return
      }
      number = number ?? words.code
    }
    for name in object.names.sorted(by: { $0.stringValue < $1.stringValue }) {
      guard !Self.names.contains(name.stringValue), let words: ErrorMessages = object.entity(name) else { continue }
      sentences += words.sentences.prefix(Self.most - sentences.count).map { "\(name.stringValue): \($0)" }
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

  /// Sentences behind one another, each with an end where another follows.
  static func joined(_ sentences: [String]) -> String {
    sentences.reduce("") { text, sentence in
      guard let last = text.last else { return sentence }
      return text + (".!?:;,。".contains(last) ? " " : ". ") + sentence
    }
  }
}
