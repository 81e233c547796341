import FeatureKit
import TerminalKit

/// The meaning of numbers, `.` and `-`.
extension Invocation {
  /// The references of numbers; before the first screen of a run, those of the last run.
  var numbers: NumberedReferences {
    get { known.references.without(host.notes.isGone) }
    set {
      _ = known
      shown?.references = newValue
    }
  }

  /// The meaning of numbers for the user or for this job; `nil` until a screen is printed or a number is read.
  private(set) var shown: ShownNumbers? {
    get { if let job { job.numbers } else { state.shown } }
    set { if let job { job.numbers = newValue } else { state.shown = newValue } }
  }

  /// The summaries beside the numbers on the screen, for completion.
  var summaries: [Int: String] { shown?.summaries ?? [:] }

  /// The same, read from the last run if nothing was printed in this one.
  var known: ShownNumbers {
    if let shown { return shown }
    let recalled = ShownNumbers(account: host.account, references: NumberedReferences(host.recall()))
    shown = recalled
    return recalled
  }

  /// Takes what was beside the numbers of the last run, for completion.
  func take(summaries recalled: [Int: String]) {
    _ = numbers
    shown?.summaries = recalled
    for summary in summaries.values { state.seen.add(mentionedIn: summary) }
  }

  /// Forgets numbers that were printed on a screen that is not on top any more: of one that could not be shown since, that
  /// was closed elsewhere, or that belongs to another account.
  ///
  /// So a number never means what the prompt does not name. A text that is written leaves the numbers of the screen below.
  func settleNumbers() {
    let screen = screen
    guard let shown else { return }
    let isElsewhere = shown.place.map { screen.textInput == nil && $0 != key(of: screen) } ?? false
    if isElsewhere, shown.account == host.account, let page = shown.page, page.kind == screen.id, !page.items.isEmpty,
      page.items.map(\.references) == screen.document(outputLayout).items.map(\.references)
    {
      // It was printed while a text was written, which is closed now.
      self.shown?.place = key(of: screen)
      self.shown?.page = nil
      return
    }
    if isElsewhere || shown.account != host.account { forgetNumbers() }
  }

  var context: ArgumentContext {
    var context = ArgumentContext(
      highestNumber: { self.usedNumbers().highest }, shown: { self.usedNumbers()[$0] }, resolve: resolver(),
      last: { self.usedNumbers().last }, before: { self.usedNumbers().before },
      lines: {
        // The labels of the last run are read with its numbers.
        _ = self.numbers
        return self.host.notes.lines
      },
      named: { reference, word in
        self.current?.typed[reference.id] = word
        if reference.kind != .account { self.current?.texts.insert(reference) }
        if self.current?.foreign.contains(reference) != true { self.current?.named = reference }
      }, translated: translator(), keepsNumbers: { self.host.promptSettings.keepsNumbers || self.source != .shell },
      layout: { [host] in host.layout(width: 80) },
      // A command of another screen would be refused here.
      command: { self.plainCatalog.command($0) },
      outputLayout: { self.outputLayout }, screen: { self.shownScreen })
    context.slash = isWriting ? "/" : ""
    context.progress = ListProgress(
      ofTotal: { [weak self] in self?.report(progress: $0, of: $1) },
      ended: { [weak self] in self?.note(Note(StyledText($0))) })
    context.progressLine = ProgressLine { [weak self] in self }
    context.sharedOptions = sharedOptions
    context.startOptions = ProgramOption.allCases.map(\.rawValue)
    return context
  }

  /// Finds what an address stands for on the server of the account that the command acts as.
  private func resolver() -> (_ address: String, _ kind: Reference.Kind) async throws -> Reference {
    let acting = current?.acting
    return { [host] address, kind in
      do {
        let found = try await self.resolved(address, kind, by: acting?.resolve ?? host.resolve)
        if acting != nil { self.current?.foreign.insert(found) }
        return found
      } catch {
        // It is looked up when the command is sent from the outbox.
        let isKnownKind = kind == .account ? address.hasPrefix("@") : kind == .status && address.hasPrefix("https://")
        guard self.current?.canWait == true, isKnownKind, AppError(error).canWait else { throw error }
        return Reference(kind: kind, id: address)
      }
    }
  }

  /// Finds there what a number of the current account stands for.
  private func translator() -> (Reference) async throws -> Reference {
    let acting = current?.acting
    return { reference in
      var found = reference
      if let draft = reference.waitingDraft, acting?.account ?? self.host.account == self.host.account {
        found = try self.host.post(ofDraft: draft)
      } else if let account = reference.account {
        guard account == acting?.account ?? self.host.account else {
          throw AppError.usage(
            "That number acts as @\(account), not as @\(acting?.account ?? self.host.account).",
            suggestion: "Leave out --as, or give its link.")
        }
        found = reference.ofAccount
      } else {
        if acting != nil || self.current?.takesShownNumbers == false { found = try await self.own(reference) }
        if let acting { found = try await acting.translated(found) }
      }
      let word = self.current?.typed[reference.id]
      self.current?.typed[found.id] = word
      return found
    }
  }

  /// Finds on the user's own server what a number stands for on a screen of another one.
  private func own(_ reference: Reference) async throws -> Reference {
    guard let shown, let server = shown.otherServer, shown.references.contains(reference) else { return reference }
    return try await server.own(reference)
  }

  /// Looks up an address; whether to use what the server has under another one, the user decides.
  private func resolved(
    _ address: String, _ kind: Reference.Kind, by resolve: (String, Reference.Kind) async throws -> Reference
  ) async throws -> Reference {
    do {
      return try await resolve(address, kind)
    } catch let other as UncertainReference {
      // What was agreed to beforehand was another address.
      guard !mode.assumesYes else { throw other }
      let question = Confirmation(other.question, unanswered: other.appError) { .nothing }
      guard try await isConfirmed(question) else { throw AppError.cancelled }
      return other.reference
    }
  }

  /// The references of numbers, recorded in case the command fails and is repeated.
  private func usedNumbers() -> NumberedReferences {
    current?.numbers = numbers
    return numbers
  }

  /// Says what a former name means now; not where it means what it does elsewhere, as `delete .` does for a post.
  func explain(former word: String, _ verb: Verb, _ arguments: ArgumentList) {
    guard catalog.layers.contains(where: { $0.first { $0.matches(word) } != nil }) else {
      return note(Note(StyledText("“\(word)” is now “\(verb.name)”.", .hint)))
    }
    let first = arguments.words.first { !$0.isQuoted }
    let isPost = first.flatMap { context.references(of: $0.text) }?.contains { $0.kind == .status } ?? false
    if !isPost { note(Note(StyledText("On this screen, \(word) means \(verb.name).", .hint))) }
  }

  /// Takes what numbers mean from now on, in this run and the next.
  func store(_ shown: ShownNumbers) {
    self.shown = shown
    // What the user sees has the numbers, and not what a job has printed.
    guard !isInBackground else { return }
    // The next run begins on the user's own server.
    let isOwn = shown.otherServer == nil
    host.remember(isOwn ? shown.references.entries : [:], summaries: isOwn ? shown.summaries : [:])
  }

  /// Takes what numbers and `.` stand for on the screen that is shown already.
  func store(_ numbers: NumberedReferences) {
    var shown = known
    shown.references = numbers
    store(shown)
  }

  /// Replaces what `.` stands for, where that changes it.
  func updateLast(_ change: (inout NumberedReferences) -> Void) {
    var numbers = numbers
    change(&numbers)
    if numbers != self.numbers { store(numbers) }
  }

  /// Makes `.` stand for the post that the running command names, if it names one.
  func takeNamed() {
    guard let named = current?.named, named.kind == .status else { return }
    current?.named = nil
    // What it has deleted is not the last post; that is kept for the next run too.
    guard !host.notes.isGone(named) else { return store(numbers) }
    // An id of one server means nothing on a screen of another.
    let server = screen.otherServer?.name
    guard server == current?.otherServer, server == nil || numbers.contains(named) else { return }
    updateLast { $0.setLast(named) }
  }

  /// Makes `.` stand for nothing once the server has twice not found what it stands for: then it was deleted elsewhere.
  ///
  /// A server that is being restarted may not find a post for a moment.
  func forgetMissing(after failure: AppError) {
    guard case .notFound = failure, let named = current?.named, named == numbers.last else { return }
    if state.missing == named { host.notes.forget(named) }
    state.missing = named
  }

  /// Makes `.` stand for a post that was written and waits in the outbox, and for nothing if it is only a draft: an older post
  /// is not the last one.
  func takeUnsent(_ data: [JSONValue.Member]) {
    guard let draft = data.first(where: { $0.name == "draft" }) else { return }
    takeNamed()
    guard case .string(let id) = draft.value, data.contains(AppError.queued) else {
      return updateLast { $0.forgetLast() }
    }
    let waiting = Reference.waitingPost(id)
    _ = take(current?.acting.map { waiting.of($0.account) } ?? waiting, of: Toast(.success, StyledText()))
  }

  /// Makes `.` stand for what was made; on a screen of another server, the toast names its address instead.
  func take(_ made: Reference, of toast: Toast) -> Toast {
    guard screen.otherServer != nil else {
      updateLast { $0.setLast(made.account == host.account ? made.ofAccount : made) }
      return toast
    }
    updateLast { $0.forgetLast() }
    var toast = toast
    toast.hint = toast.result.map { "open \($0)" }
    return toast
  }

  /// Makes `.` stand for the post that the running command has opened: in a conversation, not the one that led there.
  func takeOpened() {
    let screen = screen
    // A tab is shown as it was left.
    guard let post = screen.post(), current?.place != key(of: screen), current?.verb != "tab", !mode.isSeparateData
    else { return }
    current?.named = nil
    updateLast { $0.setLast(post) }
  }

  /// Saves the labels of live lines printed since the last screen, for the next run.
  func saveLabels() { if host.notes.lines.last != nil { store(numbers) } }

  /// Makes every number unknown until something with numbers is printed.
  func forgetNumbers() {
    current?.numbersToRestore = nil
    store(known.withoutNumbers(on: screen, named: place, of: host.account))
  }

  /// Whether a page with numbers was printed over the screen, to which `back` then leads.
  var isOverScreen: Bool {
    guard let shown, shown.page != nil, shown.place == place, !isInBackground, !mode.isSeparateData else {
      return false
    }
    return screen.textInput == nil && !screen.endsWhenLeft
  }

  /// The key of the screen on top, under which numbers are kept.
  var place: String { key(of: screen) }
}

extension ProgressLine {
  /// Creates one of the line that runs, if one does.
  init(_ line: @escaping @MainActor @Sendable () -> Invocation?) {
    self.init(
      show: { line()?.show(progress: $0) }, say: { line()?.say($0) }, pace: { line()?.pace($0, of: $1) ?? "" },
      count: { done, total in
        guard let line = line(), line.mode.isData else { return }
        line.report(progress: done, of: total)
      })
  }
}
