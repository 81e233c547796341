/// A feature as the root composes it: a plain value, made by a `create…()` of the root.
@MainActor
public struct Plugin: Identifiable {
  /// The feature's name in lower case: `home`.
  public let id: String
  /// The feature's name in the interface: `Home`.
  public let title: String
  /// The feature's symbol, which is always shown next to the title.
  public let symbol: String
  public let tab: Screen?
  /// The commands that work on every screen: `home`, `post`.
  public let commands: VerbGroup
  /// Creates previews of its views; lazily, since most runs need no fixtures.
  public let previews: @MainActor () -> [Preview]

  public init(
    id: String, title: String, symbol: String, tab: Screen? = nil,
    verbs: @autoclosure @escaping @MainActor () -> [Verb], previews: @escaping @MainActor () -> [Preview]
  ) {
    self.id = id
    self.title = title
    self.symbol = symbol
    self.tab = tab
    commands = VerbGroup(verbs)
    self.previews = previews
  }

  public var verbs: [Verb] { commands.verbs }

  /// The same feature with commands that also run while no account is signed in.
  public var withoutAccount: Plugin { mapVerbs { $0.map(\.withoutAccount) } }

  /// The same feature with other commands, which are made at their first use.
  public func mapVerbs(_ change: @escaping @MainActor ([Verb]) -> [Verb]) -> Plugin {
    Plugin(id: id, title: title, symbol: symbol, tab: tab, verbs: change(verbs), previews: previews)
  }
}
