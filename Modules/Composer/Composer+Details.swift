import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The least time until a scheduled post, in seconds.
  static let scheduleAhead = 300.0

  /// The time for a typed one: a moment later where the server would count less than five minutes; `nil` if it is too soon.
  static func scheduled(_ date: Date, now: Date) -> Date? {
    guard date.timeIntervalSince(now) >= scheduleAhead - 30 else { return nil }
    return max(date, now.addingTimeInterval(scheduleAhead + 15))
  }

  /// A time with its zone and how long it is until then: `Tue 24 Nov 2026 18:00 UTC+01:00, in 17 h`.
  static func timeText(_ date: Date, _ layout: Layout) -> String {
    let time = WhenText.spelled(date, zone: layout.zone)
    return RelativeTime(date, in: layout).remaining.map { "\(time), in \($0.spoken)" } ?? time
  }

  /// A duration: `30 minutes`, `1 day`.
  static func durationText(_ seconds: Int) -> String {
    for (unit, name) in [(604_800, "week"), (86_400, "day"), (3600, "hour")]
    where seconds >= unit && seconds % unit == 0 {
      return CountText.of(seconds / unit, name)
    }
    // The time that is left of a poll is rarely a whole unit.
    if seconds > 36_000 { return CountText.of((seconds + 1800) / 3600, "hour") }
    return CountText.of(max(seconds / 60, 1), "minute")
  }

  /// The longest duration, in whole days if there are some: a month is 30 days and some hours on servers.
  static func limitText(_ seconds: Int) -> String {
    durationText(seconds < 86_400 ? seconds : seconds / 86_400 * 86_400)
  }

  static func meaning(of policy: QuotePolicy) -> String {
    switch policy {
    case .public: "Anyone can quote it."
    case .followers: "Only your followers can quote it."
    case .nobody: "Only you can quote it."
    case .unknown: "Your server decides who can quote it."
    }
  }

  /// The poll of a draft: the options, how long it runs, and what else was chosen.
  static func pollText(_ poll: PollDraft) -> String {
    "\(poll.options.map(Sanitizer.oneLine).joined(separator: ", ")) · \(pollSettings(poll))"
  }

  /// How long the poll of a draft runs, and what else was chosen.
  static func pollSettings(_ poll: PollDraft) -> String {
    var parts = [durationText(poll.seconds)]
    if poll.multiple { parts.append("several choices") }
    if poll.hidesTotals { parts.append("results hidden until the end") }
    return parts.joined(separator: " · ")
  }
}

extension Composer.State {
  /// Why its format, poll, quote or attachments cannot be sent, if so.
  var problemOfDetails: AppError? { limits.problem(of: draft.content) }

  /// Why a change is refused before it is made: it would add a problem.
  func refusal(of change: (inout StatusDraft) -> Void) -> AppError? {
    var content = draft.content
    change(&content)
    guard let problem = limits.problem(of: content), problem != problemOfDetails else { return nil }
    return problem
  }
}

extension Composer.Limits {
  /// Why the format, poll, quote or attachments of a post cannot be sent, if so.
  func problem(of content: StatusDraft) -> AppError? { problemOfFormat(content) ?? problemOfPoll(content) }

  /// Why its format cannot be sent, if so: a server that does not know it would show the text as it was typed.
  private func problemOfFormat(_ content: StatusDraft) -> AppError? {
    // The format of a sent post is the server's own.
    guard content.editedStatusID == nil, let format = content.contentType, format != "text/plain", let formats,
      !formats.contains(format)
    else { return nil }
    let name = Sanitizer.oneLine(PostOptions.format(ofContentType: format))
    let others = formats.filter { $0.hasPrefix("text/") && $0 != "text/plain" }
      .map(PostOptions.format(ofContentType:))
    guard !others.isEmpty else {
      return .validation("Your server has no other format than plain text.", suggestion: "Post without the format.")
    }
    return .validation(
      "Your server does not have the format \(name).",
      suggestion: "It has \((["plain"] + others).map(Sanitizer.oneLine).joined(separator: ", ")).")
  }

  private func problemOfPoll(_ content: StatusDraft) -> AppError? {
    let isEdit = content.editedStatusID != nil
    if content.quotedStatusID != nil, !content.files.isEmpty || content.poll != nil, !isEdit {
      return .validation(
        "A post that quotes another can have neither attachments nor a poll.", suggestion: "Remove one of them.")
    }
    guard let poll = content.poll else { return nil }
    let limits = polls
    func problem(_ message: String, _ suggestion: String) -> AppError { .validation(message, suggestion: suggestion) }
    if !content.files.isEmpty {
      return problem("A post can have attachments or a poll, not both.", "Remove one of them.")
    }
    if limits.maxOptions == 0 { return problem("Your server has no polls.", "Post without the poll.") }
    if poll.options.count < 2 { return problem("A poll needs at least two options.", "Add another option.") }
    if poll.options.count > limits.maxOptions {
      return problem("A poll can have at most \(limits.maxOptions) options on this server.", "Remove some.")
    }
    if let long = poll.options.first(where: { $0.count > limits.maxCharactersPerOption }) {
      return problem(
        "The option “\(ExcerptText.cut(long, to: 30))” is longer than \(limits.maxCharactersPerOption) characters.",
        "Shorten it.")
    }
    if poll.options.contains(where: { !$0.contains { !$0.isWhitespace } }) {
      return problem("An option of the poll is empty.", "Give each option a text.")
    }
    if Set(poll.options).count < poll.options.count {
      return problem("Two options of the poll are the same.", "Change one of them.")
    }
    if isEdit, poll.seconds <= 0 {
      return problem(
        "The poll of this post has ended, and changing the post would open it again.",
        "Leave the post as it is, or redraft it.")
    }
    if !isEdit, !(limits.minExpiration...max(limits.maxExpiration, limits.minExpiration)).contains(poll.seconds) {
      return problem(
        "A poll runs from \(Composer.durationText(limits.minExpiration)) to "
          + "\(Composer.limitText(limits.maxExpiration)) on this server.", "Choose another duration with --ends.")
    }
    return nil
  }
}

extension Composer.Model {
  /// Chooses the post that is quoted, and loads it to show it.
  ///
  /// - Throws: ``AppError`` if there is no such post, or if its author does not allow quotes.
  public func quote(_ id: Status.ID) async throws {
    do {
      let status = try await lookup.status(id).displayed
      // Who may see the quote can still be changed.
      if let refusal = status.refusalOfQuote(in: .private, by: authorID) { throw refusal }
      quoted = status
    } catch {
      // Without a connection, the quote is written anyway.
      guard case .network = AppError(error) else { throw error }
    }
    if let refusal = state.refusal(of: { $0.quotedStatusID = quoted?.id ?? id }) { throw refusal }
    set(Composer.Options(quote: quoted?.id ?? id))
  }

  /// The id of the author; `nil` while it is not known.
  private var authorID: Account.ID? { state.author.id.rawValue.isEmpty ? nil : state.author.id }

  /// Why the quoted post can't be quoted in this one; `nil` if it can, or can't be read now.
  ///
  /// - Throws: ``MastodonError/notSentYet`` for one that waits itself.
  func refusalOfQuote() async throws -> AppError? {
    let content = state.draft.content
    guard let id = content.quotedStatusID, !state.isEdit else { return nil }
    if WaitingPost.draft(id) != nil {
      // Its id was not known while it waited.
      let sent = try await lookup.status(id).displayed
      (quoted, state.draft.content.quotedStatusID) = (sent, sent.id)
      save()
    } else if quoted?.displayed.id != id {
      // The server decides about a post that can't be read.
      quoted = try? await lookup.status(id).displayed
    }
    return quoted?.refusalOfQuote(in: content.visibility, by: authorID)
  }
}
