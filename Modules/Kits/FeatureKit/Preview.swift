public import TerminalKit

/// A view in one fixed state, to be looked at without running the app.
public struct Preview: Identifiable, Sendable {
  /// The state's name in kebab case: `loaded`, `wide-characters`.
  public let id: String
  /// The view at a given layout.
  public let document: @MainActor @Sendable (Layout) -> Document

  /// Makes a preview of one state.
  public init(id: String, document: @escaping @MainActor @Sendable (Layout) -> Document) {
    self.id = id
    self.document = document
  }

  /// Makes a preview of every fixture, so that none can be forgotten.
  ///
  /// `fixtures` is the nested struct behind `.fixtures`; each stored property of type `State` becomes a preview named
  /// for the property. `prefix` sets the screens of a feature apart: `thread` makes `thread-loaded`.
  public static func all<State: Sendable>(
    of fixtures: Any, prefix: String? = nil,
    view: @escaping @MainActor @Sendable (State, Layout) -> Document
  ) -> [Preview] {
    Mirror(reflecting: fixtures).children.compactMap { child in
      guard let label = child.label, let state = child.value as? State else { return nil }
      let name = kebabCase(label)
      return Preview(id: prefix.map { "\($0)-\(name)" } ?? name) { view(state, $0) }
    }
  }

  /// The name of a state as a preview has it: `wideCharacters` is `wide-characters`.
  public static func kebabCase(_ label: String) -> String {
    var result = ""
    for character in label where character != "`" {
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
    return result
  }
}
