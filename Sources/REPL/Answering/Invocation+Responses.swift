import FeatureKit
import TerminalKit

/// The printing of responses, documents and screens.
extension Invocation {
  /// Prints the response of a command, asks its questions, and runs what follows from them.
  func carryOut(_ response: Response) async throws -> Verdict {
    if let acting = current?.acting {
      switch response {
      // It is the current account's now, with numbers that say whose they are.
      case .screen where acting.hasOpenedScreen(): current?.acting = nil
      case .screen, .returned:
        throw acting.refusalOfScreen(of: current?.verb ?? "", writesText: current?.writesText == true)
      case .screenAfter(let toast): return try await carryOut(.toast(toast))
      default: break
      }
    }
    switch response {
    case .nothing: return Verdict()
    case .leave:
      let leaves = try await mayLeave()
      if leaves, let saved = screen.textInput?.saved() {
        // It is for the next prompt, where it needs no slash.
        let way = StyledText(" · drafts", .hint, spoken: " Type drafts.")
        show(Toast(.information, StyledText(saved) + (mode.style.showsHints ? way : StyledText())))
      }
      return Verdict(leaves: leaves)
    case .toast(let toast):
      var toast = completed(current?.acting?.signed(toast) ?? toast)
      noteUndo(of: toast)
      if toast.forgetsLast {
        takeNamed()
        updateLast { $0.forgetLast() }
      }
      if let made = toast.made {
        // The post that is answered was named before its reply was made.
        takeNamed()
        toast = take(made, of: toast)
      } else {
        takeUnsent(toast.data)
      }
      show(toast)
      return verdict(on: toast)
    case .retry(let toast):
      show(toast)
      return Verdict(canRetry: true)
    case .document(let document):
      show(document)
      return Verdict()
    case .view(let view):
      show(view(layout))
      return Verdict()
    case .prepared(let document):
      show(try await document(layout))
      return Verdict()
    case .staged(let staged):
      try await show(staged)
      return Verdict()
    case .going: return try await carryOut(try await response.arriving(within: detour))
    case .screen:
      let verdict = await showScreen()
      if verdict.failure == nil || verdict.failure?.left != nil { takeOpened() }
      return verdict
    case .screenAfter(let toast): return await showScreen(after: toast)
    case .returned: return await showReturn()
    case .lines(let lines):
      try await write(lines)
      try Task.checkCancellation()
      return Verdict()
    case .following(let lines):
      output.beginsFollowing()
      current?.isFollowing = true
      do {
        try await write(lines)
      } catch {
        guard Task.isCancelled else { throw error }
      }
      if current?.timedOut != nil { return refuse(stopped) }
      // As after tail -f: the code says that it was stopped, and nobody has to read about it.
      return Task.isCancelled ? Verdict(failure: .cancelled) : Verdict()
    case .output(let lines, let document):
      if mode.isData { show(document) } else { put(lines.map { Sanitizer.clean($0) + "\n" }.joined()) }
      return Verdict()
    case .exact(let exact):
      try write(exact)
      return Verdict()
    case .copy(let text, let noun):
      copy(text, noun)
      return Verdict()
    case .requests(let answer): return carryOut(answer)
    case .changed(let response, let undo):
      note(undo: undo)
      return try await carryOut(response)
    case .confirm(let confirmation):
      guard try await isConfirmed(confirmation) else { return try await decline(confirmation.declined) }
      return try await carryOut(try await confirmation.proceed())
    case .ask(let question): return try await carryOut(try await answer(to: question))
    case .edit(let edit): return try await carryOut(try await result(of: edit))
    }
  }

  /// Writes bytes as they are, unless they would reach a terminal.
  private func write(_ exact: ExactOutput) throws {
    // What they contain is not known, so they are not recorded.
    if output.writeBytes(exact.bytes) { return }
    if let failure = exact.failure { throw failure }
    guard mode.isData else { return show(exact.document) }
    output.write(Sanitizer.clean(String(decoding: exact.bytes, as: UTF8.self)) + "\n")
  }

  /// Prints lines as they come, each at once.
  private func write(_ lines: AsyncThrowingStream<String, any Error>) async throws {
    // The lines may come for hours: a notice that the command is slow would be wrong.
    cancelNotice()
    output.lines()
    // What such lines contain is not known, so they are not recorded.
    for try await line in lines { output.write(line + "\n") }
  }

  /// Prints a document when it is loaded, at a terminal with its first part before that.
  private func show(_ staged: StagedDocument) async throws {
    let layout = layout
    var isFirstShown = false
    let isSeen = mode.style.format == .ansi && mode.style.showsHints
    let first = Task {
      // What is there sooner needs no placeholder.
      do { try await host.sleep(.milliseconds(300)) } catch { return }
      guard !Task.isCancelled, isSeen, let document = staged.first(layout) else { return }
      isFirstShown = true
      showUnrecorded(document)
    }
    defer { first.cancel() }
    let document = try await staged.load(layout)
    first.cancel()
    guard isFirstShown, recorder != nil else { return show(isFirstShown ? document.rest : document.whole) }
    // A record has the whole at once.
    learnAudiences(of: document.whole)
    record { $0.render($1 ? document.whole.masked(everything: isAboutPrivatePost) : document.whole) }
    showUnrecorded(document.rest)
  }

  private var layout: Layout { outputLayout }

  /// The same, for what other programs are told.
  var outputLayout: Layout {
    var layout = host.layout(width: width)
    layout.form = form
    layout.height = layout.form == .seen ? output.pageHeight() : nil
    layout.isExactWidth = isExactWidth
    // A page that is heard is as long as one can keep in mind.
    if layout.form == .spoken { layout.page = output.pageHeight() == nil ? nil : layout.page ?? 5 }
    layout.colors = mode.style.format == .ansi ? mode.style.colors : .none
    if layout.colors == .none { layout.pictures = nil }
    return layout
  }

  /// Goes back to the screen that the command left, since its own was stopped before it was shown.
  func leaveUnseen() async {
    guard !isInBackground, current?.isApart == false, let before = current?.place, before != place,
      let back = catalog.verb(named: "back")
    else { return }
    // Where there is no way back, the prompt names the screen.
    _ = try? await back.run(ArgumentReader(ArgumentList([]), for: back, context: context)).arriving(within: detour)
    reading.forgetCatalog()
  }

  /// Loads and prints a screen.
  ///
  /// - Parameters:
  ///   - screen: The top one, if `nil`.
  ///   - members: The JSON besides the screen.
  ///   - below: Creates the text below the screen, which is written together with it.
  ///   - late: The line that replaces it if the user went on while it loaded; `nil` if it is not late.
  func showScreen(
    _ screen: Screen? = nil, adding members: [JSONValue.Member] = [], above below: (Renderer) -> String = { _ in "" },
    late: (Screen) -> Note? = { _ in nil }
  ) async -> Verdict {
    let screen = screen ?? self.screen
    let label = screen.label()
    await detour.load(screen)
    if let line = late(screen) {
      if !state.printedScreens.contains(key(of: screen)), !Task.isCancelled { note(line) }
      return Verdict()
    }
    // Other commands go on while a job loads.
    if isInBackground, screen.label() != label {
      return refuse(
        .validation(
          "Another command opened “\(screen.label())” before this one finished.",
          suggestion: "Type the command again to see its result."))
    }
    var layout = layout
    if !Task.isCancelled { await screen.prepare(layout) }
    var document = marked(screen.document(layout), of: screen)
    let marked = markedAsWaiting(document)
    if let height = layout.height, marked.lines > 0, !Task.isCancelled {
      // The marks need lines of the page.
      layout.height = max(height - marked.lines, 1)
      await screen.prepare(layout)
      document = markedAsWaiting(self.marked(screen.document(layout), of: screen)).document
    } else {
      document = marked.document
    }
    if Task.isCancelled { return refuse(stopped) }
    // What a job prints is seen by nobody.
    if !isInBackground { state.printedScreens.insert(key(of: screen)) }
    document.data = members + document.data
    if let failure = screen.failure() {
      if !document.items.isEmpty || failure.left != nil { show(document, ofScreen: true) }
      defer {
        if !below(renderer).isEmpty { put { renderer, _ in below(renderer) } }
      }
      return refuse(failure)
    }
    if layout.showsThumbnails { document = await host.drawThumbnails(in: document, layout) }
    detour.settle()
    show(document, ofScreen: true, above: below)
    if !document.items.contains(where: { $0.number != nil }), !isWriting, !mode.isSeparateData {
      // What a number stood for on the screen before is no longer seen.
      var none = known.withoutNumbers(on: screen, named: key(of: screen), of: host.account)
      none.references.setNeighbours(document.neighbours)
      storeShown(none)
    }
    return Verdict()
  }

  /// The id of what the screen shows.
  var shownSubject: String? { screen.subject() }

  /// Shows the screen that the user has come back to; in sentences, says which one it is and where it was left.
  ///
  /// A screen reader would read the whole page again; `screen` prints it.
  func showReturn() async -> Verdict {
    if let page = state.pagesLeft[place], !hasSentChanges {
      show(page)
      return Verdict()
    }
    guard mode.style.format == .spoken else { return await showScreen() }
    let screen = screen
    guard screen.textInput == nil, state.printedScreens.contains(key(of: screen)) else { return await showScreen() }
    await detour.load(screen)
    if Task.isCancelled { return refuse(stopped) }
    if let failure = screen.failure() { return refuse(failure) }
    let document = screen.document(layout)
    let left = current?.shown
    let item = document.items.first { item in item.references.contains { $0.id == left } }
    if let numbers = numbers.replaced(by: document) { storeShown(numbers, document, ofScreen: true) }
    let place = Sentence.list(["Back in \(Self.name(of: screen, document))", item?.number.map { "at \($0)" } ?? ""])
    put(render(StyledText(place)))
    return Verdict()
  }

  func key(of screen: Screen) -> String {
    "\(host.account) \(screen.otherServer?.name ?? "") \(screen.id) \(screen.subject() ?? "")"
  }

  /// `Home`, as in the title, or the label of the prompt, `post by Rook`.
  private static func name(of screen: Screen, _ document: Document) -> String {
    let label = screen.label()
    let title = document.title?.text.plain.split(separator: " · ").first.map(String.init) ?? label
    return title.lowercased() == label.lowercased() ? title : label
  }

  /// Prints the first screen, which was the top one when the prompt began, with the greeting below it.
  ///
  /// Both are written at once: a screen reader would otherwise read the prompt again between them.
  func open(_ first: Screen? = nil) async {
    // One that a command has already left still loads, for the line that says so.
    let verdict = await sayingOmissions { [self] in
      await showScreen(
        state.firstScreen?.state == .overtaken ? first : nil,
        above: { [host, state] renderer in
          guard let greeting = host.greeting else { return "" }
          state.firstReturn = host.firstReturn
          return (mode.isData ? "" : "\n") + renderer.render(greeting)
        }, late: { [state] in state.firstScreen?.state == .overtaken ? Self.line(aboutLate: $0) : nil })
    }
    // What had the numbers in the last run is not what this prompt shows.
    if verdict.failure != nil, shown?.place == nil, isPrompt { forgetNumbers() }
    state.firstScreen?.state = .over
    if case .unauthorized = verdict.failure {
      let command = Command(verb: "screen", arguments: ArgumentList([]), source: "screen")
      state.failed = FailedCommand(.unauthorized(host: nil), command: command, numbers: nil, account: host.account)
    }
  }

  /// Prints a document and makes its numbers the ones that can be typed.
  ///
  /// The lines of a text being written have numbers of their own; those of the screen below it stay.
  func show(_ document: Document, ofScreen: Bool = false, above rest: (Renderer) -> String = { _ in "" }) {
    if let turn = current?.turn, document.items.isEmpty, !mode.isData {
      return show(Toast(.information, StyledText(Self.atEnd(turn, document))))
    }
    var document = source == .shell ? withLastingHint(document) : document
    document.hint = document.hint.map(slashed)
    if mode.isData { document.data += archivedData }
    if let acting = current?.acting {
      // Its numbers would be ids of the other account's server.
      let signed = acting.signed(document)
      put { $0.render($1 ? signed.masked(everything: isAboutPrivatePost) : signed) + rest($0) }
      return
    }
    learnAudiences(of: document)
    put { $0.render($1 ? document.masked(everything: isAboutPrivatePost) : document) + rest($0) }
    if mode.isSeparateData || isWriting && document.kind == screen.id { return }
    state.seen.add(document)
    guard let numbers = numbers.replaced(by: document) else { return }
    current?.numbersToRestore = nil
    storeShown(numbers, document, ofScreen: ofScreen)
  }

  /// A document whose last line names only what works in the next run: a single command leaves its screen.
  private func withLastingHint(_ document: Document) -> Document {
    guard mode.style.showsHints, let hint = document.hint, let verbs = host.verbsAtStart else { return document }
    let catalog = plainCatalog
    let parts = hint.parts.filter { part in
      guard let word = part.words.first?.lowercased(), PageTurn(word) == nil else { return true }
      guard let verb = verbs.first(where: { $0.matches(word) }) else { return catalog.verb(named: word) == nil }
      // On its screen a command may need no number: in a conversation it is reply TEXT.
      guard let first = verb.parameters.first(where: { !$0.isFlag && !$0.isOptional }) else { return true }
      guard case .reference = first.form else { return true }
      return part.words.count > 1 && !["TEXT", "WORDS", "VALUE"].contains(part.words[1])
    }
    guard parts.count < hint.parts.count else { return document }
    var document = document
    document.hint = parts.isEmpty ? nil : Hint(parts)
    return document
  }

  /// Takes what the numbers of a document mean that was just printed.
  private func storeShown(_ numbers: NumberedReferences, _ document: Document, ofScreen: Bool) {
    let summaries = document.items.compactMap { item in item.number.map { ($0, item.summary) } }
    storeShown(
      ShownNumbers(
        account: host.account, otherServer: screen.otherServer, place: place, page: ofScreen ? nil : document,
        references: numbers, summaries: Dictionary(summaries) { first, _ in first }
      ).takingLast(of: known))
  }

  private func storeShown(_ new: ShownNumbers) {
    if !isInBackground {
      // The way back to where a page was left leads to the page first.
      if let old = shown, let place = old.place, place != new.place {
        state.pagesLeft[place] = old.isOutdated ? nil : old.page
      }
      if let place = new.place { state.pagesLeft[place] = nil }
    }
    store(new)
    job?.printed = new
  }

  /// The columns to print on.
  var width: Int { max(20, min(host.promptSettings.width ?? output.terminalWidth(), output.terminalWidth(), 500)) }

  /// Whether the width was asked for, by option or by setting.
  private var isExactWidth: Bool { host.promptSettings.width != nil }

  /// The form of documents that this output uses.
  private var form: Layout.Form {
    switch mode.style.format {
    case .plain, .ansi: .seen
    case .spoken: .spoken
    case .json: .data
    }
  }

  var renderer: Renderer { renderer(in: mode.style) }

  func renderer(in style: Output.Style) -> Renderer {
    var renderer = Renderer(
      format: style.format, width: width, theme: host.promptSettings.theme, colors: style.colors,
      showsHint: style.showsHints, hyperlinks: style.hasHyperlinks)
    renderer.isExactWidth = isExactWidth
    renderer.colorsNames = host.promptSettings.colorsNames
    if style.format == .spoken { renderer.symbols = host.layout(width: width).spokenSymbols }
    return renderer
  }

  func render(_ text: StyledText) -> String { renderer.render(text) + "\n" }
}
