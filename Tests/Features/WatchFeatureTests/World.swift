import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import WatchFeature

extension Status {
  static func numbered(_ number: Int) -> Status {
    var status = fixtures.plain
    status.id = Status.ID("\(number)")
    return status
  }
}

/// A server in memory, and what is shown of it.
@MainActor final class World {
  /// The signals of a stream; `nil` for a server without streams.
  var signals: [StreamSignal]?
  /// The posts, the newest first.
  var posts: [Status] = []
  var isQuiet = false
  /// The accounts that cannot be followed.
  var unreadable: Set<String> = []
  var refusal: AppError?
  private(set) var said: [String] = [] { didSet { for reader in readers { reader.yield() } } }
  private(set) var shown: [String] = [] { didSet { for reader in readers { reader.yield() } } }
  /// The items that asked for a line, and whether for the desktop too.
  private(set) var claims: [(id: Status.ID, isForDesktop: Bool)] = [] {
    didSet { for reader in readers { reader.yield() } }
  }
  private(set) var alerts = 0
  private(set) var deleted: [String] = []
  var isData = true
  private(set) var notices: [StreamFollower.Notice] = []
  private(set) var runs: [String] = [] { didSet { for reader in readers { reader.yield() } } }
  /// The number of items that were shown before each run.
  private(set) var shownBeforeRuns: [Int] = []
  /// Whether the server is known to send what happens on its streams.
  var isKnownToDeliver = true
  /// The number of items that are gathered before a watch at the prompt shows them.
  var gathers = 1
  /// The post that a rule tells of.
  var alerting: Status.ID?
  /// How often the server was asked for what is there.
  private(set) var pages = 0 { didSet { for reader in readers { reader.yield() } } }
  /// How many questions were due.
  private(set) var questions = 0 { didSet { for reader in readers { reader.yield() } } }
  /// The step at the end of a watch of 20 seconds.
  var atEnd: @MainActor () async -> Void = {}
  /// The steps before each poll of a server without streams.
  var beforeQuestion: [@MainActor () -> Void] = []

  private var readers: [AsyncStream<Void>.Continuation] = []

  /// Waits until something is so.
  func until(_ isSo: () -> Bool) async {
    let (changes, reader) = AsyncStream.makeStream(of: Void.self)
    readers.append(reader)
    reader.yield()
    for await _ in changes where isSo() { return }
  }

  private var display: Watch.Display {
    Watch.Display(
      note: { [self] item in
        if case .deletion(let id, of: .some) = item { self.deleted.append(id.rawValue) }
        guard case .post(let status) = item else { return Note("other") }
        return Note(StyledText("post \(status.id.rawValue)"), references: [.status(status.id)])
      },
      data: { item in ["id": .string(item.place.rawValue)] }, isHidden: { _, _, _ in false },
      alert: { [self] status, _ in
        guard status.id == alerting else { return nil }
        return MastodonKit.Notification(
          id: .init("rule 1 \(status.id)"), kind: .status, createdAt: status.createdAt, account: status.account,
          status: status)
      }, me: { "1" },
      post: { [self] in shown.append($0.plain) }, say: { [self] in said.append($0) },
      claimLine: { [self] item, isForDesktop in
        let isFirst = !claims.contains { $0.id == item.place }
        claims.append((item.place, isForDesktop))
        return isFirst && !isQuiet
      }, tell: { [self] in notices.append($0) },
      isQuiet: { [self] in isQuiet }, showOnDesktop: { [self] _ in alerts += 1 }, isData: { [self] in isData })
  }

  lazy var model = Watch.Model(source: source, display: display, programs: programs)

  private lazy var programs = Watch.Programs(
    obstacle: { [self] in refusal },
    run: { [weak self] command, input in
      await self?.note("\(command) < \(String(decoding: input, as: UTF8.self))")
      guard command == "hang" else { return 0 }
      // Until it is cancelled.
      for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3600)) }) where Task.isCancelled
      {
        break
      }
      return 143
    })

  private lazy var source: Watch.Source = .init(
    signals: { [self] _ in
      guard let signals else { return nil }
      return AsyncStream { continuation in
        for signal in signals { continuation.yield(signal) }
      }
    },
    page: { [self] _, _ in
      pages += 1
      return Watch.Part(posts.map(Watch.Item.post))
    },
    sleep: { [weak self] duration in
      switch duration {
      case Watch.Batch.time: await self?.gather()
      case .seconds(20): await self?.atEnd()
      case Watch.Queue.grace: break
      case StreamFollower.interval: try await self?.question()
      default: Issue.record("waits \(duration)")
      }
    }, lists: { [MastodonKit.List(id: "7", title: "Friends")] },
    conversation: { reference in
      guard reference == Reference(kind: .conversation, id: "12345") else { throw AppError.notFound("None.") }
      return .conversation("12345", with: "Rook")
    }, isKnownToDeliver: { [self] _ in isKnownToDeliver },
    isWhole: { if case .group = $0 { false } else { true } },
    group: { $0.lowercased() == "boats" ? TagGroup.fixtures.boats : nil },
    accounts: { listed in
      guard listed == "all" else { throw AppError.usage("No such account.", suggestion: "") }
      return ["wren@garden.example", "wren@shore.example"]
    },
    source: { [self] account in
      if unreadable.contains(account) { throw AppError.fixtures.noConnection }
      return source
    }, me: nil, offeredGroups: { [] }, offeredLists: { ["Friends"] })

  private func gather() async { await until { claims.count >= gathers } }

  private func note(_ run: String) {
    shownBeforeRuns.append(shown.count)
    runs.append(run)
  }

  private let never = AsyncStream.makeStream(of: Void.self)

  private func question() async throws {
    questions += 1
    guard beforeQuestion.isEmpty else { return beforeQuestion.removeFirst()() }
    // No other is due before it is stopped.
    for await _ in never.stream {}
    throw CancellationError()
  }

  func lines(_ options: Watch.Options, of target: Watch.Target = .home) async throws -> [String] {
    var lines: [String] = []
    for try await line in model.lines(target, options) { lines.append(line) }
    return lines
  }
}
