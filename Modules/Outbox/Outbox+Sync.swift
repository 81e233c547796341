import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Outbox {
  /// Something that `sync` reads from the server.
  public struct Source: Sendable {
    /// The member of the JSON: `home`.
    public var name: String
    /// What is counted, in the singular: `post of Home`.
    public var noun: String
    /// The same in the plural: `posts of Home`.
    public var plural: String
    /// Reads the newest of it, and returns how much that was.
    public var read: @MainActor @Sendable () async throws -> Int

    public init(
      _ name: String, _ noun: String, _ plural: String, read: @escaping @MainActor @Sendable () async throws -> Int
    ) {
      self.name = name
      self.noun = noun
      self.plural = plural
      self.read = read
    }
  }

  /// What `sync` needs of the archive.
  public struct Sync: Sendable {
    public var sources: @MainActor () -> [Source]
    /// Returns what says why something that was read from then on was not kept; `nil` if everything was.
    public var watchArchive: @MainActor () -> @Sendable () async -> (any Error)?

    public init(
      sources: @escaping @MainActor () -> [Source],
      watchArchive: @escaping @MainActor () -> @Sendable () async -> (any Error)?
    ) {
      self.sources = sources
      self.watchArchive = watchArchive
    }
  }

  static func syncVerb(_ model: Model, _ sync: Sync) -> Verb {
    Verb(
      "sync", help: "Send the outbox, then read Home, notifications, lists and conversations",
      discussion: """
        For cron and systemd: one line says what was sent and read, and the exit code whether that worked. Items of the outbox \
        that are older than a day wait for outbox send. What was read is kept as far as set archive allows; where it can't be, the exit code is not 0. make install puts \
        howdah-sync.service and howdah-sync.timer where systemctl --user finds them.
        """
    ) {
      let archiveFailure = sync.watchArchive()
      let flush = await model.flush(isRequested: true)
      if let error = flush.stop { throw AppError(error) }
      var toast = try sent(flush, model)
      if flush.isBusy { toast.text = "Another prompt or command is sending the outbox now." }
      var counts: [(source: Source, count: Int)] = []
      var failure: AppError?
      let sources = sync.sources()
      var unread: [String] = []
      for (index, source) in sources.enumerated() {
        do {
          let count = try await source.read()
          counts.append((source, count))
        } catch {
          try Task.checkCancellation()
          let error = AppError(error)
          // What the server lacks is not a failure of the network.
          switch error.cause {
          case .validation, .notFound: continue
          default: failure = error
          }
          unread = sources[index...].map(\.name)
          break
        }
      }
      toast.text += StyledText(" Read \(words(counts)).")
      // One line, however wide a log is.
      toast.result = toast.text.plain
      toast.data.append(.init("read", .object(counts.map { .init($0.source.name, .int($0.count)) })))
      let unkept = await archiveFailure()
      if failure == nil, let unkept { failure = .unkept(unkept) }
      toast.dropped += unread + (unkept == nil ? [] : ["archive"])
      failure = failure ?? refusal(flush)
      guard let failure else { return .toast(toast) }
      // Where nothing was done, nothing was done in part.
      guard !counts.isEmpty || !flush.isQuiet else { throw failure }
      throw PartialFailure(done: .toast(toast), error: failure, left: unread)
    }
  }

  private static func words(_ counts: [(source: Source, count: Int)]) -> String {
    let parts = counts.map { "\($0.count) \($0.count == 1 ? $0.source.noun : $0.source.plural)" }
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
