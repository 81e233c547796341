import FeatureKit
import FeatureTestKit
import Foundation
import REPL
import Synchronization
import TerminalKit
import Testing
import TodoDetailsFeature
import TodoKit
import TranscriptKit

@testable import TodoListFeature
@testable import todo

/// The example: its screens as text, a feature alone, and the app as it is typed.
@MainActor @Suite struct TodoTests {
  /// What is kept while a test runs.
  private final class Memory: Sendable {
    private let todos = Mutex([Todo.fixtures.milk, Todo.fixtures.boat, Todo.fixtures.done])

    var service: TodoService {
      TodoService(all: { self.todos.withLock(\.self) }, save: { new in self.todos.withLock { $0 = new } })
    }
  }

  private static func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: name), encoding: .utf8)
  }

  private func app() -> LoneApp<Todo> {
    todoApp(service: Memory().service, .init(layout: { .fixture }, uptime: { .zero }, sleep: { _ in }))
  }

  /// Compares with a file, or writes it: `RECORD=1 swift test --filter TodoTests`.
  private func expect(_ text: String, in name: String) throws {
    guard ProcessInfo.processInfo.environment["RECORD"] == nil else {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
      try Data(text.utf8).write(to: file)
      Issue.record("\(name) was recorded: read it before you commit it")
      return
    }
    #expect(try Self.read(name) == text)
  }

  @Test func everyPreviewIsAsRecorded() throws {
    let previews =
      app().plugins.flatMap { plugin in plugin.previews().map { ("\(plugin.id)/\($0.id)", $0) } }
      + TodoDetails.previews.map { ("details/\($0.id)", $0) }
    let pages = previews.map { name, preview in
      "== \(name)\n\(FeatureTestKit.text(preview.document(.fixture)))-- spoken\n"
        + FeatureTestKit.text(preview.document(.fixture), as: .spoken)
    }
    try expect(pages.joined(separator: "\n"), in: "previews.txt")
  }

  @Test func sessionGoesAsRecorded() async throws {
    let session = Transcript(try Self.read("todo.session"))
    let app = app()
    let played = try await TranscriptPlayer.play(session, host: app)
    try expect(played.text, in: "todo.session")
  }

  @Test func openingAsksTheRoot() async throws {
    var opened: [Todo] = []
    let model = TodoList.Model(service: Memory().service)
    await model.load()
    let plugin = TodoList.plugin(
      model: model,
      action: TodoList.Action(open: { todo in
        opened.append(todo)
        return .screen
      }))
    let screen = try #require(plugin.tab)
    #expect(try await screen.type("open 2", and: plugin.verbs).isScreen)
    #expect(opened == [Todo.fixtures.boat])
    #expect(try await screen.type("done 1-2", and: plugin.verbs).said == "Done: 2.")
    #expect(model.state.todos.value?.allSatisfy(\.isDone) == true)
  }

  @Test func failureToSaveLeavesTheListAsItWas() async {
    var service = Memory().service
    service.save = { _ in throw AppError.storage(.full(path: "todos.json")) }
    let model = TodoList.Model(service: service)
    await #expect(throws: AppError.storage(.full(path: "todos.json"))) { try await model.change { $0.removeAll() } }
    #expect(model.state.todos.value?.count == 3)
  }
}
