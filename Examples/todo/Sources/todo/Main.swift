import FeatureKit
import FoundationEssentials
import Glibc
import REPL
import TodoKit

/// `todo` opens the prompt, `todo add Buy milk` runs one command, and `todo < FILE` runs a script.
@main
@MainActor
enum Main {
  static func main() async {
    let start = ContinuousClock.now
    let app = todoApp(
      service: .file(URL(filePath: "todos.json")),
      .init(
        layout: { Layout(now: Date()) }, uptime: { ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: $0) }))
    exit(await app.run(Array(CommandLine.arguments.dropFirst()), named: "todo").rawValue)
  }
}

extension TodoService {
  /// Keeps everything in a file of JSON, which need not exist.
  static func file(_ file: URL) -> TodoService {
    TodoService(
      all: {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do { return try JSONDecoder().decode([Todo].self, from: Data(contentsOf: file)) } catch {
          throw AppError.storage(.damaged(path: file.path))
        }
      },
      save: { todos in
        do { try JSONEncoder().encode(todos).write(to: file, options: .atomic) } catch {
          throw AppError.storage(.refused(path: file.path))
        }
      })
  }
}
