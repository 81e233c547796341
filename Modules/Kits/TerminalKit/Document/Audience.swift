/// Who may read what is shown; records of a session mask what is not for everyone.
public enum Audience: Hashable, Sendable {
  /// It is not a post, or nobody has said.
  case unstated
  /// Everyone: a public or unlisted post.
  case everyone
  /// Some accounts, or only the user: a direct post, one for followers, a draft of one.
  case limited
}

/// The words in place of what is not for everyone.
public enum Mask {
  /// In place of a post's author and text.
  public static let post = "[private post]"
  /// In place of a password, a code or a token.
  public static let secret = "[hidden]"

  /// What looks like a token in a line that was typed: long, and of letters and digits without words.
  ///
  /// The path of a web address is never taken for one.
  public static func secrets(in line: String) -> [String] {
    line.split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
      var rest = Substring(word)
      if word.hasPrefix("https://") || word.hasPrefix("http://") { rest = rest.drop { $0 != "?" } }
      return rest.split { !isOfToken($0) }.filter(isToken).map(String.init)
    }
  }

  /// Replaces secrets in a text.
  public static func hiding(_ secrets: [String], in text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: secret) }
  }

  private static func isOfToken(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  private static func isToken(_ run: Substring) -> Bool {
    // A name of a file that is as long has more words than that.
    guard run.utf8.count >= 30, run.count(where: { !$0.isLetter && !$0.isNumber }) <= 4 else { return false }
    let (hasDigit, hasLetter) = (run.contains(where: \.isNumber), run.contains(where: \.isLetter))
    return hasDigit && hasLetter
      && (run.utf8.count >= 40 || run.contains(where: \.isUppercase) && run.contains(where: \.isLowercase))
  }
}

extension Document {
  /// The same screen with its private posts masked.
  ///
  /// - Parameter everything: Whether all is masked but the posts that are for everyone.
  public func masked(everything: Bool = false) -> Document {
    let everything = everything || audience == .limited
    var document = self
    document.blocks = Block.masked(blocks, everything: everything)
    if everything {
      if title != nil { document.title = Title(Mask.post) }
      document.data = data.isEmpty ? [] : [JSONValue.Member("masked", true)]
      document.hint = nil
    } else {
      document.data = data.map { JSONValue.Member($0.name, $0.value.masked) }
    }
    return document
  }
}

extension Block {
  fileprivate static func masked(_ blocks: [Block], everything: Bool) -> [Block] {
    let mask = Block.paragraph(StyledText(Mask.post, .secondary))
    var result: [Block] = []
    for block in blocks {
      switch block {
      case .item(let item): result.append(.item(item.masked(everything: everything)))
      case .blank, .rule: result.append(block)
      case .spoken(let inner, as: let words):
        let shown = masked(inner, everything: false)
        // Words that say what is masked are masked with it.
        result.append(everything ? mask : .spoken(shown, as: inner.contains(where: \.isPersonal) ? Mask.post : words))
      default:
        // Lines of the same text become one word.
        if !everything { result.append(block.withoutPersonal) } else if result.last != mask { result.append(mask) }
      }
    }
    return result
  }

  private var isPersonal: Bool { if case .paragraph(let text) = self { text.isPersonal } else { false } }

  private var withoutPersonal: Block {
    guard case .paragraph(let text) = self, text.isPersonal else { return self }
    return .paragraph(StyledText(text.spans.map { $0.isPersonal ? Span(Mask.post, .secondary) : $0 }))
  }
}

extension Item {
  fileprivate func masked(everything: Bool) -> Item {
    guard audience == .limited || (everything && audience != .everyone) else {
      var item = self
      item.data = data.masked
      return item
    }
    var item = Item(
      number: number, mark: mark, branch: branch, blocks: [.paragraph(StyledText(Mask.post, .secondary))],
      spoken: Mask.post, references: references, data: ["masked": true])
    item.audience = audience
    return item
  }
}

extension JSONValue {
  /// The same value without what not everyone may read: the content of each object whose `visibility` is neither public nor
  /// unlisted, and the user's note in each relationship.
  public var masked: JSONValue {
    switch self {
    case .array(let values): return .array(values.map(\.masked))
    case .object(let members):
      if case .string(let visibility)? = members.first(where: { $0.name == "visibility" })?.value,
        visibility != "public", visibility != "unlisted"
      {
        return ["visibility": .string(visibility), "masked": true]
      }
      let isRelationship = members.contains { $0.name == "followed_by" }
      return .object(
        members.map { member in
          guard isRelationship, member.name == "note", case .string(let note) = member.value, !note.isEmpty else {
            return Member(member.name, member.value.masked)
          }
          return Member(member.name, .string(Mask.post))
        })
    case .null, .bool, .int, .double, .string: return self
    }
  }
}
