import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ListsFeature

/// Lists made and changed in one line: what the server is asked, and what is said.
@MainActor @Suite struct ListLinesTests {
  private func type(_ words: [String], to server: ListServer) async throws -> Response {
    let model = Lists.model(server.lists)
    var action = Lists.Action.fixtures.none
    action.changed = { list in server.changed.withLock { $0.append(list.id) } }
    let plugin = Lists.plugin(
      model: { model }, action: action, lists: { server.lists }, accounts: { server.accounts },
      membership: .fixtures.none)
    let verb = try #require(plugin.verbs.first { $0.name == words[0] })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(shellArguments: Array(words.dropFirst())), for: verb, context: context))
  }

  private func toast(_ words: [String], to server: ListServer) async throws -> Toast {
    guard case .toast(let toast) = try await type(words, to: server) else { throw AppError.cancelled }
    return toast
  }

  private func deletion(_ words: [String], from server: ListServer) async throws -> (question: String, toast: Toast) {
    guard case .confirm(let confirmation) = try await type(words, to: server),
      case .toast(let toast) = try await confirmation.proceed()
    else { throw AppError.cancelled }
    return (confirmation.question, toast)
  }

  @Test func aDeletedListIsMadeAgainWithItsMembersAndSettings() async throws {
    let (question, toast) = try await deletion(["list", "delete", "The canal"], from: ListServer())
    #expect(question == "Delete the list “The canal”? You can undo this.")
    let list = try await ListService.fixtures.list("601")
    let members = try await ListService.fixtures.accounts("601").map { "@\($0.acct)" }.joined(separator: " ")
    let line =
      "list create \"The canal\" \(members) --replies \(list.repliesPolicy.rawValue)"
      + (list.exclusive ? " --exclusive" : "")
    #expect(toast.undo == .command(Hint.Command(line)))
  }

  @Test(.timeLimit(.minutes(10))) func completionOffersTheNamesOfListsOnceTheyAreLoaded() async throws {
    let model = Lists.model(.fixtures)
    let plugin = Lists.plugin(
      model: { model }, action: .fixtures.none, lists: { .fixtures }, accounts: { ListServer().accounts },
      membership: .fixtures.none)
    let verb = try #require(plugin.verbs.first { $0.name == "list" })
    let words = ["create", "edit", "rename", "add", "remove", "members", "delete"]
    #expect(verb.completions([]) == words)
    while !model.state.entries.isLoaded, !Task.isCancelled { await Task.yield() }
    let names = model.state.all.map(\.title)
    #expect(names.contains("The canal"))
    #expect(verb.completions([]) == words + names)
    #expect(verb.completions(["members"]) == names)
    // What is created has a new name, and after a name stand accounts.
    #expect(verb.completions(["create"]).isEmpty && verb.completions(["add", "The canal"]).isEmpty)
  }

  private let rook = Account.fixtures.rook

  @Test func aListIsMadeAtOnceWithItsMembers() async throws {
    let server = ListServer()
    let toast = try await toast(
      ["list", "create", "The", "quay", "@wren", "@heron", "--replies", "none", "--exclusive"], to: server)
    #expect(toast.text.plain == "Created the list “The quay” with @wren, @heron.")
    #expect(toast.undo == .command("list delete id:7"))
    #expect(server.log.first == "create The quay none true")
    #expect(server.log.filter { $0.hasPrefix("add") }.count == 2)
    #expect(toast.data.map(\.name) == ["list", "accounts"])
  }

  @Test func aListWithoutMembersNeedsNoForm() async throws {
    let server = ListServer()
    let toast = try await toast(["list", "create", "Friends"], to: server)
    #expect(toast.text.plain == "Created the list “Friends”.")
    #expect(toast.hint == "list add Friends @NAME")
    #expect(server.log == ["create Friends list false"])
  }

  @Test func aWrongNameMakesNoHalfList() async throws {
    let server = ListServer()
    await #expect(throws: (any Error).self) { try await type(["list", "create", "Friends", "@nobody"], to: server) }
    #expect(server.log.isEmpty)
  }

  @Test func membersAreAddedAndRemovedByName() async throws {
    let server = ListServer()
    let added = try await toast(["list", "add", "The", "canal", "@rook"], to: server)
    #expect(added.text.plain == "Added @rook to the list “The canal”.")
    #expect(added.undo == .command("list remove id:601 @rook"))
    let removed = try await toast(["list", "remove", "The canal", "rook"], to: server)
    #expect(removed.text.plain == "Removed @rook from the list “The canal”.")
    #expect(removed.undo == .command("list add id:601 @rook"))
    #expect(server.log == ["add [\"\(rook.id)\"] to 601", "remove [\"\(rook.id)\"] from 601"])
  }

  @Test func entriesAddedBeforeARefusalAreReported() async throws {
    let server = ListServer(strangers: [Account.fixtures.wren.id])
    await #expect {
      try await type(["list", "add", "The canal", "@rook", "@wren"], to: server)
    } throws: { error in
      guard let failure = error as? PartialFailure, case .toast(let toast) = failure.done else { return false }
      return toast.text.plain == "Added @rook to the list “The canal”."
        && failure.appError.suggestion == "You can add accounts that you follow: follow @wren."
    }
  }

  /// What is open of it has the new name, or other posts.
  @Test(arguments: [
    ["rename", "The canal", "Quay"], ["edit", "The canal", "--exclusive"], ["add", "The canal", "@rook"],
  ])
  func openPagesHearOfAChange(_ words: [String]) async throws {
    let server = ListServer()
    _ = try await toast(["list"] + words, to: server)
    #expect(server.changed.withLock { $0 } == ["601"])
  }

  @Test func existingMembersAreReported() async throws {
    // The fixture's list has these two, and the server refuses them a second time.
    let server = ListServer(strangers: [Account.fixtures.rook.id, Account.fixtures.heron.id])
    let toast = try await toast(["list", "add", "The canal", "@rook", "@heron"], to: server)
    #expect(toast.text.plain == "@rook, @heron are in the list “The canal” already.")
    #expect(toast.undo == nil)
  }

  @Test func accountsThatAreNotMembersAreNotRemoved() async throws {
    let server = ListServer()
    let toast = try await toast(["list", "remove", "The canal", "@wren"], to: server)
    #expect(toast.text.plain == "@wren is not in the list “The canal”.")
    #expect(toast.undo == nil && server.log.isEmpty)
  }

  @Test(arguments: [(["list", "ad", "The canal", "@rook"], "add"), (["list", "creat", "Friends"], "create")])
  func aMistypedWordIsNamed(_ words: [String], _ meant: String) async {
    await #expect {
      try await type(words, to: ListServer())
    } throws: {
      AppError($0).suggestion == "Did you mean list \(meant)?"
    }
  }

  @Test func settingsAndTheNameAreChanged() async throws {
    let server = ListServer()
    let edited = try await toast(["list", "edit", "The canal", "--no-exclusive", "--replies", "none"], to: server)
    #expect(edited.text.plain.hasPrefix("Changed the list “Renamed elsewhere”"))
    #expect(edited.undo == .command("list edit id:601 --replies list"), "exclusive is as it was")
    let renamed = try await toast(["list", "rename", "The canal", "The", "quay"], to: server)
    #expect(renamed.text.plain == "Renamed the list “The canal” to “The quay”.")
    #expect(renamed.undo == .command("list rename id:601 \"The canal\""))
    #expect(server.log == ["update 601 - none false", "update 601 The quay - -"])
  }

  @Test func membersAreShownFromAnyScreen() async throws {
    guard case .view(let view) = try await type(["list", "members", "The", "canal"], to: ListServer()) else {
      Issue.record("no members are shown")
      return
    }
    #expect(view(Layout(width: 60, now: .distantPast)).items.count == 2)
  }

  @Test(arguments: [
    ["list", "add", "The canal"], ["list", "add", "Nowhere", "@rook"], ["list", "rename", "The canal"],
    ["list", "create", "A", "--replies", "some"], ["list", "create", "A", "--exclusive", "--no-exclusive"],
    ["list", "create", "A", "--limit", "3"], ["list", "The canal", "--exclusive"], ["list", "create", "--exclusive"],
    ["list", "add", "The canal", "@rook", "--exclusive"],
  ])
  func aWrongLineChangesNothing(_ words: [String]) async {
    let server = ListServer()
    await #expect(throws: AppError.self) { try await type(words, to: server) }
    #expect(server.log.isEmpty)
  }
}
