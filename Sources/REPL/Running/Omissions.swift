import FeatureKit
import TerminalKit

extension Invocation {
  /// Runs a command, and says at its end what the server left out and no message has said.
  func sayingOmissions(_ run: @MainActor () async -> Verdict) async -> Verdict {
    let omissions = host.createOmissions()
    (answers, detour.update) = (omissions, nil)
    var verdict = await run()
    if let archived = omissions.archived(), detour.update == nil, verdict.failure == nil, !mode.isData,
      current?.isLater != true, current?.isFollowing != true
    {
      note(Self.note(on: archived))
    }
    let left = omissions.take()
    guard !left.isEmpty else { return verdict }
    note(Note(StyledText(left.map(\.sentence).joined(separator: " "), .warning)))
    if verdict.failure == nil { verdict.failure = Self.omission(of: left.flatMap(\.names)) }
    return verdict
  }

  /// The line for a page from the archive, with the reason.
  private static func note(on archived: (age: Duration, reason: String)) -> Note {
    let source = "From the archive, \(words(of: archived.age)) old."
    return Note(StyledText(archived.reason.isEmpty ? source : "\(archived.reason) \(source)", .secondary))
  }

  /// `3 h`.
  private static func words(of age: Duration) -> String {
    switch age.components.seconds {
    case ..<60: "less than a minute"
    case ..<3600: "\(age.components.seconds / 60) min"
    case ..<86_400: "\(age.components.seconds / 3600) h"
    default: "\(age.components.seconds / 86_400) d"
    }
  }

  /// Adds to posts of a screen what waits to be sent for them; returns also the number of lines that it needs.
  func markedAsWaiting(_ document: Document) -> (document: Document, lines: Int) {
    // In a shell, what the server has answered is shown without a look at what waits.
    guard isPrompt || answers?.archived() != nil,
      document.items.contains(where: { $0.references.first?.kind == .status })
    else { return (document, 0) }
    let waiting = host.waitingActs
    guard !waiting.isEmpty else { return (document, 0) }
    var (document, lines) = (document, 0)
    document.blocks = document.blocks.map { block in
      guard case .item(var item) = block, let post = item.references.first(where: { $0.kind == .status }),
        let acts = waiting[post.id]
      else { return block }
      let text = "Waits in the outbox: \(acts.joined(separator: ", "))"
      item.blocks.append(.paragraph(StyledText(text, .secondary)))
      item.spoken += " \(text)."
      lines += 1
      return .item(item)
    }
    return (document, lines)
  }

  // MARK: - At once

  /// Whether the command shows what is kept before the server has answered: at a prompt, to whoever can be told what is new.
  var showsKept: Bool {
    guard isPrompt, !isInBackground, files.depth == 0, !mode.isSeparateData, !mode.isData, !mode.isDryRun else {
      return false
    }
    if case .bytes = current?.sink { return false }
    return true
  }

  /// Adds the age of a screen from the archive to its title, until the server has answered.
  func marked(_ document: Document, of screen: Screen) -> Document {
    let key = key(of: screen)
    if let update = detour.update, state.updates[key] == nil {
      state.updates[key] = PromptState.Update(age: answers?.archived()?.age, since: host.uptime)
      self.update(screen, key, update)
    }
    guard let shown = state.updates[key], let before = shown.age else { return document }
    var document = document
    let age = StyledText("from \(Self.words(of: before + host.uptime - shown.since)) ago", .secondary)
    let note = document.title?.note
    document.title?.note = note.map { $0 + StyledText(" · ", .secondary) + age } ?? age
    return document
  }

  /// Asks the server for a screen that is shown from the archive, or of which more is to come, and tells above the line what is new.
  private func update(_ screen: Screen, _ key: String, _ update: @escaping Screen.Update) {
    let (interpreter, host) = (interpreter, host)
    state.updates[key]?.task = Task {
      let omissions = host.createOmissions()
      let news: Result<String?, any Error>
      do { news = .success(try await update()) } catch { news = .failure(error) }
      guard !Task.isCancelled else { return }
      interpreter.state.updates[key] = nil
      guard host.screen.model === screen.model else { return }
      if let archived = omissions.archived() { return interpreter.tell(Self.note(on: archived)) }
      let label = screen.label()
      let name = StyledText(label.prefix(1).uppercased() + label.dropFirst() + ": ", .secondary)
      switch news {
      case .success(nil): break
      case .success(let text?):
        interpreter.tell(Note(name + StyledText(text, .secondary) + StyledText(" · refresh", .hint)))
      case .failure(let error): interpreter.tell(Note(name + StyledText(AppError(error).message, .warning)))
      }
    }
  }

  /// The members of a document's JSON about answers from the archive; none if the server has answered.
  var archivedData: [JSONValue.Member] {
    guard let age = answers?.archived()?.age else { return [] }
    return [.init("cached", true), .init("cached_seconds", .int(Int(max(age.components.seconds, 0))))]
  }

  /// A message with what the server left out.
  func completed(_ toast: Toast) -> Toast {
    let found = answers?.take() ?? []
    guard !found.isEmpty else { return toast }
    var toast = toast
    toast.kind = .warning
    toast.text += StyledText(" " + found.map(\.sentence).joined(separator: " "))
    for name in found.flatMap(\.names) where !toast.dropped.contains(name) { toast.dropped.append(name) }
    // Others can read what was meant for a few.
    if toast.made != nil, toast.dropped.contains("visibility") { toast.hint = Hint(["delete .", "open ."]) }
    return toast
  }

  /// The verdict on a command whose message says what was left out.
  func verdict(on toast: Toast) -> Verdict {
    toast.dropped.isEmpty ? Verdict() : Verdict(failure: Self.omission(of: toast.dropped))
  }

  /// The same for a message above a screen.
  func verdict(on toast: Toast, then shown: Verdict) -> Verdict { shown.failure == nil ? verdict(on: toast) : shown }

  /// A command that was done without a part of what was asked for, as the message says already.
  static func omission(of names: [String]) -> AppError {
    .partial(.validation("The server left out a part.", suggestion: ""), left: names)
  }
}
