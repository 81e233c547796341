import FeatureKit
import StatusKit
import TerminalKit

/// Settings as one file.
extension Settings {
  /// What was set here, as the text of a file; what depends on a subscription of this machine is left out.
  @MainActor
  static func export(_ state: State, to path: String?, _ files: Files) throws -> Response {
    let set = state.fields.filter {
      ($0.origin == .here || $0.origin == .allAccounts) && $0.section != "Push"
    }
    let values = set.map { (name: $0.name.rawValue, value: $0.value) }
    let text = files.text(values)
    let member = JSONValue.Member(
      "settings", .object(values.map { JSONValue.Member($0.name, .string($0.value)) }))
    guard let path else {
      guard !values.isEmpty else { return .toast(Toast(.information, "Nothing was set here.", data: [member])) }
      let lines = text.split(separator: "\n").map { Block.verbatim(StyledText(Sanitizer.clean(String($0)))) }
      return .document(Document(kind: "settings-export", blocks: lines, hint: nil as StyledText?, data: [member]))
    }
    try files.write(path, text)
    return .toast(
      Toast(
        .success, StyledText("Wrote \(CountText.of(values.count, "setting")) to \(Sanitizer.clean(path))."),
        data: [member]))
  }

  /// Sets what a file says; a setting that this version does not know, or cannot have the value, is left out and said.
  @MainActor
  static func read(_ path: String?, _ action: Action) async throws -> Response {
    guard let path else { throw AppError.usage("Which file?", suggestion: "Usage: settings import FILE.") }
    let values = try action.files.read(path)
    guard !values.isEmpty else {
      throw AppError.validation(
        "\(Sanitizer.clean(path)) has no settings.", suggestion: "settings export FILE writes such a file.")
    }
    var (done, refused): ([Field], [String]) = ([], [])
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      do { done.append(try await action.set(name, value)) } catch {
        let error = AppError(error)
        // Nothing more can be stored.
        if case .storage = error.cause { throw error }
        refused.append(Sanitizer.clean("\(name): \(error.message)"))
      }
    }
    let data = [
      JSONValue.Member("settings", .object(done.map { .init($0.name.rawValue, .string($0.value)) })),
      JSONValue.Member("refused", .array(refused.map { .string($0) })),
    ]
    let words = "Set \(CountText.of(done.count, "setting")) from \(Sanitizer.clean(path))."
    guard !refused.isEmpty else { return .toast(Toast(.success, StyledText(words), hint: "settings", data: data)) }
    return .toast(
      Toast(.warning, StyledText("\(words) Not set: \(refused.joined(separator: " "))"), hint: "settings", data: data))
  }
}
