import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// Splits a text into numbered posts: between paragraphs, else between sentences, else between words.
  ///
  /// - Parameter contentWarning: Each post repeats it, so it takes from the room of each.
  /// - Returns: The text alone if it fits one post.
  static func thread(_ text: String, contentWarning: String, limits: Limits) -> [String] {
    func count(_ text: some StringProtocol) -> Int {
      characterCount(String(text), contentWarning: contentWarning, charactersPerURL: limits.charactersPerURL)
    }
    let text = text.trimmed
    if let rest = numberedRest(text) { return rest }
    guard count(text) > limits.maxCharacters else { return [text] }
    // Room for " (12/34)".
    let room = max(limits.maxCharacters - 8, 1)
    var parts: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = count(rest) <= room ? rest.endIndex : cut(rest) { count($0) <= room }
      parts.append(rest[..<end].trimmed)
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return parts.enumerated().map { "\($0.element) (\($0.offset + 1)/\(parts.count))" }
  }

  /// The posts of a text that is the rest of a thread, numbered already: `… (2/3)`, an empty line, `… (3/3)`.
  private static func numberedRest(_ text: String) -> [String]? {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
    let numbers = text[text.index(after: open)...].dropLast().split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] == numbers[1], (2...99).contains(numbers[1]) else { return nil }
    let total = numbers[1]
    var parts: [String] = []
    var rest = text[...]
    for number in 1..<total {
      guard let end = rest.firstRange(of: " (\(number)/\(total))\n\n") else { continue }
      parts.append(String(rest[..<end.upperBound].dropLast(2)))
      rest = rest[end.upperBound...]
    }
    return parts.isEmpty ? nil : parts + [String(rest)]
  }

  /// The index at which a text is cut: after the best break in the second half of what fits, else after the last word.
  private static func cut(_ text: Substring, fits: (Substring) -> Bool) -> String.Index {
    var (word, sentence, paragraph): (String.Index?, String.Index?, String.Index?)
    var previous: Character = " "
    for index in text.indices.dropFirst() where text[index].isWhitespace {
      guard fits(text[..<index]) else { break }
      previous = text[text.index(before: index)]
      word = index
      if text[index].isNewline { paragraph = index } else if ".!?…".contains(previous) { sentence = index }
    }
    guard let word else {
      // One word that is too long.
      var end = text.index(after: text.startIndex)
      while end < text.endIndex, fits(text[...end]) { end = text.index(after: end) }
      return end
    }
    let half = text.distance(from: text.startIndex, to: word) / 2
    return [paragraph, sentence].compactMap(\.self).first { text.distance(from: text.startIndex, to: $0) >= half }
      ?? word
  }

  /// The posts of a thread, numbered, with the length of each.
  ///
  /// As JSON it is `{screen, posts: [{text, characters}]}`.
  static func threadPreview(_ parts: [String], contentWarning: String, limits: Limits) -> Document {
    let counts = parts.map {
      characterCount($0, contentWarning: contentWarning, charactersPerURL: limits.charactersPerURL)
    }
    return Document(
      kind: "thread-preview", title: Document.Title("Thread", note: CountText.of(parts.count, "post")),
      blocks: zip(parts, counts).enumerated().flatMap { index, part -> [Block] in
        (index == 0 ? [] : [.blank])
          + part.0.split(separator: "\n").map { .paragraph(StyledText(String($0))) }
          + [.paragraph(StyledText("\(part.1) of \(limits.maxCharacters)", .secondary))]
      },
      hint: StyledText("/send", .hint),
      data: [
        .init(
          "posts",
          .array(zip(parts, counts).map { ["text": .string($0), "characters": .int($1)] }))
      ])
  }
}

extension Composer {
  /// The posts of a thread that are still to be sent, if a draft is the rest of one.
  static func rest(of draft: Draft) -> [String]? {
    numberedRest(draft.content.text.trimmed).flatMap { $0.count > 1 ? $0 : nil }
  }
}

extension Composer.Model {
  /// Splits the text of a single command if it is too long, or continues where an earlier attempt has stopped.
  func splitIfChosen() {
    guard chosen.splitsThread == true, state.parts == nil, !state.isEdit else { return }
    split()
    guard let parts = state.parts else { return }
    do {
      let mine = try drafts.all().filter { $0.account == state.draft.account && $0.id != state.draft.id }
      for sent in 1..<parts.count {
        let rest = Array(parts[sent...])
        guard
          let draft = mine.first(where: {
            $0.content.text == rest.joined(separator: "\n\n") && Self.isRecent($0, now()) && !$0.delivery.isUnderway
          })
        else { continue }
        deleteDraft()
        resume(draft)
        state.parts = rest
        return
      }
    } catch {
      state.storage.fail(error)
    }
  }

  /// Whether a draft was changed so recently that the same text is the same thread.
  private static func isRecent(_ draft: Draft, _ now: Date) -> Bool {
    now.timeIntervalSince(draft.updatedAt) < retryPeriod
  }

  /// Splits the text into a thread if it is too long for one post, and saves the draft.
  public func split() {
    let content = state.draft.content
    let parts = Composer.thread(content.text, contentWarning: content.spoilerText, limits: state.limits)
    state.parts = parts.count > 1 ? parts : nil
    state.draft.isThread = state.parts != nil
    save()
  }

  /// Sends the posts of a thread in order; after each, the draft is what is left of it.
  func sendThread(_ parts: [String], of content: StatusDraft) async throws -> [Status] {
    var content = content
    var sent: [Status] = []
    for (index, part) in parts.enumerated() {
      content.text = part
      let isLast = index == parts.count - 1
      content.isContinued = !isLast
      let status: Status
      // Nothing can reply to a post whose id is not known: it is looked for when the rest is sent.
      do { status = try await publish(content) } catch is Composer.OtherAnswer where !isLast {
        throw AppError.network(
          .unconfirmed(host: Handle(state.draft.account).host ?? "The server", operation: "send the post"))
      }
      sent.append(status)
      guard !isLast else { break }
      let asked = content
      content = StatusDraft(
        spoilerText: content.spoilerText, visibility: content.visibility, language: content.language,
        inReplyToID: status.id, sensitive: content.sensitive)
      keepRest(Array(parts[(index + 1)...]), of: content)
      let isWidened = asked.visibility.isLimited && !status.visibility.isLimited
      if isWidened || (asked.inReplyToID != nil && status.inReplyToID == nil) {
        throw Problem(
          error: AppError.validation(
            "Post \(index + 1) of \(parts.count) was sent, but the server "
              + (isWidened ? "made it \(status.visibility.word)." : "made it a post of its own."),
            suggestion: "To delete what was sent: profile @me."))
      }
    }
    return sent
  }

  /// Makes what is left of a thread the draft, with a key of its own.
  private func keepRest(_ parts: [String], of content: StatusDraft) {
    state.draft.content = content
    state.draft.content.text = parts.joined(separator: "\n\n")
    state.parts = parts
    (state.draft.contentKey, state.draft.triedAt) = (makeID(), nil)
    (state.draft.replyingTo, state.draft.quoting) = ("", nil)
    state.sentParts += 1
    save()
  }
}
