import FeatureKit
import FoundationEssentials
import TerminalKit

/// Messages: what was done, and what failed.
extension Invocation {
  /// Prints the message of a command and remembers it.
  func show(_ toast: Toast) {
    host.notes.remember(toast)
    learnAudience(of: toast)
    put { $1 && isMasked(toast) ? Mask.post + "\n" : render(toast, $0, isMasked: $1) }
    // Where only the result is printed, what is missing, or was not done, is said beside it.
    let isWhole = toast.kind == .success && toast.dropped.isEmpty
    if !isWhole, printsResult(of: toast), toast.result != toast.text.plain { note(Note(toast.text)) }
  }

  /// Whether a shell or a script gets only the result of a message, such as an address.
  private func printsResult(of toast: Toast) -> Bool {
    !mode.isData && (source == .shell || isScripted) && toast.result != nil
  }

  /// Whether a record must not have the text of a message.
  private func isMasked(_ toast: Toast) -> Bool {
    // What is said about a text of the user's own has nothing of the text.
    isAboutPrivatePost || toast.text.isPersonal || (toast.audience == .limited && current?.writesText != true)
  }

  private func render(_ toast: Toast, _ renderer: Renderer, isMasked: Bool) -> String {
    if mode.isData {
      let members = members(toast)
      return JSONValue.answer(isMasked ? members.map { .init($0.name, $0.value.masked) } : members) + "\n"
    }
    if printsResult(of: toast), let result = toast.result { return Sanitizer.clean(result) + "\n" }
    let hint = mode.style.showsHints ? toast.hint.map { slashed(asTyped($0)) } : nil
    return renderer.render(typedHosts.restored(in: toast.text), hint: hint) + "\n"
  }

  /// The host names of the running command, which its messages repeat.
  private var typedHosts: TypedHosts { TypedHosts(in: current?.command.arguments.words.map(\.text) ?? []) }

  /// Suggested commands with each id as the user typed it: `unboost .`, not `unboost 109501234567890123`.
  ///
  /// A number that does not stand for the same thing where the user is now is an id: after `undo`, of a job, below a page.
  private func asTyped(_ hint: Hint) -> Hint {
    let isActing = current?.acting != nil
    let shown = isInBackground ? state.shown?.references : current?.numbersToRestore ?? numbers
    func isShown(_ word: String, _ id: String) -> Bool {
      // Where nothing has a number, the screen is about to be printed below.
      guard !isActing, shown?.highest ?? 0 > 0, let numbers = ReferenceSyntax.numbers(word) else { return true }
      return numbers.contains { number in
        shown?[number]?.contains { ($0.account == host.account ? $0.ofAccount : $0).id == id } ?? false
      }
    }
    let named = current?.typed.keys.sorted() ?? []
    var hint = hint
    hint.parts = hint.parts.map { command in
      var command = command
      if command.words.count > 1, !named.isEmpty, !named.contains(command.words[1]),
        !named.contains(where: { isShown(command.words[1], $0) })
      {
        command.words.replaceSubrange(1...1, with: named.map(ReferenceSyntax.typed))
      }
      return replacing(wordsOf: command) { word, typed in
        (typed.count < word.count || isActing) && isShown(typed, word) ? typed : word
      }
    }
    return hint
  }

  /// A command with its ids replaced; those of a range such as `1-3` once.
  func replacing(
    wordsOf command: Hint.Command, by choose: (_ word: String, _ typed: String) -> String
  ) -> Hint.Command {
    var words: [String] = []
    for word in command.words {
      let chosen = current?.typed[word].map { choose(word, $0) } ?? word
      if chosen == word || chosen != words.last { words.append(chosen) }
    }
    var command = command
    command.words = words
    return command
  }

  /// Prints the message about the screen that was closed, then loads and prints the top screen.
  func showScreen(after toast: Toast) async -> Verdict {
    let toast = completed(toast)
    noteUndo(of: toast)
    host.notes.remember(toast)
    // The numbers of the closed screen stand for nothing any more; a text leaves those of the screen below it.
    if !isWriting { forgetNumbers() }
    // A script gets both in one object.
    if mode.isData { return verdict(on: toast, then: await showScreen(adding: members(toast))) }
    learnAudience(of: toast)
    put {
      ($1 && isMasked(toast) ? Mask.post + "\n" : render(toast, $0, isMasked: $1))
        + (mode.style.format == .spoken ? "" : "\n")
    }
    return verdict(on: toast, then: await showReturn())
  }

  /// Puts a text on the terminal's clipboard and prints it; says so where that is not possible.
  ///
  /// What goes to a file or a program is the text alone. A paste is typed into whatever program has the terminal next, so it
  /// has no control characters.
  func copy(_ text: String, _ noun: String) {
    let text = Sanitizer.clean(text)
    let isCopied = !mode.isData && output.style.hasClipboard.map(host.promptSettings.clipboard.isOn) ?? false
    var document = Document(
      kind: "copy", blocks: [.verbatim(StyledText(text))],
      data: [JSONValue.Member(noun, .string(text)), JSONValue.Member("copied", .bool(isCopied))])
    if isCopied {
      // Not recorded: it is for this terminal.
      output.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
      document.blocks.insert(.paragraph(StyledText("Copied the \(noun):")), at: 0)
    } else if output.style.hasClipboard != nil {
      let reason =
        host.promptSettings.clipboard.isOn(true)
        ? "This terminal's clipboard can't be set. Copy the \(noun) from here:"
        : "Not copied, as clipboard is off. The \(noun):"
      document.blocks.insert(.paragraph(StyledText(reason)), at: 0)
    }
    show(document)
  }

  private func members(_ toast: Toast) -> [JSONValue.Member] {
    let dropped = toast.dropped.map(JSONValue.string)
    return [
      JSONValue.Member("ok", .bool(dropped.isEmpty)), JSONValue.Member("message", .string(toast.text.plain)),
    ] + toast.data + (dropped.isEmpty ? [] : [JSONValue.Member("dropped", .array(dropped))])
  }

  /// Prints a message that is not the response of a command, such as that a draft was saved.
  func note(_ note: Note) { put(isError: true) { render(note, $0, isMasked: $1) } }

  /// An event or message as it is printed above the prompt.
  func render(_ note: Note) -> String { render(note, renderer, isMasked: false) }

  /// The same in another style, and for a record.
  func render(_ note: Note, _ renderer: Renderer, isMasked: Bool) -> String {
    var note = note
    if isMasked, note.audience == .limited {
      note.text = StyledText(Mask.post, .secondary)
      note.detail = StyledText()
    }
    guard note.label != nil || !note.detail.isEmpty, !mode.isData else {
      return renderer.render(note.message, hint: nil) + "\n"
    }
    if mode.style.format == .spoken { return renderer.render([.verbatim(StyledText(note.spoken))]) }
    return renderer.render(note.lines(width: width).map(Block.verbatim))
  }

  /// Says that a line of a text is part of it although it is exactly a command: `notifications`, `fav 3`.
  ///
  /// A composer that was left open would otherwise take the next commands for text.
  func explain(textLine line: String) async {
    guard mode.style.showsHints else { return }
    let words = line.lowercased().split(whereSeparator: \.isWhitespace)
    if words == ["help"] {
      guard !state.hasExplainedHelp else { return }
      state.hasExplainedHelp = true
      return put(render(StyledText("That line is part of the post; /help shows help.", .hint)))
    }
    guard await isCommand(line) else { return }
    let command = Sanitizer.clean(line.trimmedEnd)
    put(render(StyledText("That line is part of the post. As a command: /\(command); to delete it: /pop", .hint)))
  }

  /// Whether a line is exactly a command with its arguments, written as commands are.
  func isCommand(_ line: String) async -> Bool {
    guard line.first?.isLowercase == true, !line.contains("\n") else { return false }
    do {
      let commands = try parsed(line)
      // “Really?” asks the readers, and not for help.
      guard let command = commands.first, commands.count == 1, !command.verb.hasSuffix("?"),
        plainCatalog.verb(named: command.verb) != nil
      else { return false }
      try await LineChecker.checkArguments(of: command, in: self)
      return true
    } catch {
      // What a command refuses is prose.
      return false
    }
  }

  /// Prints what happened, what to do, and the commands for it; an object where JSON was asked for.
  func report(_ failure: AppError) {
    host.remember(failure: failure.code, of: current?.verb ?? "")
    if mode.isData {
      return put(isError: true) { $1 ? mask(of: failure).map { $0 + "\n" } ?? failure.json : failure.json }
    }
    put(isError: true) { text(of: failure, $0, isMasked: $1) }
  }

  /// A hint with a slash before each command, while plain lines are text; without what cannot be typed then.
  func slashed(_ hint: Hint) -> Hint {
    guard isWriting else { return hint }
    let catalog = catalog
    var slashed = hint
    slashed.parts = hint.parts.compactMap { part in
      guard let word = part.words.first, word.first?.isLowercase == true else { return part }
      guard catalog.verb(named: word) != nil else { return nil }
      var part = part
      part.words[0] = "/\(word)"
      return part
    }
    return slashed
  }

  /// A suggestion with a slash before the commands to type, while plain lines are text.
  private func slashed(_ suggestion: String) -> String {
    guard isWriting else { return suggestion }
    let catalog = catalog
    var (isList, isNext) = (false, false)
    return suggestion.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = word.trimmingSuffix { ",.;:".contains($0) }
      let isCommand = isNext && catalog.verb(named: String(name)) != nil
      isList = word == "Type" || (isList && !word.hasSuffix("."))
      isNext = isList && (["Type", "or", "then"].contains(word) || word.hasSuffix(","))
      return (isCommand ? "/" : "") + word
    }.joined(separator: " ")
  }

  private func text(of failure: AppError, _ renderer: Renderer, isMasked: Bool) -> String {
    func render(_ text: StyledText) -> String { renderer.render(text) + "\n" }
    // A text that could not be saved follows its suggestion as it was typed, to be copied.
    let hosts = typedHosts
    let parts = hosts.restored(in: failure.suggestion).split(separator: "\n", maxSplits: 1).map(String.init)
    let suggestion = StyledText(slashed(parts.first ?? ""), .hint)
    let text = parts.count > 1 ? render(StyledText(isMasked ? Mask.post : parts[1])) : ""
    let message = (isMasked ? mask(of: failure) : nil) ?? hosts.restored(in: failure.message)
    let verbs = verbs(for: failure)
    guard mode.style.format != .spoken else {
      let message = StyledText("! ", .error, spoken: "Error: ") + StyledText(message)
      let more = verbs.map { renderer.render(Document(kind: "error", blocks: [], hint: $0)) } ?? ""
      return render(message) + render(suggestion) + text + more
    }
    // As a list item, so that wrapped lines stay to the right of the sign.
    let lines = [StyledText(message), suggestion] + (verbs.map { [$0] } ?? [])
    return renderer.render(
      Document(kind: "error", blocks: [.listItem(marker: StyledText("!", .error), lines.map(Block.paragraph))]))
      + text
  }

  /// The mask in a record for a message that may quote a private post, a text that the user has typed for somebody, or
  /// an unknown command; `nil` for any other message.
  private func mask(of failure: AppError) -> String? {
    if isAboutPrivatePost { return Mask.post }
    switch failure.cause {
    case .usage, .validation:
      if current?.writesText == true { return Mask.post }
      return current.map { isTellable($0.command.verb) } == false ? Mask.secret : nil
    default: return nil
    }
  }

  private func verbs(for failure: AppError) -> StyledText? {
    guard failure.isRetryable, mode.style.showsHints, failure.cause != .cancelled, failure.cause != .interrupted
    else {
      return nil
    }
    // While a text is written, a word without the slash would be part of it.
    return StyledText(isWriting ? "/retry · /dismiss-error" : "retry · dismiss-error", .hint)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isCut(last) { rest.removeLast() }
    return rest
  }
}
