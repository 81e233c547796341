public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Thread {
  /// Saves a whole thread in a file, in the form that its name says, or prints it as Markdown for `-`.
  ///
  /// Replies that the server is still fetching from others are waited for, and what is missing after that is said.
  ///
  /// - Throws: ``AppError`` if the name says no form, the thread cannot be read, or the file cannot be written.
  public static func export(
    _ model: Model, to file: String, of files: UserFiles, layout: Layout,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Response {
    guard let form = DocumentForm(file: file) else {
      throw AppError.usage(
        "The name of the file must end in .md, .html or .txt.", suggestion: "Example: thread 3 --export thread.md")
    }
    return try await files.response(
      file: file,
      make: {
        try await model.refreshWhole(sleep: sleep)
        // A file without the replies would look whole.
        if let failure = model.state.failure { throw failure }
        let text = kept(model.state, layout: layout).written(as: form)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        return (lines, view(model.state, layout: layout))
      },
      saved: { _ in
        CountText.of(model.state.list.statuses.count, "post")
          + (model.state.pending == nil ? "" : ", without replies that the server is still fetching,")
      })
  }

  /// The whole thread as a document that is kept: no fold, no number, no command.
  static func kept(_ state: State, layout: Layout) -> Document {
    let statuses = state.list.statuses
    let items = state.tree.rows { _, _ in false }.map { row in
      var options = state.list.options(at: row.index)
      options.showsReplyTarget = false
      (options.isRevealed, options.branch, options.answersUnseen) = (true, row.branch, row.isDetached)
      let view = StatusView(statuses[row.index], number: nil, context: .thread, layout: layout, options: options)
      return Block.item(view.kept)
    }
    let author = state.list.status(state.focus).map { " by \(ExcerptText.cut($0.account.shownName, to: 60))" } ?? ""
    return Document(
      kind: "thread", title: Document.Title("Thread\(author) · \(CountText.of(statuses.count, "post"))"),
      blocks: Array(items.map { [$0] }.joined(separator: [.blank]))
        + (state.pending == nil ? [] : [.blank, stillComing]))
  }
}
