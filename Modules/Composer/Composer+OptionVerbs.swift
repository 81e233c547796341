import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The commands for the poll, the quote, the time and the format.
  @MainActor
  static func optionVerbs(
    _ state: @escaping () -> State, action: Action, layout: @escaping @MainActor @Sendable () -> Layout
  ) -> [Verb] {
    [
      Verb(
        "poll", Parameter<[String]>.pollWords, Parameter<PollDraft?>.pollSettings,
        help: "Add a poll, show it, or remove it with off",
        discussion: """
          Commas separate the options: /poll Red lamp, Green lamp --ends 3d; quotes do so too. --multiple allows several \
          choices, --hide-totals shows the results only at the end. A poll runs for a day unless --ends says otherwise. A post with \
          a poll has no attachments.
          """
      ) { words, settings in
        if words.map({ $0.lowercased() }) == ["off"] {
          action.remove("removing the poll") { $0.poll = nil }
        } else if !words.isEmpty || settings != nil {
          var poll = state().draft.content.poll ?? PollDraft(options: [], seconds: PollDraft.standardSeconds)
          if !words.isEmpty { poll.options = words.map(\.onOneLine) }
          if let settings {
            poll.seconds = settings.seconds > 0 ? settings.seconds : poll.seconds
            poll.multiple = poll.multiple || settings.multiple
            poll.hidesTotals = poll.hidesTotals || settings.hidesTotals
          }
          if let refusal = state().refusal(of: { $0.poll = poll }) { throw refusal }
          action.set(Options(poll: poll))
        }
        let poll = state().draft.content.poll
        return .information(poll.map { "Poll: \(pollText($0))" } ?? "No poll.")
      },
      Verb(
        "quote", Parameter<Reference?>.quoteOrOff, help: "Quote a post, or remove the quote with off",
        discussion: "N is a post's number on the screen below, its id or its link."
      ) { reference in
        guard !state().isEdit else {
          throw AppError.validation(
            "The quote of a sent post can't be changed.",
            suggestion: "redraft N deletes it and opens its text as a new post.")
        }
        if let reference {
          try await action.quote(Status.ID(reference.id))
        } else {
          action.remove("removing the quote") { $0.quotedStatusID = nil }
        }
        return .information(quoteText(state()) ?? "No quote.")
      },
      Verb(
        "quotes", Parameter<QuotePolicy?>.quotePolicy,
        help: "Set who can quote the post: public, followers or nobody"
      ) { policy in
        if let policy { action.set(Options(quotePolicy: policy)) }
        let text = state().draft.content.quotePolicy.map(meaning) ?? "Your account's default decides who can quote it."
        return .information(text)
      },
      Verb(
        "at", Parameter<String?>.optionalText("WHEN"), help: "Schedule the post, or send it at once with off",
        discussion:
          "WHEN is such as 2h, 18:30, tomorrow 9:00, monday 9:00 or 2026-11-01 08:30, at least five minutes ahead."
      ) { text in
        if text?.lowercased() == "off" {
          action.remove("removing the time") { $0.scheduledAt = nil }
        } else if let text {
          guard !state().isEdit else {
            throw AppError.validation(
              "A sent post can't be scheduled.", suggestion: "/send changes it at once.")
          }
          action.set(Options(scheduledAt: try time(text, layout())))
        }
        let date = state().draft.content.scheduledAt
        return .information(
          date.map { "To be posted \(timeText($0, layout()))." } ?? "Not scheduled: /send posts it at once.")
      },
      Verb(
        "thread", help: "Split a long text into a thread of numbered posts",
        discussion: """
          Cuts between paragraphs, else between sentences, and numbers the posts: (1/3). /preview shows them again, /send sends \
          them in order. If one fails, the rest is kept as a draft, and /send continues there. A change of the text undoes the \
          split. Attachments, poll and quote go with the first post.
          """
      ) {
        guard !state().isEdit else {
          throw AppError.validation("An edit can't become a thread.", suggestion: "Shorten it.")
        }
        action.split()
        let state = state()
        guard let parts = state.parts else {
          return .toast(Toast(.information, "The text fits one post."))
        }
        return .document(threadPreview(parts, contentWarning: state.draft.content.spoilerText, limits: state.limits))
      },
      Verb(
        "format", Parameter<String?>.optionalChoice("FORMAT", PostOptions.formats),
        help: "Set the format of the text, on servers that have several"
      ) { format in
        if let format {
          let type = PostOptions.contentType(ofFormat: format)
          if let refusal = state().refusal(of: { $0.contentType = type }) { throw refusal }
          action.set(Options(contentType: type))
        }
        let type = state().draft.content.contentType
        return .information(
          type.map { "Format: \(PostOptions.format(ofContentType: $0))." } ?? "The server's standard format.")
      },
    ]
  }

  /// The error for a time that is less than five minutes ahead.
  static let tooSoon = AppError.validation(
    "That is too soon: schedule it at least five minutes ahead.", suggestion: WhenText.futureExamples)

  /// Reads a time to come that is at least five minutes ahead.
  static func time(_ text: String, _ layout: Layout) throws -> Date {
    guard let date = try WhenText.future(text, now: layout.now, zone: layout.zone) else {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not a time.", suggestion: WhenText.futureExamples)
    }
    guard date.timeIntervalSince(layout.now) >= scheduleAhead else {
      throw tooSoon
    }
    return date
  }

  /// `Quoting Rook: “Low water at six.”`; `nil` without a quote.
  static func quoteText(_ state: State) -> String? {
    guard state.draft.content.quotedStatusID != nil else { return nil }
    guard let summary = state.draft.quoting else { return "Quoting a post." }
    let (name, excerpt) = target(summary)
    return "Quoting \(Sanitizer.oneLine(name))" + (excerpt.isEmpty ? "." : ": “\(Sanitizer.oneLine(excerpt))”")
  }
}

extension Parameter where Value == [String] {
  /// The options of a poll, each a word or quoted; may be empty.
  static var pollWords: Parameter {
    Parameter(ParameterDescription(name: "OPTION…", form: .word, isOptional: true)) { reader in
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      // Without a comma at the end of a word, each word is an option.
      guard words.dropLast().contains(where: { $0.hasSuffix(",") }) else { return words }
      return words.joined(separator: " ").split(separator: ",").map { option in
        option.split(separator: " ").joined(separator: " ")
      }.filter { !$0.isEmpty }
    }
  }
}

extension Parameter where Value == PollDraft? {
  /// `--multiple`, `--hide-totals` and `--ends` alone; 0 seconds where `--ends` is not given.
  static var pollSettings: Parameter {
    let multiple = Parameter<Bool>.flag("multiple")
    let hidden = Parameter<Bool>.flag("hide-totals")
    let ends = Parameter<String?>.option("ends", "DURATION")
    return Parameter(group: multiple.descriptions + hidden.descriptions + ends.descriptions) { reader in
      let (isMultiple, isHidden) = (try await multiple.parse(reader), try await hidden.parse(reader))
      let seconds = try await ends.parse(reader).map(Self.seconds)
      guard isMultiple || isHidden || seconds != nil else { return nil }
      return PollDraft(options: [], seconds: seconds ?? 0, multiple: isMultiple, hidesTotals: isHidden)
    }
  }
}

extension Parameter where Value == Reference? {
  /// A post, or `off` for none.
  static var quoteOrOff: Parameter {
    let reference = Parameter<Reference>.reference(kinds: [.status])
    return Parameter(group: reference.descriptions) { reader in
      if reader.peek()?.lowercased() == "off" {
        _ = reader.next()
        return nil
      }
      return try await reference.parse(reader)
    }
  }
}
