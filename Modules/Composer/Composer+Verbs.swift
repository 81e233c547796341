public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The commands of the sheet, each typed after a slash.
  @MainActor
  public static func verbs(
    _ state: @escaping () -> State, action: Action, layout: @escaping @MainActor @Sendable () -> Layout
  ) -> [Verb] {
    [
      Verb(
        "send", help: "Send the post",
        discussion: "If sending fails, the draft is kept. /send tries again and cannot post twice."
      ) {
        try await sending(layout: layout) { isConfirmed in
          if isConfirmed { action.set(Options(isConfirmed: true)) }
          return try await action.send()
        }
      },
      Verb("preview", help: "Preview the post and its length") {
        .view { postPreview(state(), layout: $0) }
      },
      editorVerb(state, action: action),
      Verb("show", help: "Show the lines with their numbers") { .document(view(state(), layout: layout())) },
      contentWarningVerb(state, action: action), visibilityVerb(state, action: action),
      languageVerb(state, action: action),
    ] + optionVerbs(state, action: action, layout: layout) + attachmentVerbs(state, action: action)
      + lineVerbs(state, action)
      + [
        Verb("discard", aliases: ["cancel"], help: "Discard the draft (asks first)") {
          try discard(state(), action: action)
        },
        Verb("close", aliases: ["save"], help: "Close and keep the draft") {
          let isUntouched = state().isUntouched
          try action.close()
          guard !isUntouched else { return .screen }
          let state = state()
          return .information(state.kept, hint: state.draft.delivery.isQueued ? "outbox" : "drafts")
        },
      ]
  }

  /// The toast after a post was sent, edited or scheduled.
  @MainActor
  public static func toast(forSent sent: Sent, layout: Layout) -> Response {
    switch sent {
    case .posted(let status):
      var text: StyledText = "Sent."
      if status.quote?.state == .pending { text += " The quoted post's author has to approve the quote." }
      var sent = toast(text, status)
      sent.undo = .command("redraft \(ReferenceSyntax.typed(id: status.id.rawValue))")
      return .toast(sent)
    case .postedUnknown: return .toast(otherAnswerToast)
    case .sentBefore(let sent):
      if let draft = WaitingPost.draft(sent.id) {
        return .information(
          "Nothing was sent: this key has a post, which waits in the outbox.", hint: "outbox",
          data: [.init("draft", .string(draft)), AppError.queued, .init("sent_before", .bool(true))])
      }
      if let scheduled = sent.scheduledID {
        return .information(
          "Nothing was sent: this key has a scheduled post.", hint: "scheduled",
          data: [.init("scheduled_id", .string(scheduled.rawValue)), .init("sent_before", .bool(true))])
      }
      var toast = Toast(
        .information, "Nothing was sent: this key has a post.",
        hint: "open \(ReferenceSyntax.typed(id: sent.id.rawValue))",
        data: [
          .init("id", .string(sent.id.rawValue)), .init("url", .optional(sent.url)), .init("sent_before", .bool(true)),
        ])
      toast.result = sent.url.flatMap(Sanitizer.cleanURL)
      return .toast(toast)
    case .thread(let statuses):
      guard let first = statuses.first, let last = statuses.last else { return .nothing }
      var sent = toast(StyledText("Sent \(CountText.of(statuses.count, "post"))."), last)
      sent.data = [
        .init("id", .string(first.id.rawValue)), .init("url", .optional(first.url)),
        .init("ids", .array(statuses.map { .string($0.id.rawValue) })),
      ]
      sent.result = first.url.flatMap(Sanitizer.cleanURL)
      sent.undo = .command(
        "delete \(statuses.map { ReferenceSyntax.typed(id: $0.id.rawValue) }.joined(separator: " "))")
      return .toast(sent)
    case .edited(let status):
      var edited = toast("Edited your post.", status)
      (edited.undo, edited.hint) = (nil, "history .")
      return .toast(edited)
    case .held(let id, let seconds):
      return .success(
        "Sends in \(seconds) s; undo takes it back.",
        data: [.init("draft", .string(id)), .init("sends_in", .int(seconds))], undo: .command("unpost \(id)"))
    case .publishedAtOnce(let status):
      var sent = toast(StyledText("Published at once: \(Sanitizer.oneLine(status.url ?? status.uri))"), status)
      sent.kind = .warning
      sent.dropped = [RequestPart.schedule.name]
      return .toast(sent)
    case .scheduled(let scheduled):
      var toast = Toast(
        .success, StyledText("Scheduled for \(timeText(scheduled.scheduledAt, layout))."), hint: "scheduled",
        data: [
          .init("scheduled_id", .string(scheduled.id.rawValue)),
          .init("scheduled_at", .string(MastodonDate.format(scheduled.scheduledAt))),
        ], undo: .impossible("A scheduled post is cancelled with scheduled cancel N."))
      // It was not published, and `.` must not stand for an older post.
      toast.forgetsLast = true
      return .toast(toast)
    }
  }

  @MainActor
  private static func toast(_ text: StyledText, _ status: Status) -> Toast {
    var toast = Toast(
      .success, text, hint: "open .",
      data: [.init("id", .string(status.id.rawValue)), .init("url", .optional(status.url))],
      undo: .command("redraft \(ReferenceSyntax.typed(id: status.id.rawValue))"), made: .status(status.id),
      result: status.url.flatMap(Sanitizer.cleanURL))
    toast.audience = status.audience
    return toast
  }

  @MainActor
  private static func contentWarningVerb(_ state: @escaping () -> State, action: Action) -> Verb {
    Verb(
      "cw", aliases: ["warning"], Parameter<String?>.optionalText("WARNING"),
      help: "Set the content warning, or remove it with off",
      discussion: "The content warning counts towards the length."
    ) { text in
      if let text { action.set(Options(contentWarning: text.lowercased() == "off" ? "" : text.onOneLine)) }
      let warning = state().draft.content.spoilerText
      return .information(warning.isEmpty ? "No content warning." : "Content warning: \(warning)")
    }
  }

  @MainActor
  private static func visibilityVerb(_ state: @escaping () -> State, action: Action) -> Verb {
    Verb(
      "visibility", aliases: ["vis"], Parameter<Visibility?>.visibility("WHO"),
      help: "Set who can see the post: public, unlisted, followers or direct"
    ) { chosen in
      if let chosen {
        guard !state().isEdit else {
          throw AppError.validation(
            "The visibility of a sent post can't be changed.",
            suggestion: "redraft N deletes it and opens its text as a new post.")
        }
        action.set(Options(visibility: chosen))
      }
      let visibility = state().draft.content.visibility
      return .information("Visibility: \(visibility.word). \(meaning(of: visibility))")
    }
  }

  /// Who can see a post of this visibility.
  static func meaning(of visibility: Visibility) -> String {
    switch visibility {
    case .public: "Anyone can see it."
    case .unlisted: "Anyone can see it, but it is not shown in public timelines."
    case .private: "Only followers and mentioned accounts can see it."
    case .direct: "Only mentioned accounts can see it."
    case .unknown: "Your server decides who can see it."
    }
  }

  @MainActor
  private static func languageVerb(_ state: @escaping () -> State, action: Action) -> Verb {
    Verb(
      "language", aliases: ["lang"], Parameter<PostLanguage?>.language,
      help: "Set the language, such as en or Japanese"
    ) { language in
      if let language { action.set(Options(language: language)) }
      let code = state().draft.content.language
      return .information(code.map { "Language: \(PostLanguage(code: $0).name)." } ?? "No language set.")
    }
  }

  @MainActor
  private static func lineVerbs(_ state: @escaping () -> State, _ action: Action) -> [Verb] {
    [
      Verb("undo", help: "Undo the last change") {
        .information("Undone: \(Sanitizer.oneLine(try action.undo())).")
      },
      Verb("pop", help: "Delete the last line") {
        .toast(Toast(.information, "Deleted: " + StyledText(try action.removeLine(nil))))
      },
      Verb(
        "edit", aliases: ["line"], Parameter<Int>.line, Parameter<String?>.optionalText(),
        help: "Replace a line, or change it at the prompt",
        discussion:
          "/preview and /show list the line numbers. Without TEXT, the line is put at the prompt to be changed."
      ) { number, text in
        @MainActor func replace(_ text: String) throws -> Response {
          try action.changeLine(number, text)
          return .success("Replaced line \(number).")
        }
        if let text { return try replace(text) }
        let lines = state().lines
        try checkNumber(number, in: lines)
        return .edit(TextEdit(lines[number - 1], prompt: "line \(number) │ ") { try replace($0) })
      },
      Verb(
        "spelling", help: "List the misspelt words of the post",
        discussion:
          "The program of the setting spelling-command gets the text as its standard input, and lists one word a line, as aspell list does."
      ) {
        let words = try await action.misspelt(state().draft.content.text).map { Sanitizer.oneLine($0) }
        return .document(
          Document(
            kind: "spelling", title: Document.Title("Spelling"),
            blocks: [
              .paragraph(
                words.isEmpty
                  ? StyledText("No misspelt words.", .secondary) : StyledText(words.joined(separator: ", ")))
            ], data: [.init("misspelt", .array(words.map { .string($0) }))]))
      },
      Verb("remove", Parameter<Int>.line, help: "Delete a line") { number in
        .toast(Toast(.information, "Deleted: " + StyledText(try action.removeLine(number))))
      },
    ]
  }

  @MainActor
  private static func discard(_ state: State, action: Action) throws -> Response {
    guard !state.isEmpty else {
      try action.discard()
      return .screen
    }
    return .confirm(
      Confirmation("Discard the \(state.noun) “\(excerpt(state.draft))”? This can't be undone.") {
        try action.discard()
        return .toast(Toast(.success, "Discarded the draft."))
      })
  }
}

extension Parameter where Value == Int {
  static var line: Parameter {
    Parameter(ParameterDescription(name: "N", form: .integer(1...9999))) { reader in
      guard let word = reader.next() else { throw reader.refusal("Which line? Give its number.") }
      guard let number = Int(word), (1...9999).contains(number) else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not a line number.")
      }
      return number
    }
  }
}
