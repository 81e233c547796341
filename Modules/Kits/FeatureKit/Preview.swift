public import TerminalKit

/// A view in one fixed state, shown without running the app.
public struct Preview: Identifiable, Sendable {
  /// The state's name in kebab case: `loaded`, `wide-characters`.
  public let id: String
  public let document: @MainActor @Sendable (Layout) -> Document
  /// The commands that the screen offers in this state; none for a document that a command prints.
  public let verbs: @MainActor @Sendable () -> [Verb]

  public init(
    id: String, document: @escaping @MainActor @Sendable (Layout) -> Document,
    verbs: @escaping @MainActor @Sendable () -> [Verb]
  ) {
    (self.id, self.document, self.verbs) = (id, document, verbs)
  }

  /// Creates a preview of a document that a command prints.
  public init(id: String, document: @escaping @MainActor @Sendable (Layout) -> Document) {
    self.init(id: id, document: document, verbs: { [] })
  }

  /// Creates a preview of a screen: what it shows and which commands it offers.
  public init(id: String, screen: @escaping @MainActor @Sendable () -> Screen) {
    self.init(id: id, document: { screen().document($0) }, verbs: { screen().verbs() })
  }

  /// Creates a preview of every fixture, so that none can be forgotten.
  ///
  /// `fixtures` is the nested struct behind `.fixtures`; each stored property of type `State` becomes a preview named
  /// for the property. `prefix` tells the screens of a feature apart: `form` makes `form-loaded`.
  public static func all<State: Sendable>(
    of fixtures: Any, prefix: String? = nil,
    view: @escaping @MainActor @Sendable (State, Layout) -> Document
  ) -> [Preview] {
    all(of: fixtures, prefix: prefix) { id, state in Preview(id: id) { view(state, $0) } }
  }

  /// Creates a preview of a screen in every fixture; `screen` builds it from a state and actions that do nothing.
  public static func all<State: Sendable>(
    of fixtures: Any, prefix: String? = nil, screen: @escaping @MainActor @Sendable (State) -> Screen
  ) -> [Preview] {
    all(of: fixtures, prefix: prefix) { id, state in Preview(id: id, screen: { screen(state) }) }
  }

  private static func all<State>(
    of fixtures: Any, prefix: String?, preview: (_ id: String, State) -> Preview
  ) -> [Preview] {
    Mirror(reflecting: fixtures).children.compactMap { child in
      guard let label = child.label, let state = child.value as? State else { return nil }
      let name = kebabCase(label)
      return preview(prefix.map { "\($0)-\(name)" } ?? name, state)
    }
  }

  /// The name of a state in a preview's id: `wideCharacters` is `wide-characters`.
  public static func kebabCase(_ label: String) -> String {
    var result = ""
    for character in label where character != "`" {
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
    return result
  }
}
