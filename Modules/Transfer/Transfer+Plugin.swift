public import FeatureKit
import TerminalKit

extension Transfer {
  @MainActor
  public static func plugin(action: @escaping @MainActor () -> Action) -> Plugin {
    Plugin(
      id: "transfer", title: "Export and import", symbol: "⇄", verbs: [exportVerb(action), importVerb(action)],
      previews: { previews })
  }

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: Outcome.fixtures) { (outcome: Outcome, layout) in view(outcome, layout: layout) }
  }

  private static let kinds = Kind.allCases.map(\.rawValue)

  @MainActor
  private static func exportVerb(_ action: @escaping @MainActor () -> Action) -> Verb {
    Verb(
      "export", .choice("KIND", kinds), .optionalWord("FILE"), .progressLine,
      help: "Save your follows, lists, mutes, blocks, bookmarks, groups or servers as CSV",
      discussion: """
        Writes the CSV file that Mastodon's own export writes, so that any server can import it. KIND is \
        \(kinds.joined(separator: ", ")). Without FILE, or with -, the lines go to standard output. An existing file is \
        replaced only after a yes, or with --yes. Mastodon has no file for followed hashtags: theirs has one hashtag on each line. bookmark-notes (your tags and \
        notes on bookmarks), groups and servers (that you read without an account) are stored on this machine; their files are for Howdah elsewhere.
        """
    ) { word, file, progress in
      let kind = try kind(word)
      let action = action()
      return try await action.files.response(
        file: file,
        make: {
          let entries = try await Worker(action: action, progress: progress).entries(of: kind)
          return (lines(entries, of: kind), document(entries, of: kind))
        }, saved: { kind.counted($0 - (kind.hasHeader ? 1 : 0)) })
    }.having { reader in
      _ = reader.next()
      return .writes(to: reader.next())
    }
  }

  @MainActor
  private static func importVerb(_ action: @escaping @MainActor () -> Action) -> Verb {
    Verb(
      "import", .choice("KIND", kinds), .optionalWord("FILE"), .flag("dry-run"), .progressLine,
      help: "Add follows, lists, mutes, blocks, bookmarks, groups or servers from a CSV file",
      discussion: """
        Reads the CSV files of Mastodon, with or without the names of the columns in the first line; without FILE, or with -, standard input. \
        KIND is \(kinds.joined(separator: ", ")). Nothing is removed, and existing entries are skipped, so an import \
        that was stopped continues when you repeat it. Lists that are missing are created. Accounts must be followed before \
        they can be in a list: import follows first. Where the server asks to wait, the import waits. Entries that could not be \
        imported are listed at the end. --dry-run only lists the changes.

        At the prompt, undo removes the added entries, up to 100 follows, mutes, blocks, bookmarks or followed \
        hashtags. It can't undo changed entries, nor those of lists, groups, servers, bookmark-notes and domain blocks.
        """
    ) { word, file, isDryRun, progress in
      let kind = try kind(word)
      let action = action()
      let file = file ?? "-"
      let read = try entries(try await action.files.text(file), of: kind)
      guard !read.entries.isEmpty else {
        // An export without entries has the names of the columns, if the kind's files have them.
        guard read.hasHeader || !kind.hasHeader else {
          throw AppError.validation(
            "\(UserFiles.name(file)) is empty. Nothing was imported.", suggestion: "Choose another file.")
        }
        return try response(Outcome(kind: kind, isDryRun: isDryRun), nil, host: action.host())
      }
      let (outcome, error) = try await Worker(action: action, progress: progress).import(
        kind, read.entries, unreadable: read.failures, isDryRun: isDryRun)
      if kind.isLocal, !isDryRun { try await action.changed() }
      return try response(outcome, error, host: action.host())
    }
  }

  /// The response to an import.
  ///
  /// - Throws: ``PartialFailure`` if it was stopped, or if something was not imported.
  @MainActor
  static func response(_ outcome: Outcome, _ error: AppError?, host: String) throws -> Response {
    if outcome.failures.isEmpty, error == nil, !outcome.isDryRun {
      return .toast(
        Toast(
          outcome.isEmpty ? .information : .success, StyledText(outcome.sentence), data: outcome.data,
          undo: (outcome.added + outcome.changed).isEmpty ? nil : outcome.undo(on: host)))
    }
    let shown = Response.view { layout in view(outcome, layout: layout) }
    let isChange = !outcome.isDryRun && !(outcome.added + outcome.changed).isEmpty
    // Where nothing was done, nothing was done in part.
    let isPartial = isChange || outcome.already > 0
    let response = isChange ? .changed(shown, undo: outcome.undo(on: host)) : shown
    if let error {
      // What stopped it before anything was done needs no report.
      guard !(outcome.added + outcome.changed).isEmpty || !outcome.failures.isEmpty else { throw error }
      throw PartialFailure(done: response, error: error, left: outcome.left, isPartial: isPartial)
    }
    guard let first = outcome.failures.first, !outcome.isDryRun else { return response }
    let count = outcome.failures.count
    let sentence = count == 1 ? "Line \(first.line) was not imported." : "\(count) lines were not imported."
    let passing = outcome.failures.compactMap(\.passing)
    let error =
      passing.count == count && !passing.isEmpty
      // There is nothing to correct.
      ? AppError.detailed(
        passing[0], suggestion: "\(sentence) Import the file again later: finished lines are skipped.",
        data: passing[0].data)
      : AppError.notFound(
        sentence,
        suggestion: "Correct \(count == 1 ? "it" : "them"), then import the file again: finished lines are skipped.")
    throw PartialFailure(done: response, error: error, left: outcome.left, isPartial: isPartial)
  }

  private static func kind(_ word: String) throws -> Kind {
    guard let kind = Kind(rawValue: word) else {
      throw AppError.unlisted("Unknown kind “\(word)”.", word: word, among: kinds)
    }
    return kind
  }
}
