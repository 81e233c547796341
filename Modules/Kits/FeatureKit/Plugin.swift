/// A feature as the root gets it: a plain value, made by a `create…()` of the root; nothing registers itself.
@MainActor
public struct Plugin: Identifiable {
  /// The feature's name in lower case: `home`.
  public let id: String
  /// The feature's name for people: `Home`.
  public let title: String
  /// A sign for it, always beside the title, never instead.
  public let symbol: String
  /// The screen of its tab, if it has one.
  public let tab: Screen?
  /// The verbs that it adds everywhere: `home`, `post`.
  public let verbs: [Verb]
  /// Its views in fixed states, made when they are asked for: a run that shows none does not pay for the fixtures.
  public let previews: @MainActor () -> [Preview]

  /// Makes a plugin.
  public init(
    id: String, title: String, symbol: String, tab: Screen? = nil, verbs: [Verb] = [],
    previews: @escaping @MainActor () -> [Preview] = { [] }
  ) {
    self.id = id
    self.title = title
    self.symbol = symbol
    self.tab = tab
    self.verbs = verbs
    self.previews = previews
  }

  /// The same feature, with verbs that also run while no account is signed in.
  public var withoutAccount: Plugin {
    Plugin(
      id: id, title: title, symbol: symbol, tab: tab, verbs: verbs.map(\.withoutAccount), previews: previews)
  }
}
