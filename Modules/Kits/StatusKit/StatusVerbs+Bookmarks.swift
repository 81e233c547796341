import FeatureKit
public import MastodonKit
public import TerminalKit

/// Bookmarks with the user's tags and notes.
extension StatusVerbs {
  func bookmark(
    _ ids: [Status.ID], tags typed: [String], note: String?, _ progress: ListProgress
  ) async throws -> Response {
    guard !typed.isEmpty || note != nil else {
      return try await act(ids, .bookmark, true, progress)
    }
    let change = try BookmarkChange(tags: typed, note: note)
    // The posts that get a bookmark, the commands that restore the others, and what each has now.
    var (new, restoring, marked): ([Status.ID], [String], [BookmarkMark]) = ([], [], [])
    func mark(_ status: Status, _ before: Status?) throws {
      let status = status.displayed
      let isNew = before?.displayed.isKnownAsBookmarked != true
      _ = try action.bookmarks.change(status.id) { old in
        let mark = change.applied(to: old, status)
        if old == nil, isNew {
          new.append(status.id)
        } else if old != mark {
          restoring.append(Self.restoring(old, of: self.typed([status.id])))
        }
        marked.append(mark)
        return mark
      }
    }
    func told(_ response: Response) -> Response {
      guard case .toast(var toast) = response, let last = marked.last else { return response }
      let isSame = marked.allSatisfy { ($0.tags, $0.note) == (last.tags, last.note) }
      toast.text += StyledText(" " + (isSame ? BookmarkText.sentences(last) : change.sentences))
      toast.undo = Self.undo(new.isEmpty ? restoring : ["unbookmark \(self.typed(new))"] + restoring)
      if toast.kind == .information, toast.undo != nil { toast.kind = .success }
      return .toast(toast)
    }
    // What the server has done is not called a failure because this machine can't store its part.
    var failure: (any Error)?
    let response = try await telling(told) {
      try await act(ids, .bookmark, true, progress) { id, before in
        do {
          let status = try await action.posts(id).mark(id, .bookmark, true)
          do { try mark(status, before) } catch { failure = error }
          return status
        } catch  where AppError(error).isQueued {
          // The tags need no server.
          if let before { try mark(before, before) }
          throw error
        }
      }
    }
    if let failure { throw PartialFailure(done: response, error: AppError(failure), left: ["tags and note"]) }
    return response
  }

  func unbookmark(_ ids: [Status.ID], _ progress: ListProgress) async throws -> Response {
    var (plain, restoring): ([Status.ID], [String]) = ([], [])
    var failure: (any Error)?
    func told(_ response: Response) -> Response {
      guard case .toast(var toast) = response, !restoring.isEmpty else { return response }
      let commands = plain.isEmpty ? restoring : ["bookmark \(typed(plain))"] + restoring
      toast.undo = Self.undo(commands)
      toast.hint = Hint(commands.map { Hint.Command($0) })
      return .toast(toast)
    }
    let response = try await telling(told) {
      try await act(ids, .bookmark, false, progress) { id, before in
        let status = try await action.posts(id).mark(id, .bookmark, false)
        do {
          if let mark = try action.bookmarks.mark(status.displayed.id) {
            try action.bookmarks.delete(mark.id)
            restoring.append(Self.restoring(mark, of: typed([mark.id]), isNew: true))
          } else if before?.displayed.isKnownAsBookmarked != false {
            plain.append(id)
          }
        } catch { failure = error }
        return status
      }
    }
    if let failure { throw PartialFailure(done: response, error: AppError(failure), left: ["tags and note"]) }
    return response
  }

  /// Runs an action and changes its response, also that of a part which was done.
  private func telling(
    _ told: (Response) -> Response, _ run: () async throws -> Response
  ) async throws -> Response {
    do { return told(try await run()) } catch let partial as PartialFailure {
      throw PartialFailure(
        done: told(partial.done), error: partial.appError, left: partial.left, isPartial: partial.isPartial)
    }
  }

  private static func undo(_ commands: [String]) -> Toast.Undo? { Toast.Undo(commands.map { Hint.Command($0) }) }

  /// The command that restores the tags and the note of a bookmark.
  ///
  /// - Parameter isNew: Whether it has none to be replaced.
  private static func restoring(_ mark: BookmarkMark?, of typed: String, isNew: Bool = false) -> String {
    func word(_ text: String) -> String {
      "\"\(text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined())\""
    }
    let (tags, note) = ((isNew ? [] : [""]) + (mark?.tags ?? []), mark?.note ?? "")
    return
      (["bookmark \(typed)"] + tags.map { "--tag \(word($0))" }
      + (isNew && note.isEmpty ? [] : ["--note \(word(note))"])).joined(separator: " ")
  }
}

extension Status {
  /// Whether it is bookmarked; `nil` if the server did not say so.
  fileprivate var isKnownAsBookmarked: Bool? { hasViewerState ? bookmarked : nil }
}

/// A change of the tags and the note of a bookmark, as typed.
struct BookmarkChange {
  private var replacesTags = false
  private var tags: [String] = []
  private var note: String?

  /// - Throws: ``AppError/validation(_:suggestion:)`` for what is too long.
  init(tags typed: [String], note: String?) throws {
    for value in typed {
      let words = value.split(separator: ",").map(Self.cleaned).filter { !$0.isEmpty }
      if words.isEmpty { replacesTags = true }
      for word in words {
        guard word.count <= BookmarkMark.tagLength else {
          throw AppError.validation(
            "A tag is too long.", suggestion: "Use at most \(BookmarkMark.tagLength) characters for each.")
        }
        if !tags.contains(where: { $0.lowercased() == word.lowercased() }) { tags.append(word) }
      }
    }
    self.note = note.map { Sanitizer.clean($0).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    guard (self.note ?? "").count <= BookmarkMark.noteLength else {
      throw AppError.validation(
        "The note is too long.", suggestion: "Use at most \(BookmarkMark.noteLength) characters.")
    }
    guard tags.count <= BookmarkMark.tagLimit else { throw Self.tooMany }
  }

  private static let tooMany = AppError.validation(
    "A bookmark has at most \(BookmarkMark.tagLimit) tags.", suggestion: "To remove those it has: --tag \"\".")

  private static func cleaned(_ word: Substring) -> String {
    let words = Sanitizer.clean(String(word)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.hasPrefix("#") ? String(words.dropFirst()) : words
  }

  /// What is changed, for posts that have other tags or notes besides.
  var sentences: String {
    let tagged =
      tags.isEmpty
      ? (replacesTags ? "No tags." : nil)
      : Sentence.closed((replacesTags ? "Tags: " : "Added tags: ") + tags.joined(separator: ", "))
    let noted = note.map { $0.isEmpty ? "No note." : Sentence.closed("Note: \($0)") }
    return Sentence.joined([tagged, noted].compactMap(\.self))
  }

  func applied(to old: BookmarkMark?, _ status: Status) -> BookmarkMark {
    var mark = old ?? BookmarkMark(id: status.id, address: "", date: status.createdAt)
    mark.address = status.uri.isEmpty ? status.url ?? "" : status.uri
    if replacesTags { mark.tags = [] }
    mark.tags = Array((mark.tags + tags.filter { !mark.has($0) }).prefix(BookmarkMark.tagLimit))
    if let note { mark.note = note }
    return mark
  }
}

/// The words for the tags and the note of a bookmark.
public enum BookmarkText {
  /// The tags and the note as sentences.
  static func sentences(_ mark: BookmarkMark) -> String {
    parts(mark).isEmpty ? "No tags, no note." : Sentence.joined(parts(mark).map { Sentence.closed($0) })
  }

  /// The line below the post: `tags: recipes, bread · note: For Sunday`.
  public static func line(_ mark: BookmarkMark) -> String {
    parts(mark).map { $0.prefix(1).lowercased() + $0.dropFirst() }.joined(separator: " · ")
  }

  private static func parts(_ mark: BookmarkMark) -> [String] {
    [
      mark.tags.isEmpty ? nil : "Tags: " + mark.tags.map(Sanitizer.clean).joined(separator: ", "),
      mark.note.isEmpty ? nil : "Note: " + Sanitizer.clean(mark.note),
    ].compactMap(\.self)
  }

  /// As JSON: `{id, tags, note}`.
  public static func data(_ mark: BookmarkMark) -> JSONValue {
    [
      "id": .string(mark.id.rawValue), "tags": .array(mark.tags.map(JSONValue.string)), "note": .string(mark.note),
    ]
  }

  /// Whether a post has all words of a search: in its text, its author, its media's descriptions, its link, its hashtags, or the
  /// user's own tags and note.
  public static func matches(_ words: [String], _ status: Status, _ mark: BookmarkMark?) -> Bool {
    let post = status.displayed
    var parts = [
      HTMLText.wholeText(post.content), post.spoilerText, post.account.displayName, post.account.acct, mark?.note ?? "",
    ]
    parts += post.mediaAttachments.compactMap(\.description) + post.tags.map { "#\($0.name)" } + (mark?.tags ?? [])
    parts += [post.card?.title, post.card?.description, post.card?.url].compactMap(\.self)
    parts += post.poll?.options.map(\.title) ?? []
    let text = parts.joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}
