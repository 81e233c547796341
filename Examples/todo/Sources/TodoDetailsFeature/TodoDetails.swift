public import FeatureKit
import Observation
import TerminalKit
public import TodoKit

/// One thing to do, with its note.
public enum TodoDetails {
  /// What only the root can do.
  @MainActor
  public struct Action {
    /// Keeps what was changed.
    var save: (Todo) async throws -> Void

    public init(save: @escaping (Todo) async throws -> Void) { self.save = save }
  }

  /// Owns what the screen shows.
  @MainActor @Observable
  final class Model {
    private(set) var todo: Todo

    init(_ todo: Todo) { self.todo = todo }

    func setNote(_ note: String, _ action: Action) async throws {
      var changed = todo
      changed.note = note
      try await action.save(changed)
      todo = changed
    }
  }

  static func view(_ todo: Todo) -> Document {
    Document(
      kind: "todo", title: .init(StyledText(todo.title, .title), note: todo.isDone ? "done" : nil),
      blocks: [.paragraph(StyledText(todo.note.isEmpty ? "No note." : todo.note))],
      hint: Hint(["note TEXT", "back"]), data: [.init("todo", todo.json)])
  }

  /// The screen of one, which the root opens.
  @MainActor
  public static func screen(of todo: Todo, action: Action) -> Screen {
    let model = Model(todo)
    let note = Verb("note", .text(), help: "Write a note") { text in
      try await model.setNote(text, action)
      return .screen
    }
    return Screen(
      id: "todo", subject: .named { model.todo.id }, model: model, label: { model.todo.title },
      document: { _ in view(model.todo) }, verbs: { [note] })
  }

  /// One preview for each fixture of what is shown.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: Todo.fixtures) { (todo: Todo, _) in view(todo) }
  }
}
