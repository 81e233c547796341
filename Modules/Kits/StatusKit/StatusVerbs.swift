public import FeatureKit
import FoundationEssentials
public import MastodonKit
import TerminalKit

/// The commands of every screen that lists posts.
@MainActor
public struct StatusVerbs {
  /// The ids of the posts in the order of their numbers, for hints.
  let numbered: [Status.ID]
  let action: StatusAction

  /// Creates the commands of a list in which number N is `numbered[N - 1]`.
  public init(numbered: [Status.ID], action: StatusAction) {
    self.numbered = numbered
    self.action = action
  }

  /// All commands, the most used first.
  public var verbs: [Verb] {
    [
      Verb("open", .status, help: "Show a post and its replies") { [action] id in
        try await action.open(id)
      },
      Verb(
        "thread", .status, .option("export", "FILE"), help: "Show a post and its replies, or save them in a file",
        discussion: """
          --export FILE saves the whole thread, as Markdown, as a page or as text, by the end of the name: .md, .html or .txt; - \
          prints Markdown. Each post has its date, its address and those of its media with their descriptions; content warnings are \
          open, and nothing is fetched but the thread. An existing file is replaced only after a yes, or with --yes.
          """
      ) { [action] id, file in
        if let file { try await action.export(id, file) } else { try await action.open(id) }
      }.having { .writes(to: $0.flag("export")) },
      Verb.reply { [action] in try await action.reply($0, $1, $2) },
      Verb(
        "boost", aliases: ["reblog"], .statuses, Parameter<Visibility?>.visibilityOption("WHO", among: Self.boostable),
        .progress,
        help: "Boost posts",
        discussion:
          "--visibility unlisted boosts for your followers and your profile, and --visibility followers for them alone."
      ) { ids, visibility, progress in
        try await act(ids, .boost(visibility), true, progress) { id, before in
          let status = try await action.posts(id).mark(id, .boost(try permitted(visibility, of: before)), true)
          action.boosts.note(visibility, of: status.displayed.id)
          return status
        }
      }.waiting.undone(by: "unboost"),
      Verb("unboost", aliases: ["unreblog"], .statuses, .progress, help: "Remove your boosts") { ids, progress in
        try await act(ids, .boost(nil), false, progress)
      }.waiting.undone(by: "boost"),
      Verb("fav", aliases: ["favourite", "favorite", "like"], .statuses, .progress, help: "Favourite posts") {
        ids, progress in
        try await act(ids, .favourite, true, progress)
      }.waiting.undone(by: "unfav"),
      Verb(
        "unfav", aliases: ["unfavourite", "unfavorite", "unlike"], .statuses, .progress, help: "Remove your favourites"
      ) {
        ids, progress in
        try await act(ids, .favourite, false, progress)
      }.waiting.undone(by: "fav"),
      Verb(
        "bookmark", .statuses, .options("tag", "TAG"), .option("note", "TEXT"), .progress,
        help: "Bookmark posts (private), with tags and a note of yours",
        discussion: """
          --tag TAG, which may be given several times, and --note TEXT are for finding it again: bookmarks --tag TAG, bookmarks \
          --search WORDS. They are kept on this machine alone, and change a bookmark that is there already. --tag "" removes \
          the tags before it adds others, --note "" the note.
          """
      ) { ids, tags, note, progress in try await bookmark(ids, tags: tags, note: note, progress) }.waiting.undone(
        by: "unbookmark"),
      Verb("unbookmark", .statuses, .progress, help: "Remove bookmarks") { ids, progress in
        try await unbookmark(ids, progress)
      }.waiting.undone(by: "bookmark"),
      Verb(
        "show", aliases: ["reveal"], .statuses, help: "Show posts hidden by a content warning or a filter",
        discussion: "Opens content warnings, filtered posts and sensitive media for as long as the post is listed."
      ) { ids in try await show(ids) },
      Verb(
        "vote", .status, .pollOptions, help: "Vote in a poll, or list its options",
        discussion:
          "OPTION is an option's number or the beginning of its text. Give several numbers if the poll allows it."
      ) { id, choice in try await vote(id, choice) },
      Verb(
        "link", .status, .linkNumber, help: "Print a post's link, or the Mth link in it",
        discussion: "The links in a post are those in its text and that of its preview; links N lists them."
      ) { [action] id, number in try await Self.link(number, in: action.posts(id).status(id), typed: typed([id])) }
      .reading,
      Verb("links", .status, help: "List the links in a post") { [action] id in
        try await .document(Self.links(in: action.posts(id).status(id), typed: typed([id])))
      }.reading,
    ] + profile + [
      Verb(
        "delete", .statuses, .flag("with-media"), .progress, help: "Delete posts of yours (asks first)",
        discussion: "Your server keeps their media for about a day, unless --with-media deletes them at once."
      ) { ids, withMedia, progress in try await delete(ids, withMedia: withMedia, progress) }.waiting
    ]
  }

  /// Who can see a boost; direct boosts do not exist.
  private static let boostable: [Visibility] = [.public, .unlisted, .private]

  private var profile: [Verb] {
    guard action.hasOwnAccounts else { return [] }
    return [
      Verb("profile", .account, help: "Show the profile of a post's author or of @name") {
        try await action.profile($0)
      }
    ]
  }
}

// MARK: - Running

extension StatusVerbs {
  func act(
    _ ids: [Status.ID], _ mark: StatusMark, _ isOn: Bool, _ progress: ListProgress
  ) async throws -> Response {
    try await act(ids, mark, isOn, progress) { id, _ in try await action.posts(id).mark(id, mark, isOn) }
  }

  /// Marks the posts one by one and reports what the server confirmed; what was so before can't be undone.
  func act(
    _ ids: [Status.ID], _ mark: StatusMark, _ isOn: Bool, _ progress: ListProgress,
    each: (Status.ID, _ before: Status?) async throws -> Status
  ) async throws -> Response {
    var outcome = StatusMark.Outcome(mark, isOn: isOn)
    return try await Response.each(
      ids, typed: \.rawValue, progress, done: { outcome.statuses.isEmpty ? nil : response(to: outcome) }
    ) { id in
      // Read before the action changes the screen in advance.
      let before = try await action.posts(id).before(id)
      outcome.add(id, before: before, after: try await each(id, before))
    }
  }

  /// Who may see a boost of a post.
  ///
  /// - Throws: ``AppError/validation(_:suggestion:)`` if its visibility forbids the boost.
  private func permitted(_ visibility: Visibility?, of status: Status?) throws -> Visibility? {
    guard let status else { return visibility }
    if let refusal = status.refusalOfBoost(visibility, by: action.me()) { throw refusal }
    return status.displayed.visibility == .private ? .private : visibility
  }

  /// The toast for what the server confirmed.
  private func response(to outcome: StatusMark.Outcome) -> Response {
    let undo = opposite(of: outcome)
    var toast = Toast(
      !outcome.unconfirmed.isEmpty ? .warning : undo.isEmpty ? .information : .success,
      outcome.text(name), hint: undo.count == 1 ? Hint(undo) : nil,
      data: [JSONValue.Member("statuses", .array(outcome.statuses.map(Self.outcome)))], undo: Toast.Undo(undo))
    if !outcome.unconfirmed.isEmpty { toast.dropped = [outcome.mark.noun] }
    return .toast(toast)
  }

  /// The commands that take back what the server confirmed; a boost for a few is for them again.
  private func opposite(of outcome: StatusMark.Outcome) -> [Hint.Command] {
    let changed = outcome.changed
    guard !changed.isEmpty else { return [] }
    guard !outcome.isOn, case .boost = outcome.mark else {
      return ["\(outcome.isOn ? "un" : "")\(outcome.mark.command) \(typed(changed.map(\.id)))"]
    }
    let audiences = changed.map { action.boosts.visibility(of: $0.status.id) }
    return ([nil] + Visibility.known).compactMap { visibility in
      let ids = zip(changed, audiences).filter { $1 == visibility }.map(\.0.id)
      guard !ids.isEmpty else { return nil }
      return Hint.Command("boost \(typed(ids))" + (visibility.map { " --visibility \($0.word)" } ?? ""))
    }
  }

  /// `your post`, `Rook's post` or `2 posts`.
  ///
  /// - Parameter startsSentence: Whether it is `Your post`; the name of an account stays as it is.
  private func name(_ statuses: [Status], startsSentence: Bool) -> StyledText {
    guard let author = statuses.first?.account, statuses.count == 1 else {
      return StyledText(CountText.of(statuses.count, "post"))
    }
    let whose: StyledText =
      author.id == action.me()
      ? StyledText(startsSentence ? "Your" : "your") : StyledText(Sanitizer.oneLine(author.shownName), .name) + "'s"
    return whose + " post"
  }

  /// The ids as numbers of the screen if all have one, else as ids.
  func typed(_ ids: [Status.ID]) -> String {
    let numbers = ids.compactMap { id in numbered.firstIndex(of: id).map { $0 + 1 } }
    return numbers.count == ids.count
      ? CountText.ranges(numbers) : ids.map { ReferenceSyntax.typed(id: $0.rawValue) }.joined(separator: " ")
  }

  private func number(_ id: Status.ID) -> Int? { numbered.firstIndex(of: id).map { $0 + 1 } }

  /// The result in JSON: enough to see that it was done.
  private static func outcome(_ status: Status) -> JSONValue {
    let status = status.displayed
    return [
      "id": .string(status.id.rawValue), "url": .optional(status.url), "favourited": .bool(status.favourited),
      "boosted": .bool(status.reblogged), "bookmarked": .bool(status.bookmarked),
    ]
  }

  private func show(_ ids: [Status.ID]) async throws -> Response {
    var blocks: [Block] = []
    return try await Response.each(
      ids, typed: \.rawValue, done: { blocks.isEmpty ? nil : .document(Document(kind: "status", blocks: blocks)) }
    ) { id in
      let status = try await action.posts(id).status(id)
      action.posts(id).reveal(id)
      if !blocks.isEmpty { blocks.append(.blank) }
      blocks.append(.item(opened(status, number: number(id))))
    }
  }

  /// The post with warnings opened, printed below the screen; without its age, since a command has no clock.
  private func opened(_ status: Status, number: Int?) -> Item {
    StatusView(
      status, number: number, context: .thread, layout: Layout(now: status.createdAt),
      options: StatusView.Options(isRevealed: true, showsNumber: false, showsAge: false)
    ).item
  }

  private func delete(_ ids: [Status.ID], withMedia: Bool, _ progress: ListProgress) async throws -> Response {
    guard !ids.contains(where: { WaitingPost.draft($0) != nil }) else {
      throw AppError.validation("That post still waits in the outbox.", suggestion: "To take it out: outbox discard N")
    }
    var statuses: [Status] = []
    for id in ids {
      do { statuses.append(try await action.posts(id).status(id).displayed) } catch {
        // The server says whose it is when the deletion is sent.
        guard AppError(error).canWait else { throw error }
      }
    }
    if let me = action.me(), let other = statuses.firstIndex(where: { $0.account.id != me }) {
      throw AppError.validation(
        ids.count == 1
          ? "That post is not yours." : "Post \(typed([statuses[other].id])) is not yours; nothing was deleted.",
        suggestion: "Only your own posts can be deleted.")
    }
    let posts =
      ids.count > 1
      ? "your \(CountText.of(ids.count, "post"))"
      : statuses.first.map { "your post “\(ExcerptText.of($0, limit: 40))”" } ?? "the post \(typed(ids))"
    return .confirm(
      Confirmation("Delete \(posts)\(withMedia ? " with all media" : "")? This can't be undone.") { [action] in
        var deleted: [Status.ID] = []
        return try await Response.each(
          ids, typed: \.rawValue, progress, done: { deleted.isEmpty ? nil : Self.deleted(deleted) }
        ) { id in
          try await action.posts(id).delete(id, withMedia: withMedia)
          deleted.append(id)
        }
      })
  }

  private static func deleted(_ ids: [Status.ID]) -> Response {
    .success(
      ids.count == 1 ? "Deleted your post." : "Deleted \(CountText.of(ids.count, "post")).",
      data: [
        JSONValue.Member("deleted", .optional(ids.count == 1 ? ids.first?.rawValue : nil)),
        JSONValue.Member("ids", .array(ids.map { .string($0.rawValue) })),
      ], undo: .impossible("A deleted post can't be restored."))
  }
}

// MARK: - Polls

extension StatusVerbs {
  private func ownPoll(_ id: Status.ID) -> AppError {
    .validation(
      "That is your own poll; only others can vote.", suggestion: "open \(typed([id])) shows its results.")
  }

  private func vote(_ id: Status.ID, _ arguments: [String]) async throws -> Response {
    let status: Status
    if WaitingPost.draft(id) != nil { throw ownPoll(id) }
    do { status = try await action.posts(id).status(id) } catch {
      guard AppError(error).canWait, let choices = Self.numbers(arguments), ReferenceSyntax.hasFormOfID(id.rawValue)
      else {
        throw error
      }
      // The poll is read when the vote is sent.
      var unread = Status(id: id, createdAt: .distantPast, account: Account(id: "", username: ""), content: "")
      unread.poll = Poll(id: UnreadID.poll(of: id), options: [])
      _ = try await action.posts(id).vote(unread, choices)
      return .toast(Toast(.success, "Voted."))
    }
    guard let poll = status.poll else {
      throw AppError.validation("That post has no poll.", suggestion: "Choose another number.")
    }
    guard !arguments.isEmpty else { return .document(ballot(poll, of: status, typed: typed([id]))) }
    if poll.expired { throw AppError.validation("That poll has ended.", suggestion: "The result is final.") }
    if status.account.id == action.me() { throw ownPoll(id) }
    if poll.voted {
      throw AppError.validation("You already voted in that poll.", suggestion: "Votes cannot be changed.")
    }
    let choices = try Self.choices(arguments.joined(separator: " "), in: poll)
    let voted = try await action.posts(id).vote(status, choices)
    return .changed(
      Self.voted(choices, in: voted.displayed, voted.displayed.poll ?? poll, asked: poll),
      undo: .impossible("Your vote in \(owner(of: voted.displayed)) poll can't be undone."))
  }

  private func owner(of status: Status) -> String {
    status.account.id == action.me() ? "your" : "\(Sanitizer.oneLine(status.account.shownName))'s"
  }

  private func ballot(_ poll: Poll, of status: Status, typed: String) -> Document {
    let view = PollView(poll, layout: Layout(now: status.createdAt), showsEnd: false)
    let canVote = !poll.expired && !poll.voted
    let hint = "vote \(typed) \(poll.multiple ? "OPTION…" : "OPTION")"
    return Document(
      kind: "poll", title: Document.Title("Poll · \(Sanitizer.oneLine(status.account.shownName))"),
      blocks: [.table(view.rows)], hint: canVote ? StyledText(hint, .hint) : nil,
      data: [JSONValue.Member("poll", view.data)])
  }

  /// The indexes of options that are given as numbers alone; `nil` for anything else.
  private static func numbers(_ arguments: [String]) -> [Int]? {
    let numbers = arguments.map { Int($0) ?? 0 }
    return numbers.isEmpty || !numbers.allSatisfy { (1...100).contains($0) } ? nil : numbers.map { $0 - 1 }
  }

  /// Reads `2`, `1 3`, `yes` or `y` as indexes of options.
  static func choices(_ text: String, in poll: Poll) throws -> [Int] {
    guard !poll.options.isEmpty else {
      throw AppError.validation("That poll has no options.", suggestion: "Choose another post.")
    }
    let wanted = text.lowercased()
    let titles = poll.options.map { Sanitizer.oneLine($0.title).lowercased() }
    if let exact = titles.firstIndex(of: wanted) { return [exact] }
    let parts = text.split { $0 == " " || $0 == "," }.map { ReferenceSyntax.numbers(String($0)) }
    let numbers = parts.compactMap(\.self).flatMap(\.self)
    if !parts.isEmpty, parts.allSatisfy({ $0 != nil }) {
      guard numbers.allSatisfy({ poll.options.indices.contains($0 - 1) }) else {
        throw AppError.validation(
          "No such option.",
          suggestion: poll.options.count == 1
            ? "There is only option 1." : "Give a number from 1 to \(poll.options.count).")
      }
      guard poll.multiple || Set(numbers).count == 1 else {
        throw AppError.validation("That poll allows only one choice.", suggestion: "Give one option.")
      }
      return Set(numbers).sorted().map { $0 - 1 }
    }
    let beginnings = titles.indices.filter { titles[$0].hasPrefix(wanted) }
    guard beginnings.count == 1 else {
      throw AppError.validation(
        "“\(Sanitizer.clean(text))” is not an option of that poll.",
        suggestion: "Give an option's number, 1 to \(poll.options.count), or its first letters.")
    }
    return beginnings
  }
}
