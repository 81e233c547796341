import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Watch {
  /// Owns what is followed at the prompt, and follows for a shell.
  @MainActor
  public final class Model {
    private let source: Source
    private let display: Display
    private let programs: Programs
    private var watches: [Entry] = []

    /// The number of lines that appear at once; of more, only some do, and the rest are counted.
    static let burst = 8

    /// Creates a model that follows nothing.
    public init(source: Source, display: Display, programs: Programs) {
      self.source = source
      self.display = display
      self.programs = programs
    }

    /// Something that is followed at the prompt.
    private final class Entry {
      let watch: Watching
      private let batch: Batch
      private let queue: Queue?
      private let task: Task<Void, Never>

      init(_ watch: Watching, _ batch: Batch, _ queue: Queue?, _ task: Task<Void, Never>) {
        self.watch = watch
        self.batch = batch
        self.queue = queue
        self.task = task
      }

      @MainActor func stop() {
        task.cancel()
        batch.stop()
        queue?.stop()
      }

      deinit { task.cancel() }
    }

    /// The titles of lists that completion offers.
    var offeredLists: [String] { source.offeredLists() }

    /// The titles of groups that completion offers.
    var offeredGroups: [String] { source.offeredGroups() }

    /// The followed targets, in the order in which they were requested.
    public var targets: [Target] { watches.map(\.watch.target) }

    /// The names of what is followed: `#canal and Home`; `nil` for nothing.
    public var followed: String? { watches.isEmpty ? nil : Watch.enumeration(of: targets) }

    /// Stops everything, for a session that ends.
    public func stop() {
      for entry in watches { entry.stop() }
      watches = []
    }

    /// Finds what the words mean.
    ///
    /// - Throws: ``AppError`` for a list that is not there.
    func list(named name: String) async throws -> Target {
      let lists: [MastodonKit.List]
      do { lists = try await source.lists() } catch { throw AppError(error) }
      let wanted = name.lowercased()
      let id = ReferenceSyntax.id(in: name) ?? (ReferenceSyntax.isID(name) ? name : "")
      let same = lists.filter { $0.title == name }
      let named = same.isEmpty ? lists.filter { $0.title.lowercased() == wanted } : same
      guard named.count < 2 || lists.contains(where: { $0.id.rawValue == id }) else {
        let ids = named.prefix(3).map { "list id:\($0.id)" }.joined(separator: " or ")
        throw AppError.usage(
          "\(named.count) lists are called “\(name)”.",
          suggestion: "Give \(ids). list members id:\(named[0].id) shows who is in one.")
      }
      let found = lists.first { $0.id.rawValue == id } ?? named.first
      guard let found else {
        throw AppError.missing(
          "There is no list “\(name)”.", word: name, among: lists.map(\.title), choices: "lists shows your lists.")
      }
      return .list(found.id, title: found.title)
    }

    /// Finds the accounts of `--accounts`.
    func accounts(_ listed: String) throws -> [String] { try source.accounts(listed) }

    /// Finds a group; `nil` if none has the name or the id.
    func group(named name: String) throws -> Target? {
      try source.group(ReferenceSyntax.id(in: name) ?? name).map { .group($0.id, title: $0.title) }
    }

    /// Finds the conversation that a reference means.
    ///
    /// - Throws: ``AppError`` for one that is not there.
    func conversation(_ reference: Reference) async throws -> Target {
      do { return try await source.conversation(reference) } catch { throw AppError(error) }
    }

    /// Fails if the user has not allowed what the options ask for.
    func check(_ options: Options) throws {
      if options.command != nil, let obstacle = programs.obstacle() { throw obstacle }
    }

    // MARK: - At the prompt

    /// Follows something above the prompt, with new options if it is followed already.
    func start(_ target: Target, _ options: Options) {
      end(target)
      let queue = createQueue(options)
      let batch = Batch(sleep: source.sleep) { [display] gathered in
        let items = gathered.filter(\.isShown).map(\.item)
        let shown = items.count > Self.burst ? Self.burst - 1 : items.count
        for item in items.prefix(shown) {
          var note = display.note(item)
          note.isForDesktop = options.notifies && !item.isChange
          display.post(note)
        }
        if items.count > shown {
          display.say("And \(CountText.of(items.count - shown, "more item")) in \(target.name).")
        }
        // After their lines, so that what the program prints follows them.
        for item in gathered.map(\.item) { queue?.add(display.line(item, of: target)) }
      }
      let watch = Watching(target, options, source: source, display: display, isData: false) {
        [display] item, isShown in
        let isShown = isShown && display.claimLine(item, options.notifies && !item.isChange)
        if isShown || queue != nil { batch.add(item, isShown: isShown) }
      }
      let task = Task { [weak self, display] in
        var words: [String]
        do {
          try await watch.run()
          words = ["Stopped watching \(target.name) after \(CountText.of(watch.count, "item"))."]
        } catch {
          let error = AppError(error)
          words = ["Stopped watching \(target.name).", error.message, error.suggestion]
        }
        guard !Task.isCancelled else { return }
        batch.flush()
        self?.watches.removeAll { $0.watch === watch }
        display.say(words.filter { !$0.isEmpty }.joined(separator: " "))
        await self?.finish(queue, after: watch)
      }
      watches.append(Entry(watch, batch, queue, task))
    }

    /// Stops following something; false if it is not followed.
    @discardableResult
    func end(_ target: Target) -> Bool {
      guard let place = watches.firstIndex(where: { $0.watch.target == target }) else { return false }
      watches.remove(at: place).stop()
      return true
    }

    /// Lets the user's program end: by itself after the last item, soon if the time is over.
    private func finish(_ queue: Queue?, after watch: Watching) async {
      guard let queue else { return }
      guard watch.isOutOfTime else { return await queue.finish() }
      await queue.finish { [source] in try await source.sleep(Queue.grace) }
    }

    /// Creates the queue of the user's program, if there is one.
    private func createQueue(_ options: Options) -> Queue? {
      options.command.map { Queue($0, programs: programs, say: display.say) }
    }

    // MARK: - For a shell

    /// Follows something and returns a line for each item: JSON, or text where JSON is not asked for.
    func lines(_ target: Target, _ options: Options) -> AsyncThrowingStream<String, any Error> {
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: (line: String?, input: String).self)
      let isData = display.isData()
      let watch = Watching(target, options, source: source, display: display, isData: isData) {
        [display] item, isShown in
        let input = display.line(item, of: target)
        guard isShown else { return _ = continuation.yield((nil, input)) }
        var note = display.note(item)
        continuation.yield((isData ? input : Self.oneLine(note, item), input))
        guard options.notifies, !item.isChange, !display.isQuiet() else { return }
        note.isForDesktop = true
        display.showOnDesktop(note)
      }
      let following = Task {
        do {
          try await watch.run()
          continuation.finish()
        } catch {
          continuation.finish(throwing: AppError(error))
        }
      }
      continuation.onTermination = { _ in following.cancel() }
      let queue = createQueue(options)
      let reader = LineReader(stream, queue) { await self.finish(queue, after: watch) }
      return AsyncThrowingStream { try await reader.next() }
    }

    /// Reads the lines; the user's program gets an item when its line has been written, which is when the next one is read.
    @MainActor
    private final class LineReader {
      private var iterator: AsyncThrowingStream<(line: String?, input: String), any Error>.Iterator
      private let queue: Queue?
      private let finish: () async -> Void
      private var written: String?

      init(
        _ stream: AsyncThrowingStream<(line: String?, input: String), any Error>, _ queue: Queue?,
        finish: @escaping () async -> Void
      ) {
        iterator = stream.makeAsyncIterator()
        self.queue = queue
        self.finish = finish
      }

      func next() async throws -> String? {
        while true {
          if let written { queue?.add(written) }
          written = nil
          var iterator = iterator
          defer { self.iterator = iterator }
          do {
            guard let item = try await iterator.next(isolation: #isolation) else {
              await finish()
              return nil
            }
            written = item.input
            if let line = item.line { return line }
          } catch {
            queue?.stop()
            await finish()
            throw error
          }
        }
      }
    }

    /// A line of text; what a server sent has no line feeds or control characters in it.
    private static func oneLine(_ note: Note, _ item: Item) -> String {
      let line = [note.plain, item.address].filter { !$0.isEmpty }.joined(separator: "  ")
      return Sanitizer.oneLine(line)
    }
  }
}
