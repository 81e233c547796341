import FeatureKit
import FeatureTestKit
import FoundationEssentials
import PluginKit
import Synchronization
import TerminalKit
import Testing

@testable import PluginsFeature

@MainActor @Suite(.timeLimit(.minutes(10))) struct PluginsTests {
  @Test func contextHasAccountScreenAndReferencesOnly() async throws {
    let calls = Calls()
    let model = await Self.model(calls: calls)
    _ = try await Self.run(model, "1 --all") { context in
      context.outputLayout = { Layout(width: 60, now: .distantPast, form: .seen) }
      context.screen = { (Document(kind: "home"), ["screen": "home"]) }
    }
    let call = try #require(calls.all.first)
    #expect(call.arguments == ["1", "--all"])
    #expect(
      String(decoding: call.input, as: UTF8.self) == """
        {"schema":1,"plugin":"wordcount","account":{"acct":"you@shore.example","server":"shore.example"},\
        "arguments":["1","--all"],"references":[{"argument":"1","kind":"status","id":"109501234567890123","data":null}],\
        "last":null,"width":60,"colors":"none","plain":false,"json":false,"allowed":[],"screen":{"screen":"home"}}

        """)
    #expect(call.variables == ["HOWDAH_PLUGIN": "wordcount", "HOWDAH_ACCOUNT": "you@shore.example", "COLUMNS": "60"])
  }

  @Test func onlyChangedPluginsAreRebuilt() async {
    let programs = Mutex<[PluginProgram]>([.fixtures.wordcount])
    var service = PluginService.none
    service.find = { PluginSearch(programs.withLock { $0 }) }
    let model = Plugins.Model(service: service, action: Plugins.Action(account: { nil }, variables: { [:] }))
    var asked = 0
    let shadow: (String) -> String? = { _ in
      asked += 1
      return nil
    }
    #expect(await model.find(onlyIfChanged: true, shadow: shadow))
    #expect(model.verbs.map(\.name) == ["wordcount"])
    #expect(!(await model.find(onlyIfChanged: true, shadow: shadow)) && asked == 1)
    programs.withLock { $0 = [.fixtures.wordcount, .fixtures.today] }
    #expect(await model.find(onlyIfChanged: true, shadow: shadow))
    #expect(model.verbs.map(\.name) == ["wordcount", "today"])
    programs.withLock { $0 = [] }
    #expect(await model.find(onlyIfChanged: true, shadow: shadow))
    #expect(model.verbs.isEmpty)
  }

  @Test func optionsOfHowdahAreNotPassedOnUnlessTheyFollowTwoHyphens() async throws {
    let calls = Calls()
    let model = await Self.model(calls: calls)
    _ = try await Self.run(model, "-x --all --top=3 --json") { context in
      context.sharedOptions = [ParameterDescription(name: "json", form: .flag(value: nil, choices: []))]
    }
    _ = try await Self.run(model, "-- --json") { context in
      context.sharedOptions = [ParameterDescription(name: "json", form: .flag(value: nil, choices: []))]
    }
    #expect(calls.all.map(\.arguments) == [["-x", "--all", "--top=3"], ["--json"]])
  }

  @Test func optionThatItDescribesIsItsOwn() async throws {
    let calls = Calls()
    var service = Self.service(calls: calls)
    service.describe = { _ in
      PluginDescription(help: "x", options: [.init(name: "dry-run"), .init(name: "width", value: "N")])
    }
    let model = await Self.model(service)
    await model.describe("wordcount")
    _ = try await Self.run(model, "--dry-run --width 3") { context in
      context.sharedOptions = ["dry-run", "width"].map {
        ParameterDescription(name: $0, form: .flag(value: $0 == "width" ? "N" : nil, choices: []))
      }
    }
    #expect(calls.all.map(\.arguments) == [["--dry-run", "--width", "3"]])
  }

  @Test func textIsShownAsItIsAndDocumentsAsOurOwn() async throws {
    let text = try await Self.answer("212 words.\n\n\u{1B}[31mRed\u{7}\n")
    #expect(text.document.blocks == [.paragraph("212 words."), .blank, .paragraph("Red")])
    let documents = try await Self.answer(
      #"""
      {"type":"heading","text":"Words"}
      {"type":"status","id":"109501234567890123","text":"The lock","account":"@rook"}
      {"type":"status","id":"12","text":"A short id","account":"@rook"}
      {"run":"fav 109501234567890123"}
      """#)
    #expect(documents.document.title == Document.Title("Words"))
    #expect(
      documents.document.references(numbered: 1) == [Reference(kind: .status, id: "109501234567890123")])
    #expect(documents.document.references(numbered: 2) == [Reference(kind: .status, id: "12")])
    #expect(documents.commands == ["fav 109501234567890123"])
  }

  @Test(arguments: [
    #"[{"type":"paragraph","text":"a"},{"type":"paragraph","text":"b"}]"#,
    #"{"documents":[{"type":"paragraph","text":"a"},{"type":"paragraph","text":"b"}]}"#,
    "{\"type\":\"paragraph\",\"text\":\"a\"}\n\n{\"type\":\"paragraph\",\"text\":\"b\"}\n",
  ])
  func documentsAreOneValueOrLines(output: String) async throws {
    #expect(try await Self.answer(output).document.blocks == [.paragraph("a"), .blank, .paragraph("b")])
  }

  @Test(arguments: [
    ("{\"type\":\"paragraph\",\"text\":\"a\"}\n{oops\n", "wordcount printed invalid JSON in line 2."),
    ("[1, 2]", "wordcount printed a list that contains something other than documents."),
    ("{\"type\":\"paragraph\"}", "Document 1 of wordcount has no valid “text”."),
    ("{\"type\":\"list\",\"items\":\"a\"}", "Document 1 of wordcount has no valid “items”."),
    ("{\"type\":\"table\",\"rows\":[1]}", "Document 1 of wordcount has no valid “rows”."),
    ("{\"type\":\"status\",\"id\":\"; delete 1\",\"text\":\"x\"}", "Document 1 of wordcount has no valid “id”."),
    ("{\"type\":\"fields\",\"fields\":[{\"name\":\"x\"}]}", "Document 1 of wordcount has no valid “fields”."),
    (String(repeating: "{}\n", count: 1001), "wordcount printed more than 1000 documents."),
    (String(repeating: "{\"run\":\"fav 1\"}\n", count: 21), "wordcount asked for more than 20 commands."),
  ])
  func documentsThatCannotBeReadAreOneSentence(output: String, message: String) async {
    await #expect { try await Self.answer(output) } throws: { AppError($0).message == message }
  }

  @Test(arguments: ["[", "{\"type\":"]) func documentsNestedTooDeepAreOneSentence(opening: String) async {
    let output = String(repeating: opening, count: 200_000)
    await #expect { try await Self.answer(output) } throws: {
      AppError($0).message == "wordcount printed invalid JSON in line 1."
    }
  }

  @Test func unknownDocumentsAreCounted() async throws {
    let answer = try await Self.answer(#"[{"type":"chart"},{"type":"paragraph","text":"a"}]"#)
    #expect(
      answer.document.blocks == [
        .paragraph("a"), .blank,
        .paragraph(StyledText("! wordcount printed 1 document that this version can't show.", .warning)),
      ])
  }

  @Test func answerOfUnknownDocumentsAloneIsAFailure() async throws {
    for output in [#"{"type":"chart"}"#, "{}", #"[{"type":"chart"},{"text":"a"}]"#] {
      let answer = try await Self.answer(output)
      #expect(
        answer.failure?.message == "wordcount printed only documents that this version can't show."
          && answer.document.blocks.isEmpty, "\(output)")
    }
    #expect(try await Self.answer(#"[{"type":"heading","text":"a"},{"type":"chart"}]"#).failure == nil)
    #expect(try await Self.answer("[]").failure == nil, "it had nothing to show")
  }

  @Test func linkIsOneOnlyIfItIsForTheWeb() async throws {
    let answer = try await Self.answer(#"{"type":"link","text":"here","url":"javascript:alert(1)"}"#)
    guard case .paragraph(let text)? = answer.document.blocks.first else { throw AppError.cancelled }
    #expect(text.spans.map(\.url) == [nil])
  }

  @Test(arguments: [
    (Int32(1), "unknown"), (2, "usage"), (3, "forbidden"), (4, "not_found"), (7, "invalid_input"), (99, "unknown"),
    (137, "unknown"),
  ])
  func exitCodeKeepsItsMeaning(code: Int32, name: String) async throws {
    let answer = try await Self.answer("half of it\n{\"run\"", code: code, complaint: "line 1\nno such post\u{1B}[2J\n")
    #expect(answer.failure?.code == name)
    #expect(answer.failure?.suggestion == "It said: no such post")
    #expect(answer.commands.isEmpty)
    #expect(
      answer.failure?.message
        == (code == 137 ? "wordcount was ended by signal 9." : "wordcount failed (\(code))."))
  }

  @Test func errorDocumentIsTheErrorOfTheCommand() async throws {
    let answer = try await Self.answer(
      #"{"type":"error","text":"No posts.","suggestion":"Open a timeline first."}"#)
    #expect(answer.failure == .validation("No posts.", suggestion: "Open a timeline first."))
  }

  @Test(arguments: [
    (PluginFailure.timedOut(seconds: 30), "wordcount was ended because it took longer than 30 seconds."),
    (.tooMuch(limit: 1 << 20), "wordcount was ended because it printed more than 1 MB."),
    (.cannotStart, "wordcount cannot be started."),
    (.gone, "wordcount is gone: \(PluginProgram.fixtures.wordcount.path) does not exist."),
    (
      .refused("Every user of this machine can change /x."),
      "wordcount is not run. Every user of this machine can change /x."
    ),
    (.stopped, "Stopped."),
  ])
  func programThatDoesNotEndWellIsOneSentence(failure: PluginFailure, message: String) async {
    var service = Self.service()
    service.run = { _, _ in throw failure }
    let model = await Self.model(service)
    await #expect { try await Self.run(model, "") } throws: { AppError($0).message == message }
  }

  @Test func requestsAreRefusedUntilAllowed() async throws {
    let store = Store()
    var service = Self.service(#"{"run":"fav 1"}"#)
    service.permissions = { store.permissions.withLock { $0 } }
    service.allow = { name, permission in
      store.permissions.withLock { known in
        known.removeAll { $0.name == name }
        if let permission { known.append(permission) }
      }
    }
    service.digest = { _ in store.digest.withLock { $0 } }
    let model = await Self.model(service)
    func refusal(of command: String) async throws -> String? {
      guard case .requests(let answer) = try await Self.run(model, "") else { return "no answer" }
      do { try answer.check(command) } catch { return AppError(error).message }
      return nil
    }
    #expect(try await refusal(of: "fav") == "wordcount asks for “fav”, which you have not allowed.")
    _ = try await model.allow("wordcount", ["fav"])
    #expect(try await refusal(of: "fav") == nil)
    #expect(try await refusal(of: "delete") == "wordcount asks for “delete”, which you have not allowed.")
    store.digest.withLock { $0 = "other" }
    #expect(
      try await refusal(of: "fav") == "wordcount asks for “fav”, but its file has changed since you allowed that.")
    _ = try await model.allow("wordcount", [])
    #expect(try await refusal(of: "fav") == nil)
    _ = try model.disallow("wordcount", [])
    #expect(try await refusal(of: "fav") == "wordcount asks for “fav”, which you have not allowed.")
  }

  @Test(arguments: ["plugins", "alias", "vault", "logout"])
  func someCommandsCannotBeAllowed(command: String) async {
    let model = await Self.model()
    await #expect { try await model.allow("wordcount", [command]) } throws: {
      AppError($0).message == "No plugin may ask for “\(command)”."
    }
  }

  @Test func nameWithAnotherMeaningIsNotACommand() async {
    var service = Self.service()
    let second = PluginProgram(
      name: "wordcount", path: "/usr/bin/howdah-wordcount", origin: .path, stamp: .init(modified: 0, size: 1))
    service.find = { PluginSearch([.fixtures.wordcount, second, .fixtures.home]) }
    let model = await Self.model(service) { $0 == "home" ? "“home” is a command of Howdah." : nil }
    #expect(model.verbs.map(\.name) == ["wordcount"])
    #expect(
      model.entries.map(\.shadow) == [
        nil, "\(PluginProgram.fixtures.wordcount.path) comes first.", "“home” is a command of Howdah.",
      ])
  }

  @Test func cancelledSearchLeavesWhatWasFound() async {
    let model = await Self.model()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await model.find { _ in "Something else." }
    }
    await task.value
    #expect(model.verbs.map(\.name) == ["wordcount"])
  }

  @Test func programThatOthersCanChangeIsNotRun() async {
    var service = Self.service()
    service.find = { PluginSearch([.fixtures.open]) }
    let model = await Self.model(service)
    await #expect {
      try await model.run("open-house", Plugins.Invocation(arguments: [], layout: Layout(now: .distantPast)))
    } throws: {
      AppError($0).message
        == "open-house is not run. Every user of this machine can change the folder /opt/bin."
    }
  }

  @Test func descriptionIsHelpAndCompletion() async throws {
    var service = Self.service()
    service.describe = { _ in
      PluginDescription(
        help: "Count words", usage: "[N…]", options: [.init(name: "all", help: "Every post")], arguments: ["today"])
    }
    let model = await Self.model(service)
    #expect(model.verbs.first?.help == "A plugin of yours")
    await model.describe("wordcount")
    let verb = try #require(model.verbs.first)
    #expect(verb.help == "Count words")
    #expect(verb.usage == "wordcount [N…] [--all]")
    #expect(verb.completions([]) == ["today"])
    #expect(verb.discussion.contains("--all: Every post"))
  }

  // MARK: -

  private static func service(_ output: String = "", calls: Calls? = nil) -> PluginService {
    var service = PluginService.none
    service.find = { PluginSearch([.fixtures.wordcount]) }
    service.digest = { _ in "digest" }
    service.run = { _, call in
      calls?.list.withLock { $0.append(call) }
      return PluginResult(code: 0, output: Array(output.utf8))
    }
    return service
  }

  private static func model(
    _ service: PluginService? = nil, calls: Calls? = nil, shadow: (String) -> String? = { _ in nil }
  ) async -> Plugins.Model {
    let model = Plugins.Model(
      service: service ?? Self.service(calls: calls),
      action: Plugins.Action(
        account: { ("you@shore.example", "shore.example") }, variables: { ["HOWDAH_ACCOUNT": "you@shore.example"] }))
    await model.find(shadow: shadow)
    return model
  }

  private static func answer(_ output: String, code: Int32 = 0, complaint: String = "") async throws -> CommandRequests
  {
    var service = service()
    service.run = { _, _ in
      PluginResult(
        code: code, isOfSignal: code == 137, output: Array(output.utf8), complaint: Array(complaint.utf8))
    }
    guard case .requests(let answer) = try await run(await model(service), "") else { throw AppError.cancelled }
    return answer
  }

  private static func run(
    _ model: Plugins.Model, _ arguments: String, _ change: (inout ArgumentContext) -> Void = { _ in }
  ) async throws -> Response {
    let verb = try #require(model.verbs.first)
    var context = ArgumentContext(
      highestNumber: { 1 },
      shown: { $0 == 1 ? [Reference(kind: .status, id: "109501234567890123")] : nil },
      resolve: { _, _ in throw AppError.cancelled })
    change(&context)
    let list = ArgumentList(shellArguments: arguments.split(separator: " ").map(String.init))
    return try await verb.run(try ArgumentReader(list, for: verb, context: context))
  }

  private final class Calls: Sendable {
    let list = Mutex<[PluginCall]>([])
    var all: [PluginCall] { list.withLock { $0 } }
  }

  private final class Store: Sendable {
    let permissions = Mutex<[PluginPermission]>([])
    let digest = Mutex("digest")
  }
}
