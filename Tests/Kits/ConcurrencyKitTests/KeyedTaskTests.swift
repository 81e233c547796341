import ConcurrencyKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct KeyedTaskTests {
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  private func makeTask(_ log: Log) -> KeyedTask<String> {
    KeyedTask { key in
      log.lines.append("start \(key)")
      while !Task.isCancelled { await Task.yield() }
      log.lines.append("end \(key)")
    }
  }

  private func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
  }

  @Test func newKeyCancelsAndRestartsTheTask() async {
    let log = Log()
    let task = makeTask(log)
    task.update("a")
    await wait { log.lines == ["start a"] }
    task.update("a")
    task.update("b")
    await wait { log.lines.count == 3 }
    #expect(Set(log.lines) == ["start a", "end a", "start b"])
    task.update(nil)
    await wait { log.lines.count == 4 }
    #expect(log.lines.last == "end b")
  }

  @Test func releasingTheKeyedTaskCancelsTheTask() async {
    let log = Log()
    var task: KeyedTask<String>? = makeTask(log)
    task?.update("a")
    await wait { log.lines == ["start a"] }
    task = nil
    await wait { log.lines == ["start a", "end a"] }
  }
}
