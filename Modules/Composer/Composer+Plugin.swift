public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The sheet as a screen.
  ///
  /// - Parameter layout: The layout of the terminal, for what a command prints by itself.
  @MainActor
  public static func screen(
    model: AnyObject?, state: @escaping @MainActor () -> State, action: Action,
    layout: @escaping @MainActor @Sendable () -> Layout
  ) -> Screen {
    let opened = state().draft
    return Screen(
      id: "composer", model: model, label: { label(state()) }, document: { view(state(), layout: $0) },
      verbs: { verbs(state, action: action, layout: layout) },
      input: Screen.Input(
        unsaved: {
          let state = state()
          return state.unsaved == nil ? nil : "saving the \(state.noun)"
        }, scripted: { scripted(state(), opened: opened) }),
      textInput: Screen.TextInput(
        prompt: { prompt(state()) }, append: { action.append($0) },
        audience: { state().draft.content.visibility.audience },
        saved: { state().isUntouched || state().unsaved != nil ? nil : state().kept }))
  }

  /// The text after the command that opened the sheet when a script repeats it; `nil` once the draft was changed.
  private static func scripted(_ state: State, opened: Draft) -> String? {
    if state.isBlank { return " TEXT" }
    return state.draft == opened ? "; /send" : nil
  }

  private static func label(_ state: State) -> String {
    if state.isEdit { return "edit post" }
    guard state.isReply else { return "new post" }
    let name = target(state.draft.replyingTo ?? "").name
    return name.isEmpty ? "reply" : "reply to \(Sanitizer.oneLine(name))"
  }

  /// The prompt with the characters that are left: `reply 383 │`, and after a failure `reply, not sent 383 │`.
  static func prompt(_ state: State) -> String {
    var words = state.noun
    if state.error != nil { words += ", not sent" }
    return "\(words) \(state.charactersLeft) │"
  }

  @MainActor
  public static func plugin(action: GlobalAction, layout: @escaping @MainActor @Sendable () -> Layout) -> Plugin {
    Plugin(
      id: "composer", title: "Composer", symbol: "✎", verbs: globalVerbs(action, layout: layout), previews: { previews }
    )
  }

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: nil, state: { state }, action: Action.fixtures.none, layout: { Layout(now: .fixtureNow) })
    }
      + Preview.all(of: State.postFixtures, prefix: "post") { (state: State, layout) in
        postPreview(state, layout: layout)
      }
      + Preview.all(of: DraftList.fixtures, prefix: "drafts") { (list: DraftList, layout) in
        draftList(list.drafts, layout: layout)
      }
      + Preview.all(of: ScheduledList.fixtures, prefix: "scheduled") { (list: ScheduledList, layout) in
        scheduledList(list.posts, layout: layout)
      }
  }

  @MainActor
  private static func globalVerbs(
    _ action: GlobalAction, layout: @escaping @MainActor @Sendable () -> Layout
  ) -> [Verb] {
    [
      Verb(
        "post", aliases: ["toot", "compose"], Parameter<PostOptions>.postOptions, Parameter<Bool>.flag("check"),
        Parameter<String?>.optionalText(), help: "Send a post at once, or open the composer",
        discussion: """
          With TEXT, sends the post; if sending fails, it is saved as a draft. Without TEXT, opens the composer: plain lines \
          are the text, and lines that start with / are commands. TEXT is the rest of the line, semicolons included; quote it \
          to put another command after it: post "Good night" ; home.

          Options go before or after TEXT. -- ends the options: post -- --really posts “--really”.

          --attach and --alt can be repeated, one --alt for each file, in the same order. --alt "" posts a file without alt \
          text.

          --poll OPTION, once for each option, adds a poll; --multiple allows several choices, --hide-totals hides the \
          results until the end, --ends 3d says how long it runs (a day if it is missing). --quote N quotes a post, --quotes \
          WHO says who may quote yours. --at WHEN schedules the post: 2h, 18:30, "tomorrow 9:00", "2026-11-01 08:30", in your \
          time zone and at least five minutes ahead; scheduled lists scheduled posts. --format names the format of TEXT on \
          servers that have several. --thread splits a TEXT that is too long into numbered posts; if one of them fails, the \
          same command sends the rest.

          --focus X,Y says which point of an image stays visible when it is cropped: from -1,-1 in the lower left to 1,1 in \
          the upper right. --thumbnail FILE is the preview image of a video or an audio file. Both are given once for \
          each --attach, in the same order; "" leaves one out.

          --key KEY sends the post once, also if the command is run again: then nothing is sent, and the post is named.

          --editor, or -e before TEXT, opens TEXT in the editor that VISUAL or EDITOR names. At the prompt the composer \
          follows; a single command sends the text when the editor has ended.

          --check sends nothing: it says how long TEXT is as the server counts, and whether the server would accept it.
          """
      ) { options, isCheck, text in
        if isCheck {
          return try await check(text, options, limits: await action.limits(), findFile: action.findFile)
        }
        return try await action.write(.new, text, options)
      }.writingText.having { $0.flag("check") != nil ? .reads : .changesServer },
      Verb("drafts", help: "List your drafts") {
        .document(draftList(try action.drafts(), layout: layout()))
      }.reading,
      Verb("draft", Parameter<Reference>.reference(kinds: [.draft]), help: "Continue a draft") { draft in
        let draft = try find(draft.id, in: action.drafts())
        try draft.requireIdle()
        return try await action.write(.draft(draft.id), nil, Options())
      }.formerly("resume"),
      Verb(
        "discard", .flag("all"), Parameter<Reference?>.optionalReference(kinds: [.draft]),
        help: "Delete a draft, or all of them (asks first)"
      ) { isForAll, reference in
        if isForAll { return try discardAll(besides: reference, action) }
        guard let reference else {
          throw AppError.usage("Which draft?", suggestion: "Give a number from drafts, or --all.")
        }
        let draft = try find(reference.id, in: try action.drafts())
        try draft.requireIdle()
        return .confirm(
          Confirmation(
            "Delete the draft “\(excerpt(draft))”?\(draft.triedAt == nil ? "" : " It may have been sent: profile @me.") "
              + "This can't be undone."
          ) {
            try action.delete(draft.id)
            return .toast(Toast(.success, "Deleted the draft."))
          })
      }.formerly("forget"),
      scheduledVerb(action, layout: layout), unpostVerb(action),
    ] + editVerbs(action)
  }

  /// Deletes all drafts after a question.
  @MainActor
  private static func discardAll(besides reference: Reference?, _ action: GlobalAction) throws -> Response {
    guard reference == nil else {
      throw AppError.usage("Give a number or --all, not both.", suggestion: "To list them: drafts")
    }
    // Waiting and held posts are sent by themselves; outbox discard and undo are for those.
    let drafts = try action.drafts().filter { !$0.delivery.isUnderway && !$0.delivery.isQueued }
    guard !drafts.isEmpty else { return .toast(Toast(.information, "No drafts.")) }
    let count = CountText.of(drafts.count, "draft")
    return .confirm(
      Confirmation("Delete \(drafts.count == 1 ? "the only draft" : "all \(count)")? This can't be undone.") {
        for draft in drafts { try action.delete(draft.id) }
        return .success("Deleted \(count).", data: [.init("deleted", .int(drafts.count))])
      })
  }

  /// Finds a draft by its id.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)``
  public static func find(_ id: Draft.ID, in drafts: [Draft]) throws -> Draft {
    guard let draft = drafts.first(where: { $0.id == id }) else {
      guard !drafts.isEmpty else {
        throw AppError.notFound("You have no drafts.", suggestion: "To write one: post, then /close.")
      }
      // An id as drafts have it stood behind a number.
      let isOfDraft = id.count == 26 && id.allSatisfy { $0.isNumber || $0.isUppercase }
      throw AppError.notFound(
        isOfDraft ? "That draft was sent or deleted." : "No draft has the id “\(Sanitizer.clean(id))”.",
        suggestion: "drafts lists your drafts. In a shell, take the id from drafts --json.")
    }
    return draft
  }
}

extension Draft {
  /// Refuses to open or delete a draft while a prompt or a command sends it.
  func requireIdle() throws {
    guard delivery == .sending else { return }
    throw AppError.validation(
      "“\(Composer.excerpt(self))” is being sent.", suggestion: "Wait for it to end, or stop it: jobs")
  }
}
