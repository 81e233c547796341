public import FeatureKit
public import NavigationKit
public import OwnershipKit
public import TerminalKit

/// An app of tabs and of screens that they open, without accounts, sheets and records.
///
/// It owns the router and the ownership graph; its features are made once, with their models.
@MainActor
public final class LoneApp<Route: Hashable & Sendable>: LoneHost {
  /// The time and the terminal, as the program reads them.
  public struct Surroundings {
    public var layout: @Sendable () -> Layout
    /// Returns the time since a fixed moment.
    public var uptime: @MainActor () -> Duration
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
      layout: @escaping @Sendable () -> Layout, uptime: @escaping @MainActor () -> Duration,
      sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
      (self.layout, self.uptime, self.sleep) = (layout, uptime, sleep)
    }
  }

  /// The features of an app, and the way to the screens that their routes open.
  public struct Features {
    let plugins: [Plugin]
    let screen: @MainActor (Route) -> Screen

    public init(_ plugins: [Plugin], screen: @escaping @MainActor (Route) -> Screen) {
      (self.plugins, self.screen) = (plugins, screen)
    }
  }

  public let notes: ToastCenter
  public let plugins: [Plugin]
  private let graph = ObjectGraph()
  private let router: TabRouter<Route, Never>
  private let surroundings: Surroundings

  /// Creates an app; `features` registers the models that it makes in the scope.
  public init(
    named name: String, _ surroundings: Surroundings, features: (OwnerScope, Navigator<Route, Never>) -> Features
  ) {
    let notes = ToastCenter(now: { [layout = surroundings.layout] in layout().now })
    let scope = graph.root(named: name)
    let navigator = Navigator<Route, Never>()
    let made = features(scope, navigator)
    let screens = scope.scope(of: "router").keeping(.unique)
    router = scope.add(
      TabRouter(
        of: made.plugins, navigator: navigator, createScreen: { route, _ in made.screen(route) },
        createSheet: TabRouter<Route, Never>.noSheet, refusal: nil,
        opened: { screen in if let model = screen.model { screens.add(model, screen.id) } },
        notify: { notes.post($0) }, explainTabs: { _, _ in }), "router")
    (self.notes, plugins, self.surroundings) = (notes, made.plugins, surroundings)
    graph.setRoot(self)
  }

  /// Shows what is alive, and who keeps it.
  private var graphVerb: Verb {
    Verb("graph", help: "Show the objects of the app, and who owns each") { [graph] in
      let rows = graph.nodes.map { node in
        [node.name, node.owner ?? "", node.lifetime.rawValue, "\(node.alive) of \(node.made)"].map { StyledText($0) }
      }
      return .view { _ in Document(kind: "graph", title: .init("Ownership"), blocks: [.table(rows)], hint: Hint([])) }
    }.reading
  }
}

extension LoneApp {
  public var screen: Screen { router.screen }
  public var promptPlace: PromptPlace { PromptPlace(path: router.location, unread: 0, newPosts: 0) }
  public var uptime: Duration { surroundings.uptime() }
  public var sleep: @Sendable (Duration) async throws -> Void { surroundings.sleep }

  public func layout(width: Int) -> Layout {
    var layout = surroundings.layout()
    layout.width = width
    return layout
  }

  public func layers(on screen: Screen?) -> [VerbLayer] {
    [
      VerbLayer("on this screen", (screen ?? router.screen).verbs()),
      VerbLayer("everywhere", plugins.flatMap(\.verbs) + router.verbs + [graphVerb]),
    ]
  }

  public func resolve(_ address: String, kind: Reference.Kind) throws -> Reference {
    throw AppError.notFound("Nothing is called \(address).", suggestion: "Type screen.")
  }
}
