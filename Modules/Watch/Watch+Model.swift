import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Watch {
  /// Owns what is followed at the prompt, and follows for a shell.
  @MainActor
  public final class Model {
    private let source: Source
    private let display: Display
    private let programs: Programs
    private var watches: [(target: Target, watch: Watching)] = []

    private var shown = Recent(limit: 500)
    /// The posts whose line something else wrote.
    private var shownElsewhere = Recent(limit: 500)

    /// How many lines appear at once; of more, only some do, and the rest are counted.
    static let burst = 8
    /// How long what arrives is gathered before it is shown.
    nonisolated static let gathering = Duration.milliseconds(200)

    /// Makes a model that follows nothing.
    public init(source: Source, display: Display, programs: Programs) {
      self.source = source
      self.display = display
      self.programs = programs
    }

    /// Something that is followed at the prompt.
    @MainActor
    private final class Watching {
      var options: Options
      let queue: Queue?
      var reported = Reported()
      var count = 0
      var waiting: [Item] = []
      var gathering: Task<Void, Never>?
      var task: Task<Void, Never>?
      var end: Task<Void, Never>?

      init(_ options: Options, _ queue: Queue?) {
        self.options = options
        self.queue = queue
      }

      func stop() {
        for task in [task, end, gathering] { task?.cancel() }
        queue?.stop()
      }

      deinit { for task in [task, end, gathering] { task?.cancel() } }
    }

    /// The titles of lists that completion offers.
    var offeredLists: [String] { source.offeredLists() }

    /// What is followed, in the order in which it was asked for.
    public var targets: [Target] { watches.map(\.target) }

    /// Claims the one line that a post, or a direct message, gets at the prompt; false if it has one already.
    ///
    /// What arrives comes by several streams in any order. A watch that tells the desktop writes a line all the same.
    public func claimLine(of id: Status.ID) -> Bool {
      guard !shown.contains(id) else { return false }
      _ = shownElsewhere.insert(id)
      return true
    }

    /// Whether an item is the first to tell of what it tells: a post may be in several timelines that are watched.
    private func isNews(_ item: Item, _ options: Options) -> Bool {
      switch item {
      case .post(let status): isNews(status.id, options)
      case .conversation(let conversation): conversation.lastStatus.map { isNews($0.id, options) } ?? true
      case .notification(let notification):
        notification.status.map { $0.visibility != .direct || isNews($0.id, options) } ?? true
      case .edit, .deletion: true
      }
    }

    private func isNews(_ id: Status.ID, _ options: Options) -> Bool {
      shown.insert(id) && (options.notifies || !shownElsewhere.contains(id))
    }

    /// Stops everything, for a session that ends.
    public func stop() {
      for (_, watch) in watches { watch.stop() }
      watches = []
    }

    /// Finds what the words mean.
    ///
    /// - Throws: ``AppError`` for a list that is not there.
    func list(named name: String) async throws -> Target {
      let lists: [MastodonKit.List]
      do { lists = try await source.lists() } catch { throw AppError(error) }
      let wanted = name.lowercased()
      let found =
        lists.first { $0.id.rawValue == name } ?? lists.first { $0.title == name }
        ?? lists.first { $0.title.lowercased() == wanted }
      guard let found else {
        throw AppError.notFound("There is no list “\(Sanitizer.clean(name))”.", suggestion: "lists shows your lists.")
      }
      return .list(found.id, title: found.title)
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
      let queue = options.command.map { Queue($0, programs: programs, say: display.say) }
      let watch = Watching(options, queue)
      watches.append((target, watch))
      let follower = Follower(
        target, source: source, say: display.say, isToldOfConnection: display.tellsOfConnection
      ) { [weak self, weak watch] item in
        guard let self, let watch else { return false }
        return take(item, of: target, for: watch)
      }
      watch.task = Task { [weak self, weak watch, display] in
        var isTold = false
        do {
          try await follower.run()
        } catch {
          guard !Task.isCancelled else { return }
          isTold = true
          let error = AppError(error)
          display.say(
            ["Stopped watching \(target.name).", error.message, error.suggestion].filter { !$0.isEmpty }
              .joined(separator: " "))
        }
        if let watch { self?.finish(target, watch, isTold: isTold) }
      }
      guard let seconds = options.seconds else { return }
      watch.end = Task { [weak self, weak watch, source] in
        // It was stopped before its time.
        do { try await source.sleep(.seconds(seconds)) } catch { return }
        if let watch { self?.finish(target, watch) }
      }
    }

    /// Stops following something; false if it is not followed.
    @discardableResult
    func end(_ target: Target) -> Bool {
      guard let place = watches.firstIndex(where: { $0.target == target }) else { return false }
      watches.remove(at: place).watch.stop()
      return true
    }

    private func finish(_ target: Target, _ watch: Watching, isTold: Bool = false) {
      guard watches.contains(where: { $0.watch === watch }) else { return }
      flush(target, watch)
      watches.removeAll { $0.watch === watch }
      watch.task?.cancel()
      watch.end?.cancel()
      guard !isTold else { return }
      display.say("Stopped watching \(target.name) after \(CountText.of(watch.count, "item")).")
    }

    private func take(_ item: Item, of target: Target, for watch: Watching) -> Bool {
      guard isWanted(item, of: target, watch.options) else { return true }
      let item = watch.options.includesChanges ? watch.reported.completed(item) : item
      watch.queue?.add(line(item, of: target))
      // Whoever has not seen a post need not know that it is gone.
      if case .deletion(_, of: nil) = item { return true }
      watch.count += 1
      if isNews(item, watch.options), !display.holdsBack(item) {
        watch.waiting.append(item)
        if watch.gathering == nil {
          watch.gathering = Task { [weak self, weak watch, source] in
            // It was stopped, and shows nothing more.
            do { try await source.sleep(Self.gathering) } catch { return }
            if let watch { self?.flush(target, watch) }
          }
        }
      }
      return watch.options.limit.map { watch.count < $0 } ?? true
    }

    private func flush(_ target: Target, _ watch: Watching) {
      watch.gathering = nil
      let items = watch.waiting
      watch.waiting = []
      let shown = items.count > Self.burst ? Self.burst - 1 : items.count
      for item in items.prefix(shown) {
        var note = display.note(item)
        note.isForDesktop = watch.options.notifies && !item.isChange
        display.post(note)
      }
      if items.count > shown {
        display.say("And \(CountText.of(items.count - shown, "more item")) in \(target.name).")
      }
    }

    // MARK: - For a shell

    /// Follows something and returns a line for each item: JSON, or text where JSON is not asked for.
    func lines(_ target: Target, _ options: Options) -> AsyncThrowingStream<String, any Error> {
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
      let queue = options.command.map { Queue($0, programs: programs, say: display.say) }
      let isData = display.isData()
      var count = 0
      var reported = Reported()
      let follower = Follower(target, source: source, say: display.say) { [display] item in
        guard self.isWanted(item, of: target, options) else { return true }
        let item = options.includesChanges ? reported.completed(item) : item
        queue?.add(self.line(item, of: target))
        if !isData, case .deletion(_, of: nil) = item { return true }
        count += 1
        let note = display.note(item)
        continuation.yield(isData ? self.line(item, of: target) : Self.oneLine(note, item))
        if options.notifies, !item.isChange, !display.isQuiet() {
          var alert = note
          alert.isForDesktop = true
          display.alert(alert)
        }
        return options.limit.map { count < $0 } ?? true
      }
      let following = Task {
        do {
          try await follower.run()
          await queue?.finish()
          continuation.finish()
        } catch {
          queue?.stop()
          continuation.finish(throwing: AppError(error))
        }
      }
      let deadline = options.seconds.map { seconds in
        Task { [source] in
          // It ended before its time.
          do { try await source.sleep(.seconds(seconds)) } catch { return }
          await queue?.finish()
          continuation.finish()
        }
      }
      continuation.onTermination = { _ in
        following.cancel()
        deadline?.cancel()
      }
      return stream
    }

    private func isWanted(_ item: Item, of target: Target, _ options: Options) -> Bool {
      guard options.includesChanges || !item.isChange else { return false }
      let isOfKind = options.only.isEmpty || options.only.contains { $0.includes(item, me: display.me()) }
      return isOfKind && !display.isHidden(item, target, !options.only.isEmpty)
    }

    /// An item as a line of JSON.
    private func line(_ item: Item, of target: Target) -> String {
      let content: JSONValue.Member =
        switch item {
        case .deletion(let id, _): .init("id", .string(id.rawValue))
        case .post, .edit: .init("post", display.data(item))
        case .notification, .conversation: .init(item.event, display.data(item))
        }
      return JSONValue.object([
        .init("schema", .int(JSONValue.schemaVersion)), .init("event", .string(item.event)),
        .init("timeline", .string(target.words)), content,
      ]).serialized()
    }

    /// A line of text; what a server sent has no line feeds or control characters in it.
    private static func oneLine(_ note: Note, _ item: Item) -> String {
      let line = [note.plain, item.address].filter { !$0.isEmpty }.joined(separator: "  ")
      return Sanitizer.clean(line).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
