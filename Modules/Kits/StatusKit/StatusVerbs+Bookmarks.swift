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
    var undo: String?
    var (wasMarked, marked): (Bool, BookmarkMark?) = (false, nil)
    func mark(_ status: Status) throws {
      let status = status.displayed
      _ = try action.bookmarks.change(status.id) { old in
        let new = change.applied(to: old, status)
        wasMarked = old != nil
        (undo, marked) = (old == new ? nil : Self.restoring(old, of: self.typed([status.id])), new)
        return new
      }
    }
    // What the server has done is not called a failure because this machine can't store its part.
    var failure: (any Error)?
    let response = try await act(ids, .bookmark, true, progress) { id, before in
      do {
        let status = try await action.posts(id).mark(id, .bookmark, true)
        do { try mark(status) } catch { failure = error }
        return status
      } catch  where AppError(error).isQueued {
        // The tags need no server.
        if let before { try mark(before) }
        throw error
      }
    }
    if let failure { throw PartialFailure(done: response, error: AppError(failure), left: ["tags and note"]) }
    guard case .toast(var toast) = response, let marked else { return response }
    toast.text += StyledText(" " + BookmarkText.sentences(marked))
    // What was bookmarked before has only these as its change, whether or not the server was asked for that.
    if toast.undo == nil || wasMarked, ids.count == 1, let undo {
      toast.kind = .success
      toast.undo = .command(Hint.Command(undo))
    }
    return .toast(toast)
  }

  func unbookmark(_ ids: [Status.ID], _ progress: ListProgress) async throws -> Response {
    var removed: [BookmarkMark] = []
    var failure: (any Error)?
    let response = try await act(ids, .bookmark, false, progress) { id, _ in
      let status = try await action.posts(id).mark(id, .bookmark, false)
      do {
        if let mark = try action.bookmarks.mark(status.displayed.id) {
          removed.append(mark)
          try action.bookmarks.delete(mark.id)
        }
      } catch { failure = error }
      return status
    }
    if let failure { throw PartialFailure(done: response, error: AppError(failure), left: ["tags and note"]) }
    guard case .toast(var toast) = response, let mark = removed.first, ids.count == 1, toast.undo != nil,
      let undo = Self.restoring(mark, of: typed(ids), isNew: true)
    else { return response }
    toast.undo = .command(Hint.Command(undo))
    toast.hint = Hint([Hint.Command(undo)])
    return .toast(toast)
  }

  /// The command that restores the tags and the note of a bookmark; `nil` if it cannot be typed.
  ///
  /// - Parameter isNew: Whether it has none to be replaced.
  private static func restoring(_ mark: BookmarkMark?, of typed: String, isNew: Bool = false) -> String? {
    let words = (mark?.tags ?? []) + [mark?.note ?? ""]
    guard words.allSatisfy({ word in !word.contains { "\"\\".contains($0) || $0.isNewline } }) else { return nil }
    let (tags, note) = ((isNew ? [] : [""]) + (mark?.tags ?? []), mark?.note ?? "")
    return
      (["bookmark \(typed)"] + tags.map { "--tag \"\($0)\"" }
      + (isNew && note.isEmpty ? [] : ["--note \"\(note)\""])).joined(separator: " ")
  }
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
