import FeatureTestKit
import TerminalKit
import Testing

@testable import FeatureKit

/// The commands of a screen of entries: which action each calls, with what, and the response.
@MainActor @Suite struct EntriesVerbTests {
  typealias Thing = EntriesTests.Thing

  @MainActor final class Root {
    var called: [String] = []
    var fetches = 0
  }

  private let root = Root()
  private let things = [Thing(id: "t1", name: "The canal"), Thing(id: "t2", name: "The sea")]

  private var action: Entries<Thing>.Action {
    Entries<Thing>.Action(
      select: { [root] in
        root.called.append("select")
        return .screen
      },
      open: { [root] entry, _ in
        root.called.append("open \(entry.id)")
        return .screen
      },
      create: { [root] in
        root.called.append("create \($0 ?? "-")")
        return .screen
      },
      edit: { [root] in
        root.called.append("edit \($0.id)")
        return .screen
      },
      changed: { [root] in root.called.append("changed \($0.id)") },
      deleted: { [root] in root.called.append("deleted \($0.id)") }, completes: true)
  }

  private var model: EntriesModel<Thing> {
    EntriesModel(
      isLocal: false,
      fetch: { [root, things] in
        root.fetches += 1
        return things
      }, delete: { [root] in root.called.append("delete \($0.id)") }, size: { _ in nil })
  }

  private func verbs(isOwn: Bool = true, opening: String? = "Read one") -> [Verb] {
    var face = EntriesTests.face
    face.isOwn = isOwn
    face.opening = opening
    let model = model
    return Entries<Thing>.verbs(
      face, isTimeline: false, model: { model }, action: action, recreation: { _ in nil })
  }

  @discardableResult
  private func type(_ line: String, isOwn: Bool = true) async throws -> Response {
    let context = ArgumentContext.showing(things.map { [Reference(kind: EntriesTests.face.kind, id: $0.id)] })
    return try await verbs(isOwn: isOwn).type(line, in: context)
  }

  @Test(arguments: [
    ("open 2", "open t2"), ("open the sea", "open t2"), ("read 1", "open t1"), ("edit 1", "edit t1"),
    ("change The c", "edit t1"), ("create", "create -"), ("new The lock", "create The lock"),
  ])
  func commandCallsItsActionAndShowsTheScreen(_ line: String, _ call: String) async throws {
    guard case .screen = try await type(line) else {
      Issue.record("\(line) does not show the screen")
      return
    }
    #expect(root.called == [call])
  }

  @Test func refreshFetchesAgain() async throws {
    let verbs = verbs()
    for _ in 1...2 { #expect(try await verbs.type("refresh").isScreen) }
    #expect(root.fetches == 2)
  }

  @Test(arguments: ["open", "open 3", "edit mountain", "delete the"])
  func unknownEntryIsRefusedWithoutAnyAction(_ line: String) async {
    await #expect(throws: AppError.self) { try await type(line) }
    #expect(root.called.isEmpty)
  }

  private var manage: [Verb] {
    var face = EntriesTests.face
    face.isOwn = true
    let model = model
    return Entries<Thing>.plugin(
      id: "things", noun: "thing", title: "Things", symbol: "", help: "Show your things", face: { [face] in face },
      model: { model }, action: action, recreation: { _ in nil }, previews: { [] }
    ).verbs
  }

  @Test(arguments: [
    ("thing", "select"), ("thing create", "create -"), ("thing create The lock", "create The lock"),
    ("thing edit the sea", "edit t2"), ("thing edit \"the sea\"", "edit t2"), ("thing The canal", "open t1"),
    ("things", "select"),
  ])
  func nounManagesFromAnyScreen(_ line: String, _ call: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    let verb = try #require(manage.first { $0.matches(words[0]) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    _ = try await verb.run(
      ArgumentReader(ArgumentList(words.dropFirst().map { ArgumentList.Word($0) }), for: verb, context: context))
    #expect(root.called == [call])
  }

  @Test func deletingAsksFirst() async throws {
    guard case .confirm(let confirmation) = try await type("delete 2") else {
      Issue.record("delete did not ask")
      return
    }
    #expect(confirmation.question == "Delete the thing “The sea”? This can't be undone.")
    #expect(root.called.isEmpty)
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("delete did not say what it did")
      return
    }
    #expect(root.called == ["delete t2", "deleted t2"])
    #expect(toast.text.plain == "Deleted the thing “The sea”.")
  }

  @Test func contentsAreLoadedBeforeDeletion() async throws {
    let model = model
    var face = EntriesTests.face
    face.isOwn = true
    await model.load()
    let verbs = Entries<Thing>.verbs(
      face, isTimeline: false, model: { model }, action: action,
      recreation: { [root] thing in
        root.called.append("ask")
        return "thing create \(thing.name)"
      })
    guard case .confirm(let confirmation) = try await verbs.type("delete The sea"),
      case .toast(let toast) = try await confirmation.proceed()
    else {
      Issue.record("delete did not ask, or not say what it did")
      return
    }
    #expect(confirmation.question == "Delete the thing “The sea”? You can undo this.")
    #expect(root.called == ["ask", "delete t2", "deleted t2"])
    #expect(toast.hint == "thing create The sea")
    #expect(toast.undo == .command("thing create The sea"))
  }

  @Test func entriesOfOthersAreRemovedAndNotDeleted() async throws {
    guard case .confirm(let confirmation) = try await type("remove 1", isOwn: false) else {
      Issue.record("remove did not ask")
      return
    }
    #expect(confirmation.question == "Remove the thing “The canal”? Nothing is deleted there.")
  }

  @Test(arguments: ["1-2", "1,2"]) func severalNumbersAreRefusedAsSuch(_ word: String) async {
    let error = await #expect(throws: AppError.self) { try await type("open \(word)") }
    #expect(error?.message == "Give one number, not several.")
  }

  @Test func numberThatIsNotShownIsNoID() async throws {
    let model = EntriesModel<Thing>(
      isLocal: false, fetch: { [Thing(id: "7", name: "The weir")] },
      delete: { [root] in root.called.append("delete \($0.id)") }, size: { _ in nil })
    var face = EntriesTests.face
    face.opening = "Read one"
    let verbs = Entries<Thing>.verbs(
      face, isTimeline: false, model: { model }, action: action, recreation: { _ in nil })
    let error = await #expect(throws: AppError.self) { try await verbs.type("open 7") }
    #expect(error?.suggestion == "Type things to see them. An id is written id:7.")
    _ = try await verbs.type("open id:7")
    #expect(root.called == ["open 7"])
  }

  @Test func entriesThatCannotBeOpenedHaveNoOpen() {
    #expect(!verbs(opening: nil).contains { $0.matches("open") })
  }
}
