import FeatureTestKit
import TerminalKit
import Testing

@testable import FeatureKit

/// How an entry is named in a command: what a message suggests is read as that entry and as nothing else.
@MainActor @Suite struct EntryNameTests {
  typealias Thing = EntriesTests.Thing

  private func find(
    _ text: String, in things: Entries<Thing>, _ context: ArgumentContext = .nothing
  ) async throws -> Thing {
    let model = EntriesModel(
      state: things, isLocal: false, fetch: { things.all }, delete: { (_: Thing) in }, size: { _ in nil })
    let verb = Verb("open", .phrase("NAME"), help: "") { _ in .nothing }
    let reader = try ArgumentReader(ArgumentList(), for: verb, context: context)
    return try await Parameter<Thing>.find(text, EntriesTests.face, { model }, reader)
  }

  @Test(arguments: [
    "Sea", "The canal", "A", "2027", ".", "-", "3", "a1", "3q", "1-3", "id:t1", "#canal", "@rook", "create",
    "delete me",
    "R&D; more", "say \"hi\"", "it's", "list:x", "01HZXYZ7QK4W8E5T3S9D6F2G1H", "-x", "", "  ", "zwei  Wörter",
    "https://shore.example",
  ])
  func aSuggestedNameIsReadAsItsEntry(_ name: String) async throws {
    let things = Entries(.loaded([Thing(id: "t1", name: "Other"), Thing(id: "t7", name: name)]))
    let typed = things.typed(things.all[1], EntriesTests.face)
    let word = try #require(try CommandWords.read(typed))
    #expect(try await find(word, in: things).id == "t7", "\(typed)")
  }

  @Test func aNameThatSeveralHaveIsSuggestedAsAnID() {
    let twins = Entries(.loaded([Thing(id: "t1", name: "Sea"), Thing(id: "t2", name: "Sea")]))
    #expect(twins.all.map { twins.typed($0, EntriesTests.face) } == ["id:t1", "id:t2"])
  }

  @Test(arguments: [".", "-", "1", "a1"])
  func aReferenceIsReadBeforeAName(_ word: String) async throws {
    let things = Entries(.loaded([Thing(id: "t1", name: word), Thing(id: "t2", name: ".x")]))
    var context = ArgumentContext.showing([[Reference(kind: .status, id: "7")]])
    var lines = LiveLines()
    _ = lines.add([Reference(kind: .status, id: "7")])
    context.lines = { lines }
    context.last = { Reference(kind: .status, id: "7") }
    context.before = { Reference(kind: .status, id: "8") }
    let error = await #expect(throws: AppError.self) { try await find(word, in: things, context) }
    #expect(word == "1" || error?.message.contains("not a thing") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [("a1", "t1"), ("2027", "t3")])
  func whatStandsForNothingMayBeAName(_ word: String, _ id: String) async throws {
    let things = Entries(
      .loaded([Thing(id: "t1", name: "a1"), Thing(id: "t2", name: "20275"), Thing(id: "t3", name: "2027")]))
    #expect(try await find(word, in: things).id == id)
  }

  @Test(arguments: [".", "-"])
  func theLastPostIsNoNameWhereThereIsNone(_ word: String) async {
    let things = Entries(.loaded([Thing(id: "t1", name: ".canal"), Thing(id: "t2", name: "-")]))
    let error = await #expect(throws: AppError.self) { try await find(word, in: things) }
    #expect(error?.message.contains("there is none now") == true)
  }
}

/// The first word of what is typed, as the prompt reads it: without quotes and backslashes.
private enum CommandWords {
  static func read(_ typed: String) throws -> String? {
    guard typed.hasPrefix("\""), typed.hasSuffix("\""), typed.count > 1 else { return typed }
    var word = ""
    var isEscaped = false
    for character in typed.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        word.append(character)
        isEscaped = false
      }
    }
    return word
  }
}
