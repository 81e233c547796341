import FeatureKit
import NavigationKit
import OwnershipKit
import REPL
import TerminalKit
import TodoDetailsFeature
import TodoKit
import TodoListFeature

/// The root: it alone knows both features, and its stored properties are the ownership graph.
@MainActor
final class TodoApp: LoneHost {
  enum Route: Hashable, Sendable { case details(Todo) }

  let notes: ToastCenter
  private let graph = ObjectGraph()
  private let list: TodoList.Model
  private let router: TabRouter<Route, Never>
  private let plugins: [Plugin]
  private let now: @Sendable () -> Layout
  private let clock: () -> Duration

  /// - Parameter uptime: Returns the time since a fixed moment.
  init(service: TodoService, layout: @escaping @Sendable () -> Layout, uptime: @escaping () -> Duration) {
    (now, clock) = (layout, uptime)
    notes = ToastCenter(now: { layout().now })
    let scope = graph.root(named: "todo app")
    let list = scope.add(TodoList.Model(service: service), "list")
    let screens = scope.scope(of: "router").keeping(.unique)
    let navigator = Navigator<Route, Never>()
    plugins = [
      TodoList.plugin(model: list, action: TodoList.Action(open: { navigator.push(.details($0)) }))
    ]
    router = scope.add(
      TabRouter(
        of: plugins, navigator: navigator,
        createScreen: { [weak list] route, _ in
          guard case .details(let todo) = route else { throw CancellationError() }
          let action = TodoDetails.Action(save: { try await list?.replace($0) })
          return TodoDetails.screen(model: TodoDetails.Model(state: .init(todo: todo), action: action))
        }, createSheet: TabRouter<Route, Never>.noSheet, refusal: nil,
        opened: { screen in if let model = screen.model { screens.add(model, screen.id) } },
        notify: { [notes] in notes.post($0) }, explainTabs: { _, _ in }), "router")
    self.list = list
    graph.setRoot(self)
  }

  /// The previews of both features, by name.
  var previews: [(name: String, preview: Preview)] {
    let list = plugins.flatMap { plugin in plugin.previews().map { ("\(plugin.id)/\($0.id)", $0) } }
    return list + TodoDetails.previews.map { ("details/\($0.id)", $0) }
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

/// What the prompt asks of the app.
extension TodoApp {
  var screen: Screen { router.screen }
  var promptPlace: PromptPlace { PromptPlace(path: router.location, unread: 0, newPosts: 0) }
  var uptime: Duration { clock() }
  var sleep: @Sendable (Duration) async throws -> Void { { try await Task.sleep(for: $0) } }

  func layout(width: Int) -> Layout {
    var layout = now()
    layout.width = width
    return layout
  }

  func layers(on screen: Screen?) -> [VerbLayer] {
    [VerbLayer("on this screen", (screen ?? router.screen).verbs())]
      + [VerbLayer("everywhere", plugins.flatMap(\.verbs) + router.verbs + [graphVerb])]
  }

  func resolve(_ address: String, kind: Reference.Kind) throws -> Reference {
    throw AppError.notFound("Nothing is called \(address).", suggestion: "Type screen.")
  }
}
