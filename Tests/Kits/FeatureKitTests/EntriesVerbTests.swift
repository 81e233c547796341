import FeatureTestKit
import TerminalKit
import Testing

@testable import FeatureKit

/// The commands of a screen of entries: which action each calls, with what, and the response.
@MainActor @Suite struct EntriesVerbTests {
  typealias Thing = EntriesTests.Thing

  @MainActor final class Root {
    var called: [String] = []
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
      delete: { [root] in root.called.append("delete \($0.id)") },
      refresh: { [root] in root.called.append("refresh") })
  }

  private func verbs(isOwn: Bool = true, opening: String? = "Read one") -> [Verb] {
    var face = EntriesTests.face
    face.isOwn = isOwn
    face.opening = opening
    let model = EntriesModel<Thing>(isLocal: false, fetch: { [things] in things }, delete: { _ in })
    return Entries<Thing>.verbs(face, isTimeline: false, model: { model }, action: action)
  }

  @discardableResult
  private func type(_ line: String, isOwn: Bool = true) async throws -> Response {
    let context = ArgumentContext.showing(things.map { [Reference(kind: EntriesTests.face.kind, id: $0.id)] })
    return try await verbs(isOwn: isOwn).type(line, in: context)
  }

  @Test(arguments: [
    ("open 2", "open t2"), ("open the sea", "open t2"), ("read 1", "open t1"), ("edit 1", "edit t1"),
    ("change The c", "edit t1"), ("create", "create -"), ("new The lock", "create The lock"), ("refresh", "refresh"),
  ])
  func commandCallsItsActionAndShowsTheScreen(_ line: String, _ call: String) async throws {
    guard case .screen = try await type(line) else {
      Issue.record("\(line) does not show the screen")
      return
    }
    #expect(root.called == [call])
  }

  @Test(arguments: ["open", "open 3", "edit mountain", "delete the"])
  func unknownEntryIsRefusedWithoutAnyAction(_ line: String) async {
    await #expect(throws: AppError.self) { try await type(line) }
    #expect(root.called.isEmpty)
  }

  private var manage: [Verb] {
    var face = EntriesTests.face
    face.isOwn = true
    let model = EntriesModel<Thing>(isLocal: false, fetch: { [things] in things }, delete: { _ in })
    return Entries<Thing>.plugin(
      id: "things", noun: "thing", title: "Things", symbol: "", help: "Show your things", face: { [face] in face },
      model: { model }, action: action, previews: { [] }
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
    #expect(root.called == ["delete t2"])
    #expect(toast.text.plain == "Deleted the thing “The sea”.")
  }

  @Test func contentsAreLoadedBeforeDeletion() async throws {
    var action = action
    action.recreation = { [root] thing in
      root.called.append("ask")
      return "thing create \(thing.name)"
    }
    let model = EntriesModel<Thing>(isLocal: false, fetch: { [things] in things }, delete: { _ in })
    var face = EntriesTests.face
    face.isOwn = true
    await model.load()
    let verbs = Entries<Thing>.verbs(face, isTimeline: false, model: { model }, action: action)
    guard case .confirm(let confirmation) = try await verbs.type("delete The sea"),
      case .toast(let toast) = try await confirmation.proceed()
    else {
      Issue.record("delete did not ask, or not say what it did")
      return
    }
    #expect(confirmation.question == "Delete the thing “The sea”? You can undo this.")
    #expect(root.called == ["ask", "delete t2"])
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

  @Test func entriesThatCannotBeOpenedHaveNoOpen() {
    #expect(!verbs(opening: nil).contains { $0.matches("open") })
  }
}
