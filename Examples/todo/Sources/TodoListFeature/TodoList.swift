public import FeatureKit
public import Observation
public import TerminalKit
public import TodoKit

/// The list of what is to be done.
public enum TodoList {
  /// What the screen shows: data, and nothing else.
  public struct State: Hashable, Sendable {
    public var todos: Loadable<[Todo]>

    public init(todos: Loadable<[Todo]> = .idle) { self.todos = todos }
  }

  /// What only the root can do.
  @MainActor
  public struct Action {
    /// Shows the details of one.
    public var open: (Todo) -> Response

    public init(open: @escaping (Todo) -> Response) { self.open = open }
  }

  /// Owns the state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    public private(set) var state: State
    @ObservationIgnored private let service: TodoService

    public init(state: State = State(), service: TodoService) { (self.state, self.service) = (state, service) }

    /// Reads the list, unless that was done.
    public func load() async {
      guard !state.todos.isLoaded else { return }
      state.todos.begin()
      do { state.todos = .loaded(try await service.all()) } catch { state.todos.fail(error) }
    }

    public func add(_ title: String) async throws {
      try await change { todos in
        let last = todos.compactMap { Int($0.id) }.max() ?? 0
        todos.append(Todo(id: String(last + 1), title: title))
      }
    }

    public func setDone(_ isDone: Bool, _ ids: [Todo.ID]) async throws {
      try await change { todos in
        for index in todos.indices where ids.contains(todos[index].id) { todos[index].isDone = isDone }
      }
    }

    /// Takes what was changed elsewhere.
    public func replace(_ todo: Todo) async throws {
      try await change { todos in todos = todos.map { $0.id == todo.id ? todo : $0 } }
    }

    private func change(_ change: (inout [Todo]) -> Void) async throws {
      await load()
      guard var todos = state.todos.value else { throw state.todos.error ?? .cancelled }
      change(&todos)
      do { try await service.save(todos) } catch { throw AppError(error) }
      state.todos = .loaded(todos)
    }
  }

  /// The screen: a function of its state and of nothing else.
  public static func view(_ state: State) -> Document {
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

  /// The feature as the root gets it: a screen with a tab, and the commands that work everywhere.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "list", title: "To do", symbol: "☐", tab: screen(model: model),
      verbs: [add(model), done(model, true), done(model, false), open(model, action)], previews: { previews })
  }

  @MainActor
  static func screen(model: Model) -> Screen {
    Screen(
      id: "todos", model: model, label: { "to do" }, document: { _ in view(model.state) }, verbs: { [] },
      content: Screen.Content(load: model.load, failure: { model.state.todos.error }))
  }

  @MainActor
  private static func add(_ model: Model) -> Verb {
    Verb("add", .text("TITLE"), help: "Add something to do") { title in
      try await model.add(title)
      return .screen
    }
  }

  @MainActor
  private static func done(_ model: Model, _ isDone: Bool) -> Verb {
    let name = isDone ? "done" : "reopen"
    return Verb(name, .references(kinds: [.todo], listing: "screen"), help: isDone ? "Mark as done" : "Not done yet") {
      references in
      try await model.setDone(isDone, references.map(\.id))
      let reverse = (isDone ? "reopen " : "done ") + references.map { "id:\($0.id)" }.joined(separator: " ")
      return .toast(
        Toast(
          .success, StyledText("\(isDone ? "Done" : "Open again"): \(references.count)."),
          undo: .command(.init(reverse))))
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

  /// One preview for each fixture.
  @MainActor static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(model: Model(state: state, service: TodoService(all: { [] }, save: { _ in })))
    }
  }
}

extension TodoList.State {
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public final class Fixtures: Sendable {
    public let loading = TodoList.State(todos: .loading)
    public let empty = TodoList.State(todos: .loaded([]))
    public let some = TodoList.State(todos: .loaded([Todo.fixtures.milk, Todo.fixtures.boat, Todo.fixtures.done]))
    public let hostile = TodoList.State(todos: .loaded([Todo.fixtures.hostile]))
    public let unreadable = TodoList.State(todos: .failed(.storage(.damaged(path: "todos.json"))))
  }
}
