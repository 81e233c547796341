import FeatureKit
import StatusKit
import TerminalKit

@MainActor extension Settings {
  /// The settings made here, as the text of a file, without those that depend on a subscription of this machine.
  static func export(to path: String?, _ action: Action) async throws -> Response {
    let files = action.files
    let set = action.state().fields.filter {
      ($0.origin == .here || $0.origin == .allAccounts) && $0.section != "Push"
    }
    let values = set.map { (name: $0.name.rawValue, value: $0.value) }
    let text = files.text(values)
    let member = JSONValue.Member(
      "settings", .object(values.map { JSONValue.Member($0.name, .string($0.value)) }))
    guard let path, path != "-" else {
      let lines = text.split(separator: "\n").map { Block.verbatim(StyledText(Sanitizer.clean(String($0)))) }
      let blocks = values.isEmpty ? [.paragraph("Nothing was set here.")] : lines
      return .document(Document(kind: "settings-export", blocks: blocks, hint: nil as StyledText?, data: [member]))
    }
    let shown = Sanitizer.clean(path)
    let save: @MainActor @Sendable () async throws -> Response = {
      try await files.write(path, text)
      return .success("Wrote \(CountText.of(values.count, "setting")) to \(shown).", data: [member])
    }
    guard files.exists(path) else { return try await save() }
    return .confirm(
      Confirmation(
        "\(shown) exists. Replace it?", declined: Toast(.information, StyledText("\(shown) was kept.")), proceed: save))
  }

  private struct Change {
    var name: Setting.Name
    var old: String
    var new: String
  }

  /// Sets what a file says; a setting that this version does not know, or cannot have the value, is left out and said.
  ///
  /// - Parameter isDryRun: Whether it is only said what would change.
  static func read(_ path: String?, _ action: Action, isDryRun: Bool) async throws -> Response {
    guard let path else { throw AppError.usage("Which file?", suggestion: "Usage: settings import FILE [--dry-run].") }
    let values = try await action.files.read(path)
    guard !values.isEmpty else {
      throw AppError.validation(
        "\(Sanitizer.clean(path)) has no settings.", suggestion: "settings export FILE writes such a file.")
    }
    var (changes, same): ([Change], Int) = ([], 0)
    var refused: [(name: String, reason: String)] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      do {
        let field = try action.field(name)
        let new = try field.value(typed: value)
        guard new != field.value || field.origin != .here else {
          same += 1
          continue
        }
        if !isDryRun { _ = try await action.set(name, value) }
        changes.append(Change(name: field.name, old: field.value, new: new))
      } catch {
        let error = AppError(error)
        // Nothing more can be stored.
        if case .storage = error.cause { throw error }
        refused.append((Sanitizer.clean(name), Sanitizer.clean(error.message)))
      }
    }
    let reasons = refused.map { "\($0.name): \($0.reason)" }
    let done = Response.document(
      document(changes, same: same, reasons, of: Sanitizer.clean(path), isDryRun: isDryRun))
    guard !refused.isEmpty, !isDryRun else { return done }
    let count = CountText.of(refused.count, "setting")
    throw PartialFailure(
      done: done,
      error: AppError.validation(
        "\(count) \(refused.count == 1 ? "was" : "were") not set.",
        suggestion: "Correct the file, then import it again."),
      left: refused.map(\.name), isPartial: !changes.isEmpty || same > 0)
  }

  /// The changes of an import, made or planned.
  ///
  /// As JSON it is `{screen, dry_run, settings, changes: [{name, old, new}], refused}`.
  private static func document(
    _ changes: [Change], same: Int, _ refused: [String], of path: String, isDryRun: Bool
  ) -> Document {
    let count = CountText.of(changes.count, "setting")
    var sentence = isDryRun ? "Would set \(count) from \(path)." : "Set \(count) from \(path)."
    if same > 0 { sentence += " \(CountText.of(same, "setting")) had the value already." }
    var blocks: [Block] = [.paragraph(StyledText(sentence))]
    blocks += changes.map { change in
      .listItem(
        marker: StyledText("\(change.name) ", .name),
        [
          .paragraph(
            StyledText(change.old, .secondary) + StyledText(" → ", .secondary, spoken: " becomes ")
              + StyledText(change.new))
        ])
    }
    blocks += refused.map { .paragraph(StyledText("Not set: \($0)", .warning)) }
    return Document(
      kind: "settings-import", blocks: blocks, hint: StyledText(isDryRun ? "settings import FILE" : "settings", .hint),
      data: [
        JSONValue.Member("dry_run", .bool(isDryRun)),
        JSONValue.Member("settings", .object(changes.map { .init($0.name.rawValue, .string($0.new)) })),
        JSONValue.Member(
          "changes",
          .array(changes.map { ["name": .string($0.name.rawValue), "old": .string($0.old), "new": .string($0.new)] })),
        JSONValue.Member("refused", .array(refused.map { .string($0) })),
      ])
  }
}
