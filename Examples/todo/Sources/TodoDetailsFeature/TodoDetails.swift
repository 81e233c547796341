public import FeatureKit
public import Observation
public import TerminalKit
public import TodoKit

/// One thing to do, with its note.
public enum TodoDetails {
  public struct State: Hashable, Sendable {
    public var todo: Todo

    public init(todo: Todo) { self.todo = todo }
  }

  /// What only the root can do.
  @MainActor
  public struct Action {
    /// Keeps what was changed.
    public var save: (Todo) async throws -> Void

    public init(save: @escaping (Todo) async throws -> Void) { self.save = save }
  }

  @MainActor @Observable
  public final class Model {
    public private(set) var state: State
    @ObservationIgnored private let action: Action

    public init(state: State, action: Action) { (self.state, self.action) = (state, action) }

    public func setNote(_ note: String) async throws {
      var todo = state.todo
      todo.note = note
      try await action.save(todo)
      state.todo = todo
    }
  }

  public static func view(_ state: State) -> Document {
    Document(
      kind: "todo", title: .init(StyledText(state.todo.title, .title), note: state.todo.isDone ? "done" : nil),
      blocks: [.paragraph(StyledText(state.todo.note.isEmpty ? "No note." : state.todo.note))],
      hint: Hint(["note TEXT", "back"]), data: [.init("todo", state.todo.json)])
  }

  @MainActor
  public static func screen(model: Model) -> Screen {
    Screen(
      id: "todo", subject: .named { model.state.todo.id }, model: model, label: { model.state.todo.title },
      document: { _ in view(model.state) },
      verbs: {
        [
          Verb("note", .text(), help: "Write a note") { text in
            try await model.setNote(text)
            return .screen
          }
        ]
      })
  }

  /// One preview for each fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(model: Model(state: state, action: Action(save: { _ in })))
    }
  }
}

extension TodoDetails.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let plain = TodoDetails.State(todo: Todo.fixtures.milk)
    public let noted = TodoDetails.State(todo: Todo.fixtures.boat)
  }
}
