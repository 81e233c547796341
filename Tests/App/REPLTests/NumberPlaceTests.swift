import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// A number means what the screen shows that the prompt names; what prints by itself changes nothing about that.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NumberPlaceTests {
  typealias Person = PromptLoopTests.Person

  let app = HostFixture()
  let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)

  /// Two screens with posts of their own, and commands that lead to them.
  @MainActor
  final class Places {
    let app: HostFixture
    var top: Screen
    private(set) var home: Screen
    private(set) var notifications: Screen
    private(set) var far: Screen
    var failure: AppError?
    /// Runs while the notifications load.
    var meanwhile: @MainActor () async -> Void = {}

    init(_ app: HostFixture, loadsHome: @escaping @MainActor () async -> Void = {}) {
      self.app = app
      home = Self.screen("home", ["a", "b", "c"], load: loadsHome)
      notifications = Self.screen("notifications", ["x", "y"])
      top = home
      let show = Verb("look", Parameter<Reference>.reference(kinds: [.status]), help: "Show a post") { [app] post in
        app.log.append("look \(post.id)")
        return .nothing
      }
      far = Self.screen("far", ["a", "b"], server: "far.example", own: [show])
      notifications = Self.screen(
        "notifications", ["x", "y"], load: { [unowned self] in await meanwhile() },
        failure: { [unowned self] in failure })
      app.more = [go("home"), go("notifications"), go("far")]
    }

    private func go(_ name: String) -> Verb {
      Verb(name, help: "Go there") { [unowned self] in
        let screen = name == "home" ? home : name == "far" ? far : notifications
        return .going { [unowned self] detour in
          if !detour.go(to: screen, {}) { top = screen }
          return .screen
        }
      }
    }

    private static func screen(
      _ name: String, _ ids: [String], load: @escaping @MainActor () async -> Void = {},
      failure: @escaping @MainActor () -> AppError? = { nil }, server: String? = nil, own: [Verb] = []
    ) -> Screen {
      let blocks = ids.enumerated().map { index, id in
        Block.item(
          Item(
            number: index + 1, blocks: [.paragraph(StyledText("post \(id)"))], spoken: id,
            references: [Reference(kind: .status, id: id)]))
      }
      let screen = Screen(
        id: name,
        subject: Screen.Subject(
          id: { nil }, post: { Reference(kind: .status, id: "\(name)-post") }, memento: { {} }), model: nil,
        label: { name },
        document: { _ in
          var document = Document(kind: name, title: Document.Title(name), blocks: failure() == nil ? blocks : [])
          document.neighbours = Document.Neighbours(older: ["page", "--before", "7"], newer: nil)
          return document
        },
        verbs: { own }, content: Screen.Content(load: load, failure: failure))
      return server.map { server in
        screen.showing(
          Screen.OtherServer(server) { reference in
            reference.id.hasSuffix("-post") ? reference : Reference(kind: reference.kind, id: "own-\(reference.id)")
          })
      } ?? screen
    }

    var host: any Host {
      app.replacement = { [self] in top }
      return app
    }
  }

  private func run(
    _ places: Places, _ lines: [String], console change: (inout Console, Person) -> Void = { _, _ in }
  ) async -> Person {
    let person = Person(lines.map(Console.Input.line))
    var console = person.console()
    change(&console, person)
    _ = await PromptLoop(host: places.host, console: console, style: style).run()
    return person
  }

  @Test(arguments: ["screen", "console"]) func lateFirstScreenBecomesALine(_ late: String) async {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let wait: @MainActor (String) async -> Void = { if $0 == late { for await _ in arrivals { return } } }
    let places = Places(app, loadsHome: { await wait("screen") })
    let person = await run(places, ["notifications", "boost 1", "boost 3"]) { console, person in
      console.ready = { await wait("console") }
      console.readLine = { [read = console.readLine] prompt, text, records in
        if person.prompts.count == 1 {
          arrival.finish()
          while !person.read.contains("has loaded"), !Task.isCancelled { await Task.yield() }
        }
        return await read(prompt, text, records)
      }
    }
    #expect(app.log == ["boost x"])
    #expect(person.read.contains("Home has loaded · home\n"), "\(person.read)")
    #expect(!person.read.contains("post a") && person.read.contains("No post 3 on this screen."))
    #expect(person.prompts.prefix(2) == ["home › ", "notifications › "])
  }

  @Test func aCommandAboutANumberWaitsForTheFirstScreen() async {
    // What the last run has shown is not what this prompt names.
    app.remembered = [2: [Reference(kind: .status, id: "of the last run")]]
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let places = Places(app, loadsHome: { for await _ in arrivals { return } })
    let person = await run(places, ["boost 2", "boost 1"]) { console, _ in
      console.readLine = { [read = console.readLine] prompt, text, records in
        Task {
          for _ in 0..<50 { await Task.yield() }
          arrival.finish()
        }
        return await read(prompt, text, records)
      }
    }
    #expect(app.log == ["boost b", "boost a"])
    let (screen, answer) = (person.read.firstRange(of: "post a"), person.read.firstRange(of: "Boosted."))
    #expect((screen?.lowerBound).map { $0 < (answer?.lowerBound ?? $0) } == true, "\(person.read)")
  }

  @Test func aFirstScreenThatFailsLeavesNoNumbersOfTheLastRun() async {
    app.remembered = [1: [Reference(kind: .status, id: "of the last run")]]
    let places = Places(app)
    places.failure = AppError.fixtures.timedOut
    places.top = places.notifications
    _ = await run(places, ["boost 1"])
    #expect(app.log.isEmpty)
  }

  @Test func aScreenThatCannotBeShownTakesTheNumbersAway() async {
    let places = Places(app)
    places.failure = AppError.fixtures.timedOut
    let person = await run(places, ["boost 1", "notifications", "boost 1", "home", "boost 1"])
    #expect(app.log == ["boost a", "boost a"])
    #expect(person.prompts[2] == "notifications › ")
    #expect(person.read.contains("No post 1 on this screen."))
  }

  @Test func anotherAccountKnowsNoneOfTheNumbers() async {
    let places = Places(app)
    app.more.append(
      Verb("turn", help: "Act as another account") { [app] in
        app.account = "rook@nettle.example"
        return .nothing
      })
    let person = await run(places, ["boost 1", "turn", "boost 1", "boost ."])
    #expect(app.log == ["boost a"])
    #expect(person.read.contains("there is none now"))
  }

  @Test(arguments: ["notifications --json", "notifications > file", "notifications | cat", "notifications &"])
  func redirectedCommandDoesNotMoveTheUser(_ line: String) async {
    app.promptSettings.shellAccess = .pipes
    let places = Places(app)
    let person = await run(places, ["home", line, "boost 3"]) { console, _ in
      console.run = { _, _ in 0 }
      console.capture = { _, _ in (0, []) }
    }
    #expect(app.log == ["boost c"])
    #expect(person.prompts.prefix(3) == ["home › ", "home › ", "home › "])
  }

  @Test func aScreenThatWasStoppedBeforeItWasShownIsLeft() async {
    let places = Places(app)
    app.more.append(
      Verb("back", help: "Go back") {
        places.top = places.home
        return .returned
      })
    let person = await run(places, ["home", "notifications", "boost 3"]) { console, person in
      console.readCount = { person.prompts.count }
      places.meanwhile = {
        person.interrupts.continuation.yield(person.prompts.count)
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(app.log == ["boost c"])
    #expect(person.prompts.prefix(3) == ["home › ", "home › ", "home › "])
  }

  @Test func sheetWithoutNumbersTakesThoseOfTheScreenBelow() async {
    let places = Places(app)
    app.more.append(
      Verb("media", help: "Show a picture") {
        places.top = Screen(
          id: "media", model: nil, label: { "media" }, document: { _ in Document(kind: "media", blocks: []) },
          verbs: { [] }, endsWhenLeft: true)
        return .screen
      })
    let person = await run(places, ["boost 2", "media", "boost 2", "boost .", "home", "boost 3"])
    #expect(app.log == ["boost b", "boost b", "boost c"])
    #expect(person.prompts[2] == "media › ")
    #expect(person.read.contains("No post 2 on this screen."))
  }

  @Test func openedPostIsTheDot() async {
    let places = Places(app)
    _ = await run(places, ["boost 2", "boost .", "notifications", "boost .", "boost -"])
    #expect(app.log == ["boost b", "boost b", "boost notifications-post", "boost b"])
  }

  @Test func idIsUnknownOnOtherServers() async {
    let places = Places(app)
    _ = await run(places, ["boost 2", "far", "boost .", "boost -", "boost 1", "boost .", "home", "boost .", "boost -"])
    #expect(app.log == ["boost b", "boost far-post", "boost own-a", "boost own-a", "boost home-post"])
  }

  /// Ids of two servers are often the same.
  @Test func aNumberOfAnotherServersScreenIsLookedUpForAllButTheScreensOwnCommands() async {
    let places = Places(app)
    _ = await run(places, ["far", "look 2", "boost 2", "home", "boost 2"])
    #expect(app.log == ["look b", "boost own-b", "boost b"])
  }

  @Test func numbersOfAnotherServerAreNotKeptForTheNextRun() async {
    let places = Places(app)
    _ = await run(places, ["far", "boost 1"])
    #expect(app.remembered.isEmpty)
  }

  @Test func postFromAnotherServersScreenIsNamedByItsAddress() async {
    let places = Places(app)
    app.more.append(
      Verb("say", help: "Post something") {
        let made = Reference(kind: .status, id: "new")
        return .toast(Toast(.success, "Sent.", hint: "open .", made: made, result: "https://near.example/new"))
      })
    let person = await run(places, ["far", "say", "boost ."])
    #expect(app.log.isEmpty)
    #expect(person.read.contains("Sent. · open https://near.example/new"), "\(person.read)")
  }

  @Test(arguments: ["older --json", "older > file", "older | cat", "older &"])
  func aPageForAnotherProgramLeavesTheShownOneAsItIs(_ line: String) async {
    app.promptSettings.shellAccess = .pipes
    let places = Places(app)
    app.more += [
      Verb("older", help: "Turn the page") { [app] in
        app.log.append("turned")
        return .screen
      },
      Verb("page", .option("before", "CURSOR"), help: "Show a page") { [app] before in
        app.log.append("page \(before ?? "")")
        return .nothing
      },
    ]
    _ = await run(places, [line, "boost 3"]) { console, _ in
      console.run = { _, _ in 0 }
      console.capture = { _, _ in (0, []) }
    }
    #expect(Set(app.log) == ["page 7", "boost c"])
  }

  @Test func anAnswerThatIsAnotherPostLeavesNothingForDotAndUndo() async {
    var toast = Toast(.success, "Sent.", undo: .impossible("Nobody knows which post that was."))
    toast.forgetsLast = true
    app.more = [
      Verb("answer", .references(kinds: [.status]), help: "Answer a post") { [toast] _ in .toast(toast) }
    ]
    let interpreter = app.interpreter()
    for line in ["list", "boost 1", "answer 2", "boost .", "undo"] { _ = await interpreter.run(line: line) }
    #expect(app.log == ["boost a"])
    #expect(app.errors.contains("there is none now") && app.errors.contains("Nobody knows which post that was."))
  }
}

/// `.` and `-` after what they stand for is gone: they are empty, and never another post.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct GonePostTests {
  let app = HostFixture()

  private func run(_ lines: [String], deleting id: String = "") async {
    app.more = [
      Verb("remove", .references(kinds: [.status]), help: "Delete posts") { [app] references in
        app.log.append("remove " + references.map(\.id).joined(separator: " "))
        for reference in references { app.toasts.forget(reference) }
        return .success("Deleted.")
      },
      Verb("elsewhere", help: "Hear of a deletion") { [app] in
        app.toasts.forget(Reference(kind: .status, id: id))
        return .nothing
      },
      Verb("missing", .references(kinds: [.status]), help: "Ask for a post") { _ in
        throw AppError.notFound("Not found.")
      },
    ]
    let interpreter = app.interpreter()
    for line in lines { _ = await interpreter.run(line: line) }
  }

  @Test func theLastPostIsNoneAfterItsDeletion() async {
    await run(["list", "boost 1", "boost 2", "remove .", "boost .", "boost -"])
    #expect(app.log == ["boost a", "boost b", "remove b", "boost a"])
    #expect(app.errors.contains("“.” means the last post, and there is none now."))
  }

  @Test func thePostBeforeIsNoneAfterItsDeletion() async {
    await run(["list", "boost 1", "boost 2", "remove 1", "boost -", "boost ."])
    // What a command names becomes the last post only if it is still there.
    #expect(app.log == ["boost a", "boost b", "remove a", "boost b"])
  }

  @Test func aDeletionElsewhereCountsToo() async {
    await run(["list", "boost 1", "elsewhere", "boost ."], deleting: "a")
    #expect(app.log == ["boost a"] && app.errors.contains("there is none now"))
  }

  /// The first time the server may be at fault.
  @Test func aLastPostThatTheServerDoesNotFindOnceStays() async {
    await run(["list", "boost 1", "missing .", "boost .", "missing .", "boost ."])
    #expect(app.log == ["boost a", "boost a", "boost a"])
  }

  @Test func aLastPostThatTheServerDoesNotFindIsNone() async {
    await run(["list", "boost 1", "missing .", "missing .", "boost ."])
    #expect(app.log == ["boost a"] && app.errors.contains("there is none now"))
  }

  @Test func theNextRunDoesNotKnowItEither() async {
    await run(["list", "boost 1", "remove ."])
    #expect(!app.remembered.values.joined().isEmpty)
    #expect(app.remembered.filter { $0.key <= 0 }.isEmpty, "\(app.remembered)")
  }
}
