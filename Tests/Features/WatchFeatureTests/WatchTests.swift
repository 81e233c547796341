import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import WatchFeature

@MainActor @Suite(.timeLimit(.minutes(10))) struct WatchTests {
  private let world = World()

  private func options(_ limit: Int, only: Set<Watch.Kind> = []) -> Watch.Options {
    var options = Watch.Options()
    options.limit = limit
    options.only = only
    return options
  }

  private func posts(_ numbers: Int...) -> [StreamSignal] { numbers.map { .event(.update(.numbered($0))) } }

  private func type(_ words: String..., isBeside: Bool = false) async throws -> Response {
    let verbs = Watch.plugin(model: world.model, isBeside: isBeside, obstacle: { nil }).verbs
    let verb = try #require(verbs.first { $0.matches(words[0]) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context))
  }

  /// After `lists`, a number is the row, and not the list with that id; the undo names the list by its id.
  @Test func aListIsWatchedByItsNumberOnTheScreen() async throws {
    world.signals = []
    let verbs = Watch.plugin(model: world.model, isBeside: true, obstacle: { nil }).verbs
    let context = ArgumentContext.showing([[Reference(kind: Reference.Kind(rawValue: "list"), id: "7")]])
    guard case .toast(let toast) = try await verbs.type("watch list 1", in: context) else { throw AppError.cancelled }
    #expect(toast.text.plain == "Watching the list “Friends”." && toast.undo == .command("unwatch list id:7"))
    guard case .toast(let end) = try await verbs.type("unwatch list id:7", in: context) else {
      throw AppError.cancelled
    }
    #expect(end.text.plain == "Stopped watching the list “Friends”.")
    let error = await #expect(throws: AppError.self) { try await verbs.type("watch list .", in: context) }
    #expect(error?.message.contains("“.”") == true)
    // Only id:7 is its id.
    await #expect(throws: AppError.self) { try await verbs.type("watch 7", in: context) }
  }

  private func toast(_ response: Response) -> String? {
    guard case .toast(let toast) = response else { return nil }
    return toast.text.plain
  }

  @Test func eachItemIsALineOfJSON() async throws {
    world.signals = [.connection(.connected)] + posts(11, 12)
    let lines = try await world.lines(options(2), of: .tag("canal", isLocal: true))
    #expect(
      lines
        == ["11", "12"].map {
          ##"{"schema":1,"event":"post","timeline":"#canal --local","post":{"id":"\##($0)"}}"##
        })
  }

  @Test func missedItemsAreFetchedAndReportedOnce() async throws {
    world.posts = [.numbered(14), .numbered(13), .numbered(12), .numbered(11)]
    world.signals = [.connection(.connected)] + posts(15) + [.gap] + posts(16)
    // Known up to 14; after the interruption 15 is there still, and nothing between.
    #expect(try await world.lines(options(2)).count == 2)
    let other = World()
    other.signals = posts(11) + [.gap] + posts(14, 12, 15)
    other.posts = [.numbered(14), .numbered(13), .numbered(12), .numbered(11), .numbered(10)]
    let lines = try await other.lines(options(5))
    #expect(lines.compactMap { line in (11...15).first { line.contains("\"\($0)\"") } } == [11, 12, 13, 14, 15])
  }

  @Test func aServerWithoutStreamsIsAsked() async throws {
    world.posts = [.numbered(10)]
    world.beforeQuestion = [{}, { [world] in world.posts = [.numbered(12), .numbered(11), .numbered(10)] }]
    #expect(try await world.lines(options(2)).count == 2)
    #expect(world.said.count == 1 && world.said[0].contains("every two minutes"))
  }

  @Test func missingStreamIsReplacedByPolling() async throws {
    world.signals = [.connection(.ended(.unsupported(host: "x", operation: "")))]
    world.beforeQuestion = [{ [world] in world.posts = [.numbered(10)] }]
    #expect(try await world.lines(options(1)).count == 1)
  }

  @Test func aRefusalEndsIt() async throws {
    world.signals = [.connection(.ended(.unauthorized(host: "x")))]
    await #expect(throws: AppError.self) { try await world.lines(options(1)) }
  }

  @Test func endAtThePromptIsReportedOnce() async throws {
    world.signals = [.connection(.ended(.unauthorized(host: "x")))]
    _ = try await type("watch", "local", isBeside: true)
    await world.until { world.model.targets.isEmpty }
    #expect(world.said.count == 1)
    #expect(world.said.first?.hasPrefix("Stopped watching the local timeline. ") == true)
  }

  @Test func onlySomeKindsAreReported() async throws {
    var boost = Status.numbered(12)
    boost.reblog = Status.numbered(3)
    var reply = Status.numbered(13)
    reply.inReplyToID = "1"
    world.signals = posts(11) + [.event(.update(boost)), .event(.update(reply))]
    let lines = try await world.lines(options(2, only: [.boosts, .replies]))
    #expect(lines.count == 2 && lines[0].contains("\"12\"") && lines[1].contains("\"13\""))
  }

  @Test func editsAndDeletionsAreReportedOnlyIfWanted() async throws {
    var edited = Status.numbered(11)
    edited.content = "<p>new</p>"
    let changes: [StreamSignal] = [.event(.statusUpdate(edited)), .event(.delete("11")), .event(.delete("4"))]
    world.signals = posts(11) + changes + posts(12)
    #expect(try await world.lines(options(2)).count == 2)
    var options = options(5, only: [.posts])
    options.includesChanges = true
    let lines = try await world.lines(options)
    #expect(
      lines == [
        #"{"schema":1,"event":"post","timeline":"home","post":{"id":"11"}}"#,
        #"{"schema":1,"event":"edit","timeline":"home","post":{"id":"11"}}"#,
        #"{"schema":1,"event":"delete","timeline":"home","id":"11"}"#,
        #"{"schema":1,"event":"delete","timeline":"home","id":"4"}"#,
        #"{"schema":1,"event":"post","timeline":"home","post":{"id":"12"}}"#,
      ])
    // As text, the deletion of what was not shown says nothing.
    world.isData = false
    options.limit = 4
    #expect(try await world.lines(options).count == 4)
    #expect(Set(world.deleted) == ["11"])
  }

  @Test func aListIsFoundByItsNameAlone() async throws {
    world.signals = []
    #expect(
      toast(try await type("watch", "Friends", isBeside: true)) == "Watching the list “Friends”.")
    #expect(toast(try await type("unwatch", "friends", isBeside: true)) == "Stopped watching the list “Friends”.")
  }

  @Test func watchedConversationExcludesOthers() async throws {
    world.signals = ["12346", "12345"].map { id in
      .event(
        .conversation(Conversation(id: id, unread: true, accounts: [], lastStatus: .numbered(id == "12345" ? 7 : 6))))
    }
    let lines = try await world.lines(options(1), of: .conversation("12345", with: "Rook"))
    #expect(
      lines.count == 1 && lines[0].contains(#""timeline":"conversation 12345""#) && lines[0].contains(#""id":"7""#))
    #expect(
      toast(try await type("watch", "conversation", "id:12345", isBeside: true))
        == "Watching the conversation with Rook.")
    #expect(
      toast(try await type("unwatch", "conversation", "id:12345")) == "Stopped watching the conversation with Rook.")
  }

  @Test func theProgramGetsEachItemOnItsInput() async throws {
    world.signals = posts(11, 12)
    var options = options(2)
    options.command = "cat"
    _ = try await world.lines(options)
    #expect(world.runs.count == 2)
    #expect(world.runs.first?.hasPrefix("cat < {\"schema\":1") == true && world.runs.first?.hasSuffix("}\n") == true)
  }

  @Test func theProgramRunsWhenItsLineIsWritten() async throws {
    world.signals = posts(11, 12)
    var options = options(2)
    options.command = "cat"
    var before: [Int] = []
    for try await _ in world.model.lines(.home, options) { before.append(world.runs.count) }
    #expect(before.first == 0 && world.runs.count == 2)
  }

  @Test func atThePromptTheProgramRunsAfterTheLine() async throws {
    world.signals = posts(11)
    _ = try await type("watch", "local", "--exec", "cat", isBeside: true)
    await world.until { !world.runs.isEmpty }
    #expect(world.shownBeforeRuns == [1])
  }

  @Test func slowProgramDropsItems() async throws {
    var said: [String] = []
    let gate = AsyncStream.makeStream(of: Void.self)
    let queue = Watch.Queue(
      "slow",
      programs: Watch.Programs(
        obstacle: { nil },
        run: { _, _ in
          for await _ in gate.stream { break }
          return 3
        }), say: { said.append($0) })
    for number in 0..<(Watch.Queue.limit + 30) { queue.add("\(number)") }
    #expect(said.count == 1 && said[0].contains("too slow"))
    gate.continuation.finish()
    await queue.finish()
    #expect(said.contains { $0.contains("ended with code 3") } && said.last?.contains("missed") == true)
  }

  /// Ctrl-C and --timeout cancel the task.
  @Test func aWatchThatIsStoppedEndsItsProgram() async throws {
    world.signals = posts(11)
    var options = options(1)
    options.command = "hang"
    let watching = Task { try await world.lines(options) }
    await world.until { world.runs.count == 1 }
    watching.cancel()
    _ = try await watching.value
    #expect(world.runs.count == 1)
  }

  @Test func aProgramThatStillRunsIsEndedWhenTheTimeIsOver() async throws {
    world.signals = posts(11)
    var options = Watch.Options()
    (options.command, options.seconds) = ("hang", 20)
    world.atEnd = { [world] in await world.until { world.runs.count == 1 } }
    _ = try await world.lines(options)
    #expect(world.runs.count == 1)
    #expect(world.said == ["The --exec program was ended: it still ran when the time was over."])
  }

  @Test func theDesktopIsNotToldInQuietHours() async throws {
    world.signals = posts(11, 12)
    var options = options(2)
    options.notifies = true
    _ = try await world.lines(options)
    #expect(world.alerts == 2)
    let night = World()
    night.isQuiet = true
    night.signals = posts(11, 12)
    #expect(try await night.lines(options).count == 2 && night.alerts == 0)
  }

  @Test func atThePromptItIsShownUntilItIsStopped() async throws {
    world.signals = posts(11, 12)
    #expect(toast(try await type("watch", "#canal", isBeside: true)) == "Watching #canal.")
    await world.until { world.shown.count == 2 }
    #expect(world.shown == ["post 11", "post 12"])
    #expect(toast(try await type("watch", "list", "friends", isBeside: true))?.contains("besides #canal") == true)
    #expect(toast(try await type("unwatch", "#canal", isBeside: true)) == "Stopped watching #canal.")
    #expect(toast(try await type("unwatch", isBeside: true)) == "Stopped watching the list “Friends”.")
    #expect(toast(try await type("watch", "off", isBeside: true)) == "Nothing is watched.")
    #expect(toast(try await type("unwatch", "local", isBeside: true)) == "The local timeline is not watched.")
  }

  @Test func aBurstIsShownInPartAndCounted() async throws {
    world.signals = (11..<61).map { .event(.update(.numbered($0))) }
    world.gathers = 50
    _ = try await type("watch", "local", isBeside: true)
    await world.until { world.said.contains("And 43 more items in the local timeline.") }
    #expect(world.shown.count == Watch.Model.burst - 1)
  }

  @Test func interruptionIsReportedOnce() async throws {
    let lost = StreamSignal.connection(.waiting(seconds: 1))
    world.signals = [.connection(.connected), lost, lost, lost, .connection(.connected), .gap] + posts(11)
    _ = try await type("watch", "local", "--limit", "1", isBeside: true)
    await world.until { world.model.targets.isEmpty }
    #expect(world.notices == [.interrupted, .restored])
    #expect(world.said == ["Stopped watching the local timeline after 1 item."])
  }

  @Test func aPostHasOneLineWhereverItIsWatched() async throws {
    world.signals = posts(11, 12)
    _ = try await type("watch", "home", isBeside: true)
    #expect(
      toast(try await type("watch", "#canal", isBeside: true)) == "Watching #canal, besides Home.")
    #expect(
      toast(try await type("watch", "local", "--limit", "2", isBeside: true))
        == "Watching the local timeline, besides Home and #canal.")
    let end = "Stopped watching the local timeline after 2 items."
    await world.until { world.said.contains(end) && world.claims.count == 6 && world.shown.count >= 2 }
    #expect(world.shown.sorted() == ["post 11", "post 12"])
    #expect(world.claims.allSatisfy { !$0.isForDesktop })
  }

  @Test func aWatchThatTellsTheDesktopAsksForItsOwnLine() async throws {
    world.signals = posts(11)
    _ = try await type("watch", "local", "--notify", isBeside: true)
    await world.until { !world.shown.isEmpty }
    #expect(world.claims.map(\.isForDesktop) == [true])
  }

  @Test func quietHoursHoldLinesBack() async throws {
    world.isQuiet = true
    world.signals = posts(11, 12)
    _ = try await type("watch", "local", isBeside: true)
    await world.until { world.claims.count == 2 }
    #expect(world.shown.isEmpty)
  }

  @Test(arguments: [
    ["watch", "nothing"], ["watch", "#a", "#b"], ["watch", "list"], ["watch", "list", "Foes"], ["watch", "home", "x"],
    ["watch", "home", "--local"], ["watch", "home", "--only", "follows"], ["watch", "--limit", "0"],
    ["watch", "--for", "soon"], ["watch", "--for", "1000000w"], ["watch", "--exec", " "],
    ["watch", "conversations", "--only", "posts"],
    ["watch", "conversation"], ["watch", "conversation", "54321"], ["watch", "conversation", "id:12345", "12346"],
    ["watch", "conversation", "id:12345", "--only", "posts"], ["watch", "conversation", "1"],
    ["watch", "#!"], ["watch", "mentions"], ["watch", "@rook"], ["watch", "notifications", "--changes"],
  ])
  func unwatchableTargetIsRefused(_ words: [String]) async throws {
    let verbs = Watch.plugin(model: world.model, isBeside: true, obstacle: { nil }).verbs
    let verb = try #require(verbs.first { $0.matches("watch") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    await #expect(throws: AppError.self) {
      try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    }
    #expect(world.model.targets.isEmpty)
  }

  @Test func completionOffersTheKindsAndWhatIsWatched() async throws {
    let verbs = Watch.plugin(model: world.model, isBeside: true, obstacle: { nil }).verbs
    let watch = try #require(verbs.first { $0.matches("watch") })
    let unwatch = try #require(verbs.first { $0.matches("unwatch") })
    let only = try #require(watch.parameters.first { $0.name == "only" })
    guard case .flag(_, let choices) = only.form else { throw AppError.cancelled }
    #expect(choices.starts(with: ["posts", "boosts", "replies", "mentions"]) && choices.contains("follows"))
    #expect(Set(choices).count == choices.count)
    #expect(unwatch.completions([]).isEmpty)
    _ = try await type("watch", "#canal", isBeside: true)
    _ = try await type("watch", "local", isBeside: true)
    #expect(unwatch.completions([]) == ["#canal", "local"])
    #expect(watch.completions([]).suffix(3) == ["list", "group", "Friends"])
    #expect(watch.completions(["list"]) == ["Friends"] && watch.completions(["home"]).isEmpty)
    world.model.stop()
  }

  @Test(arguments: [
    (127, "was not found (code 127)"), (126, "cannot be run (code 126)"), (3, "ended with code 3"),
  ])
  func aProgramThatFailsIsToldOfOnce(_ code: Int32, _ words: String) async throws {
    var said: [String] = []
    let queue = Watch.Queue(
      "x", programs: Watch.Programs(obstacle: { nil }, run: { _, _ in code }), say: { said.append($0) })
    for line in ["{}", "{}"] { queue.add(line) }
    await queue.finish()
    #expect(said == ["The --exec program \(words). Later failures are not reported."])
  }

  @Test func aProgramNeedsPermission() async throws {
    world.refusal = .usage("No.", suggestion: "")
    await #expect(throws: AppError.self) { try await type("watch", "--exec", "cat", isBeside: true) }
    #expect(world.model.targets.isEmpty)
  }
}
