import NavigationKit
import OwnershipKit
import REPL
import TodoDetailsFeature
import TodoKit
import TodoListFeature

/// The root: it alone knows both features, and what it keeps is in the ownership graph.
@MainActor
func todoApp(service: TodoService, _ surroundings: LoneApp<Todo>.Surroundings) -> LoneApp<Todo> {
  LoneApp(named: "todo app", surroundings) { scope, navigator in
    let list = scope.add(TodoList.Model(service: service), "list")
    let action = TodoDetails.Action(save: { changed in
      try await list.change { todos in todos = todos.map { $0.id == changed.id ? changed : $0 } }
    })
    return LoneApp.Features(
      [TodoList.plugin(model: list, action: TodoList.Action(open: { navigator.push($0) }))],
      screen: { TodoDetails.screen(of: $0, action: action) })
  }
}
