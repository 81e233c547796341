import TerminalKit
import TranscriptKit

/// Collects what is typed and shown, and passes it on once it is known whether everyone may read it.
///
/// A line is passed on when its command has ended, because the response says whether its text was for everyone; a text that
/// is being written waits until it was sent or left.
@MainActor
final class SessionRecorder {
  private struct Entry {
    var prompt: String
    var line: String
    /// The line without what it must not show unless the text was for everyone.
    var maskedLine: String
    /// Whether the line is part of a text that is being written, or a command of the composer.
    var isWriting: Bool
    var parts: [Part] = []
    /// The number of its commands that have a text for somebody, and of those that were sent to everyone.
    var texts = 0
    var publicTexts = 0

    var isForEveryone: Bool { texts == publicTexts }
  }

  private struct Part {
    var event: SessionEvent
    var masked: SessionEvent
    var time: Duration
    /// The mask where the line has a text that not everyone may read; `nil` for ``masked``.
    var hidden: SessionEvent?
  }

  /// Whether private posts are recorded as they are.
  let showsPrivatePosts: Bool
  /// Whether answers to open questions, such as a code, are left out.
  let hidesAnswers: Bool
  /// Whether it is a picture, in colours and with links.
  private let isDrawn: Bool
  /// Whether the command that has begun the recording still runs; it is not part of it.
  var isWaiting = false
  /// The theme of the record; `nil` for the user's.
  let theme: Theme?
  /// Whether prompts say where the user is, which may be a private post.
  let showsPlaces: Bool
  private let clock: () -> Duration
  private let pass: (SessionEvent, Duration) -> Void
  private var current: Entry?
  private var startTime: Duration = .zero
  private var held: [(entry: Entry, began: Duration)] = []
  /// The audience of the text that is being written.
  private var audience = Audience.unstated

  init(
    showsPrivatePosts: Bool, hidesAnswers: Bool = true, isDrawn: Bool = false, theme: Theme? = nil,
    showsPlaces: Bool = false, clock: @escaping () -> Duration, pass: @escaping (SessionEvent, Duration) -> Void
  ) {
    self.showsPrivatePosts = showsPrivatePosts
    self.hidesAnswers = hidesAnswers
    self.isDrawn = isDrawn
    self.theme = theme
    self.showsPlaces = showsPlaces
    self.clock = clock
    self.pass = pass
  }

  func style(_ style: Output.Style) -> Output.Style { isDrawn ? style.drawn : style.recorded }

  /// Begins a line; `audience` is that of the text being written, if one is.
  func begin(_ line: String, masked: MaskedLine, behind prompt: String, audience: Audience?) {
    current = Entry(prompt: prompt, line: line, maskedLine: masked.text, isWriting: audience != nil)
    current?.texts = masked.texts
    startTime = clock()
    if let audience { self.audience = audience }
  }

  func printed(_ text: String, masked: String) {
    add(.printed(text), masked: .printed(masked))
  }

  /// A message that came by itself.
  func noted(_ text: String, masked: String, isLive: Bool) {
    isLive
      ? add(.arrived(text), masked: .arrived(masked)) : add(.printed(text), masked: .printed(masked))
  }

  /// A question that was asked: where the line has a text, it may quote it.
  func asked(_ prompt: String, maskedPrompt: String, hiddenPrompt: String, answer: String) {
    add(
      .answered(prompt: prompt, answer: answer), masked: .answered(prompt: maskedPrompt, answer: answer),
      hidden: .answered(prompt: hiddenPrompt, answer: answer))
  }

  /// The words of a question that is asked below them.
  func printed(question: String, masked: String) {
    add(.printed(question), masked: .printed(masked), hidden: .printed(Mask.post + "\n"))
  }

  /// Everyone may read the text that the present line has sent, or not.
  func sent(to audience: Audience) {
    if audience == .everyone { current?.publicTexts += 1 }
    self.audience = audience
  }

  /// Counts texts that the present line sends besides those that are typed in it.
  func addTexts(_ count: Int) { current?.texts += count }

  /// Turns the present line into one that runs in the background, as with `&`: what it has printed is the job's.
  func suspend() {
    current?.line += " &"
    current?.maskedLine += " &"
    current?.parts = []
  }

  /// Ends a line; `audience` is that of the text that is being written now, if one is.
  func end(audience: Audience?) {
    guard let entry = current else { return }
    current = nil
    if let audience { self.audience = audience }
    guard audience != nil || !held.isEmpty else { return write(entry, began: startTime) }
    held.append((entry, startTime))
    if audience == nil { flush() }
  }

  /// The first screen is complete.
  func opened() { pass(.ended, clock()) }

  /// Passes on what waits, as the recording ends.
  func finish() {
    if let entry = current { held.append((entry, startTime)) }
    current = nil
    flush()
  }

  /// Forgets the line whose command runs.
  func discardCurrent() { current = nil }

  private func add(_ event: SessionEvent, masked: SessionEvent, hidden: SessionEvent? = nil) {
    guard !isWaiting else { return }
    guard current != nil else { return pass(showsPrivatePosts ? event : masked, clock()) }
    current?.parts.append(Part(event: event, masked: masked, time: clock(), hidden: hidden))
  }

  /// Passes on a text that is no longer written, by who may read it at last.
  private func flush() {
    let isPublic = audience == .everyone || showsPrivatePosts
    for (entry, began) in held {
      guard !isPublic else {
        write(entry, began: began)
        continue
      }
      var entry = entry
      if entry.isWriting { entry.line = Self.masked(typed: entry.line) } else { entry.line = entry.maskedLine }
      entry.maskedLine = entry.line
      entry.parts = entry.parts.map { part in
        var part = part
        part.hidden = nil
        switch part.event {
        case .printed: part.masked = .printed(Mask.post + "\n")
        case .answered(_, let answer): part.masked = .answered(prompt: Mask.post, answer: answer)
        case .arrived, .typed, .ended: break
        }
        return part
      }
      write(entry, began: began)
    }
    held = []
    audience = .unstated
  }

  /// A line of a text, or a command of the composer without its arguments.
  private static func masked(typed line: String) -> String {
    guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else { return Mask.post }
    let verb = line.prefix { !$0.isWhitespace }
    return verb.count == line.count ? line : "\(verb) \(Mask.post)"
  }

  private func write(_ entry: Entry, began: Duration) {
    // A token that was typed where none belongs, and what quotes it.
    let secrets = Mask.secrets(in: entry.line)
    let line = Mask.hiding(
      secrets, in: entry.isForEveryone || showsPrivatePosts ? entry.line : entry.maskedLine)
    // A pasted text of several lines is so many lines of the text; a slash in it is not a command.
    let rows = entry.isWriting ? line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : [line]
    for row in rows {
      let isEscaped = rows.count > 1 && row.hasPrefix("/") && !row.hasPrefix("//")
      pass(.typed(prompt: entry.prompt, line: isEscaped ? "/" + row : row), began)
    }
    for part in entry.parts {
      let masked = entry.isForEveryone ? part.masked : part.hidden ?? part.masked
      pass((showsPrivatePosts ? part.event : masked).hiding(secrets), part.time)
    }
    pass(.ended, clock())
  }
}

/// A line without the texts that it has for others.
struct MaskedLine {
  var text: String
  var texts = 0
}

extension Output.Style {
  /// The same in colours and with links, as a picture has it.
  var drawn: Output.Style {
    guard format == .plain || format == .ansi else { return self }
    return Output.Style(format: .ansi, colors: .trueColor, showsHints: showsHints, hasHyperlinks: true)
  }

  /// The same without colours and links, as a file has it.
  var recorded: Output.Style {
    Output.Style(
      format: format == .ansi ? .plain : format, colors: .none, showsHints: showsHints, hasHyperlinks: false)
  }
}

extension SessionEvent {
  fileprivate func hiding(_ secrets: [String]) -> SessionEvent {
    guard !secrets.isEmpty else { return self }
    return switch self {
    case .printed(let text): .printed(Mask.hiding(secrets, in: text))
    case .answered(let prompt, let answer): .answered(prompt: Mask.hiding(secrets, in: prompt), answer: answer)
    case .arrived, .typed, .ended: self
    }
  }
}
