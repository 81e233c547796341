public import FeatureKit
public import Observation
import TerminalKit
public import TodoKit

/// The list of what is to be done.
public enum TodoList {
  /// What the screen shows: data, and nothing else.
  struct State: Hashable, Sendable {
    var todos: Loadable<[Todo]> = .idle
  }

  /// What only the root can do.
  @MainActor
  public struct Action {
    /// Shows the details of one.
    var open: (Todo) -> Response

    public init(open: @escaping (Todo) -> Response) { self.open = open }
  }

  /// Owns the state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    private(set) var state = State()
    @ObservationIgnored private let service: TodoService

    public init(service: TodoService) { self.service = service }

    /// Reads the list, unless that was done.
    func load() async {
      guard !state.todos.isLoaded else { return }
      state.todos.begin()
      do { state.todos = .loaded(try await service.all()) } catch { state.todos.fail(error) }
    }

    /// Changes the list, unless it cannot be saved.
    public func change(_ change: (inout [Todo]) -> Void) async throws {
      await load()
      guard var todos = state.todos.value else { throw state.todos.error ?? .cancelled }
      change(&todos)
      do { try await service.save(todos) } catch { throw AppError(error) }
      state.todos = .loaded(todos)
    }
  }

  /// The screen: a function of its state and of nothing else.
  static func view(_ state: State) -> Document {
    let left = state.todos.value?.count { !$0.isDone } ?? 0
    return Document(
      kind: "todos", title: .init("To do", note: state.todos.isLoaded ? "\(left) left" : nil),
      blocks: state.todos.blocks { todos in
        todos.isEmpty ? [.paragraph("Nothing to do.")] : todos.enumerated().map { .item(item($0 + 1, $1)) }
      },
      hint: Hint(left > 0 ? ["add TITLE", "done N", "open N"] : ["add TITLE"]))
  }

  private static func item(_ number: Int, _ todo: Todo) -> Item {
    Item(
      number: number, mark: StyledText(todo.isDone ? "✓" : " ", .accent),
      blocks: [.paragraph(StyledText(todo.title, todo.isDone ? .secondary : .text))],
      spoken: todo.title + (todo.isDone ? ", done." : "."), references: [Reference(kind: .todo, id: todo.id)],
      data: todo.json)
  }

  /// The feature as the root gets it: a screen with a tab, the commands that work everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "list", title: "To do", symbol: "☐",
      tab: Screen(
        id: "todos", model: model, label: { "to do" }, document: { _ in view(model.state) }, verbs: { [] },
        content: .init(load: model.load, failure: { model.state.todos.error })),
      verbs: [add(model), done(model, true), done(model, false), open(model, action)],
      previews: { Preview.all(of: State.fixtures) { (state: State, _) in view(state) } })
  }

  @MainActor
  private static func add(_ model: Model) -> Verb {
    Verb("add", .text("TITLE"), help: "Add something to do") { title in
      try await model.change { $0.append(Todo(title, besides: $0)) }
      return .screen
    }
  }

  @MainActor
  private static func done(_ model: Model, _ isDone: Bool) -> Verb {
    let (name, reverse) = isDone ? ("done", "reopen") : ("reopen", "done")
    return Verb(name, .references(kinds: [.todo], listing: "screen"), help: isDone ? "Mark as done" : "Not done yet") {
      references in
      let ids = references.map(\.id)
      try await model.change { todos in
        for index in todos.indices where ids.contains(todos[index].id) { todos[index].isDone = isDone }
      }
      return .success(
        "\(isDone ? "Done" : "Open again"): \(ids.count).",
        undo: .command(.init("\(reverse) \(ids.map { "id:\($0)" }.joined(separator: " "))")))
    }
  }

  @MainActor
  private static func open(_ model: Model, _ action: Action) -> Verb {
    Verb("open", .reference(kinds: [.todo], listing: "screen"), help: "Show the note of one") { reference in
      guard let todo = model.state.todos.value?.first(where: { $0.id == reference.id }) else {
        throw AppError.notFound("No thing to do has the id \(reference.id).", suggestion: "Type screen.")
      }
      return action.open(todo)
    }.reading
  }
}

extension TodoList.State {
  static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  final class Fixtures: Sendable {
    let loading = TodoList.State(todos: .loading)
    let empty = TodoList.State(todos: .loaded([]))
    let some = TodoList.State(todos: .loaded([Todo.fixtures.milk, Todo.fixtures.boat, Todo.fixtures.done]))
    let hostile = TodoList.State(todos: .loaded([Todo.fixtures.hostile]))
    let unreadable = TodoList.State(todos: .failed(.storage(.damaged(path: "todos.json"))))
  }
}
