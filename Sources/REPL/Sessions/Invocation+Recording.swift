import FeatureKit
import TerminalKit
import TranscriptKit

/// Records of what is typed and shown.
extension Invocation {
  /// Writes a text, and records it; `make` renders it, for a record with private posts masked.
  func put(
    isError: Bool = false, isQuestion: Bool = false, _ make: (_ renderer: Renderer, _ isMasked: Bool) -> String
  ) {
    let text = make(renderer, false)
    cancelNotice()
    (isError ? output.writeError : isQuestion ? output.writeQuestion : output.write)(text)
    record(isError: isError, isQuestion: isQuestion, make)
  }

  /// Writes and records a text that has no private posts, unless the command is about one.
  func put(_ text: String) { put { $1 && isAboutPrivatePost ? Mask.post + "\n" : text } }

  func record(
    isError: Bool = false, isQuestion: Bool = false, _ make: (_ renderer: Renderer, _ isMasked: Bool) -> String
  ) {
    // Errors and questions are shown where the output goes elsewhere, too.
    let isRecorded = output.isRecorded && current?.isUnrecorded != true
    guard let recorder, isRecorded || isError || isQuestion else { return }
    let renderer = renderer(for: recorder)
    let (text, masked) = (make(renderer, false), make(renderer, true))
    if isQuestion { recorder.printed(question: text, masked: masked) } else { recorder.printed(text, masked: masked) }
  }

  private func renderer(for recorder: SessionRecorder) -> Renderer {
    var renderer = renderer(in: recorder.style(mode.style))
    if let theme = recorder.theme { renderer.theme = theme }
    return renderer
  }

  private func prompt(for recorder: SessionRecorder, _ input: Screen.TextInput?) -> String {
    // Without the count of characters, which says how long a private text is.
    let plain = input.map { $0.prompt().replacing(#/ -?\d+ │/#, with: " │") + " " } ?? Transcript.prompt
    guard recorder.showsPlaces else { return plain }
    let text =
      input == nil
      ? PromptText(places: host.promptPlace.path, counts: (0, 0), width: width).text : StyledText(plain, .secondary)
    // A line of its own is not wrapped, and its last blank stays.
    let line = renderer(for: recorder).render([.verbatim(text)])
    return line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  /// Writes down what is typed and shown; `nil` while nothing is recorded, and for a job.
  var recorder: SessionRecorder? { job == nil ? state.recorder : nil }

  /// Prints a document that is part of another one, which is recorded as a whole.
  func showUnrecorded(_ document: Document) {
    current?.isUnrecorded = true
    show(document)
    current?.isUnrecorded = false
  }

  /// Records a note that was printed above the prompt.
  func record(_ note: Note, isLive: Bool = false) {
    learnAudience(of: note)
    guard let recorder else { return }
    let renderer = renderer(for: recorder)
    recorder.noted(
      render(note, renderer, isMasked: false), masked: render(note, renderer, isMasked: true), isLive: isLive)
  }

  /// Asks the user; what is answered to a question that is not yes or no is not recorded.
  func ask(_ prompt: String, isSecret: Bool, isOpen: Bool, isPrivate: Bool = false) async -> String? {
    // The user takes the time.
    stopDeadline()
    let answer = await output.ask(prompt, isSecret)
    startDeadline()
    if let answer, let recorder {
      let isYesOrNo = prompt.hasSuffix("[y/N]")
      // To a question for yes or no, anything else was typed before it was seen.
      let isHidden =
        recorder.hidesAnswers
        && (isSecret || (isYesOrNo ? !Self.isYesOrNo(answer) : isOpen))
      let end = prompt.hasSuffix("[y/N]") && prompt != "[y/N]" ? " [y/N]" : ""
      recorder.asked(
        prompt, maskedPrompt: isPrivate || isAboutPrivatePost ? Mask.post + end : prompt,
        hiddenPrompt: prompt == "[y/N]" ? prompt : Mask.post + end,
        answer: isHidden && !answer.isEmpty ? Mask.secret : answer)
    }
    return answer
  }

  static func isYesOrNo(_ answer: String) -> Bool { ["", "y", "yes", "n", "no"].contains(answer.lowercased()) }

  // MARK: - Who may read what

  /// Whether the command names a post or a draft of which it is not known that everyone may read it, or something else that not
  /// everyone may read, such as a conversation.
  var isAboutPrivatePost: Bool {
    guard let current else { return false }
    return current.texts.contains { reference in
      let audience = state.audiences[reference]
      return reference.kind == .status || reference.kind == .draft ? audience != .everyone : audience == .limited
    }
  }

  /// Notes who may read the posts of a screen.
  func learnAudiences(of document: Document) {
    // Of a post that was forgotten, it is not known that everyone may read it.
    if state.audiences.count > 1000 { state.audiences = state.audiences.filter { $0.value == .limited } }
    for item in document.items where item.audience != .unstated { learn(item.audience, item.references) }
  }

  func learnAudience(of note: Note) {
    if note.audience != .unstated { learn(note.audience, note.references) }
  }

  func learnAudience(of toast: Toast) {
    guard toast.audience != .unstated else { return }
    if let made = toast.made { learn(toast.audience, [made]) }
    // An answer to a private post is masked with it.
    recorder?.sent(to: isAboutPrivatePost ? .limited : toast.audience)
  }

  private func learn(_ audience: Audience, _ references: [Reference]) {
    if state.audiences.count > 10_000 { state.audiences = [:] }
    // An account is not a secret because of one of its posts.
    for reference in references where reference.kind != .account { state.audiences[reference] = audience }
  }

  // MARK: - Lines

  func beginRecording(of line: String) {
    guard let recorder else { return }
    let input = host.screen.textInput
    recorder.begin(
      line, masked: input == nil ? masked(line) : MaskedLine(text: line),
      behind: prompt(for: recorder, input), audience: input?.audience())
  }

  /// Ends the record of the line that runs, which goes on without one in the background.
  func suspendRecording(of line: String) {
    // A line that runs has been read; of several commands, the first ones may have been recorded.
    if let commands = try? parsed(line), commands.count == 1 { recorder?.suspend() }
    endRecording()
  }

  func endRecording() { recorder?.end(audience: host.screen.textInput?.audience()) }

  /// A line without the texts that it has for others, and without passwords and the like.
  func masked(_ line: String) -> MaskedLine {
    if line.hasPrefix("!") { return MaskedLine(text: line) }
    let rows = line.split(separator: "\n")
    if rows.count > 1, !highlighter.isIncomplete(String(rows[0])) {
      let parts = rows.map { masked(String($0)) }
      return MaskedLine(
        text: parts.map(\.text).joined(separator: "\n"), texts: parts.reduce(0) { $0 + $1.texts })
    }
    do {
      let commands = try parsed(line)
      let parts = try commands.map { try maskedText(of: $0) }
      let texts = parts.count { $0 != nil }
      // A line that has nothing to hide stays as it was typed.
      guard texts > 0 else { return MaskedLine(text: line) }
      return MaskedLine(
        text: zip(parts, commands).map { $0 ?? $1.whole + ($1.isInBackground ? " &" : "") }.joined(separator: "; "),
        texts: texts)
    } catch {
      // A line that cannot be read may be a text.
      let verb = line.prefix { !$0.isWhitespace }
      guard isTellable(String(verb)) else { return MaskedLine(text: Mask.secret, texts: 1) }
      return verb.count == line.count ? MaskedLine(text: line) : MaskedLine(text: "\(verb) \(Mask.post)", texts: 1)
    }
  }

  /// A command without its text; `nil` if it has none.
  private func maskedText(of command: Command) throws -> String? {
    let words = command.arguments.words
    guard isTellable(command.verb) else { return Mask.secret }
    guard !words.isEmpty else { return nil }
    if Self.withoutSlash(command.verb).lowercased() == "alias" { return maskedAlias(command) }
    var (hides, kept) = (false, 0)
    for part in try expanded(command, within: []) {
      guard let verb = catalog.verb(named: Self.withoutSlash(part.verb)) else {
        // What is misspelt may be a post; what is opened is none.
        hides = hides || !ReferenceSyntax.isBare(part.verb)
        continue
      }
      let options = verb.parameters.filter(\.isConfidential).map { "--\($0.name)" }
      if let word = verb.textWord, verb.writesText {
        let isText = part.arguments.words.first?.text.lowercased() == word
        hides = hides || isText
        // The word says nothing, unless an alias stands for it.
        if isText, part == command { kept = 1 }
        continue
      }
      hides = hides || verb.writesText || options.contains { option in words.contains { $0.text.hasPrefix(option) } }
    }
    // The number of the post that is answered says nothing.
    if Self.isNumber(words[0].text) { kept = 1 }
    guard hides, words.count > kept else { return nil }
    let end = (command.redirection.map { " " + $0.text } ?? "") + (command.isInBackground ? " &" : "")
    return ([command.verb] + words.prefix(kept).map(\.text) + [Mask.post]).joined(separator: " ") + end
  }

  /// The definition of an alias without the texts of its commands; `nil` if it has none.
  private func maskedAlias(_ command: Command) -> String? {
    let parts = command.source.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let definition = masked(String(parts[1].drop(while: \.isWhitespace)))
    return definition.texts == 0 ? nil : "\(parts[0])= \(definition.text)"
  }

  /// Whether a line has a text for others in it.
  func hasText(_ line: String) -> Bool { masked(line).texts > 0 }

  private static func isNumber(_ word: String) -> Bool {
    let digits = word.hasPrefix("a") ? word.dropFirst() : word[...]
    return word == "." || word == "-" || (1...3).contains(digits.count) && digits.allSatisfy(\.isNumber)
  }
}
