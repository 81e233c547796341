import FeatureTestKit
import TerminalKit
import Testing

@testable import FeatureKit

/// Fields that are filled in by what is typed.
@Suite struct FormTests {
  static let form = Form([
    Form.Field(.title, "what it is called", .text(limit: 10), isRequired: true),
    Form.Field(.loud, "whether it is loud", .flag, values: ["no"]),
    Form.Field(.size, "how big it is", .choice(["small", "smaller", "large"]), values: ["large"]),
    Form.Field(.places, "where it is", .choices(["home", "garden", "sea"]), values: ["home"]),
    Form.Field(.tags, "its tags", .words(limit: 3), values: ["a", "b"]),
    Form.Field(.phrases, "its phrases", .phrases(limit: 3)),
    Form.Field(.numbers, "which of four", .choices(["1", "2", "3", "4"])),
  ])

  @Test(arguments: [
    ("title", " The  canal ", ["The  canal"]), ("title", "", []), ("title", "two\nlines", ["two lines"]),
    ("loud", "YES", ["yes"]), ("loud", "off", ["no"]),
    ("size", "la", ["large"]), ("size", "small", ["small"]),
    ("places", "sea, garden", ["sea", "garden"]), ("places", "", []),
    ("numbers", "1-3", ["1", "2", "3"]), ("numbers", "1,3-4 2", ["1", "3", "4", "2"]),
    ("tags", "1-3", ["1-3"]),
    ("tags", "x y,z", ["x", "y", "z"]), ("phrases", "heavy rain, sleet ,", ["heavy rain", "sleet"]),
  ])
  func textIsParsedByTheKindOfField(_ name: String, _ typed: String, _ values: [String]) throws {
    #expect(try Form.values(typed: typed, for: Self.form.field(name)) == values)
  }

  @Test(arguments: [
    ("title", "eleven char", "title is 1 characters too long."), ("loud", "maybe", "loud cannot be “maybe”."),
    ("size", "s", "size cannot be “s”."), ("size", "", "size needs a value."),
    ("numbers", "3-5", "numbers cannot be “5”."), ("numbers", "1-", "numbers cannot be “1-”."),
    ("places", "home moon", "places cannot be “moon”."), ("loud", "\u{1B}[2J", "loud cannot be “”."),
  ])
  func invalidValueIsRefused(_ name: String, _ typed: String, _ words: String) throws {
    let field = try Self.form.field(name)
    do {
      _ = try Form.values(typed: typed, for: field)
      Issue.record("\(typed) was taken")
    } catch {
      let error = AppError(error)
      #expect(!error.message.contains("\u{1B}"))
      if !typed.contains("\u{1B}") { #expect(error.message == words) }
      #expect(!error.suggestion.isEmpty)
    }
  }

  @Test(arguments: [("title", "title"), ("2", "loud"), ("Pl", "places"), ("6", "phrases")])
  func fieldIsFoundByNumberNameOrPrefix(_ word: String, _ name: String) throws {
    #expect(try Self.form.field(word).name.rawValue == name)
  }

  @Test(arguments: ["0", "8", "", "titel", "colour"])
  func unknownFieldIsRefusedWithAListOfFields(_ word: String) {
    #expect(throws: AppError.self) { try Self.form.field(word) }
  }

  @Test func misspelledFieldIsSuggested() {
    #expect(
      throws: AppError.usage(
        "No field “titel”.",
        suggestion: "Did you mean title? Fields: title, loud, size, places, tags, phrases, numbers.")
    ) { try Self.form.field("titel") }
  }

  @Test func emptyRequiredFieldIsAProblem() throws {
    var form = Self.form
    #expect(form.missing?.name == .title)
    for finish in [Form.Finish.save, .send] {
      #expect(
        Form.State("new thing", form: form, finish: finish).problem
          == .validation(
            "title is empty: what it is called.", suggestion: "Type title VALUE, then \(finish.verb)."))
    }
    try form.set(.title, to: ["x"])
    #expect(form.missing == nil)
  }

  @Test func resetRestoresTheOriginalValue() throws {
    var form = Self.form
    #expect(!form.isChanged)
    try form.set(.title, to: ["x"])
    #expect(form.isChanged(.title) && form.isChanged)
    form.reset(.title)
    #expect(!form.isChanged)
    try form.set(.tags, to: ["c"])
    #expect(!form.settled.isChanged)
    #expect(form.settled.list(.tags) == ["c"])
  }

  @Test func duplicatesAreRemovedAndTheLimitIsEnforced() throws {
    var form = Self.form
    try form.set(.tags, to: ["x", "X", "y"])
    #expect(form.list(.tags) == ["x", "y"])
    #expect(throws: AppError.self) { try form.set(.tags, to: ["1", "2", "3", "4"]) }
    #expect(form.list(.tags) == ["x", "y"])
    #expect(form.remove(["Y", "nothing"], from: .tags) == ["y"])
  }

  @Test func onlyChangedFieldsHaveAChangedText() throws {
    var form = Self.form
    #expect(form.changed(.loud) == nil)
    try form.set(.loud, to: ["yes"])
    #expect(form.changed(.loud) == "yes")
  }

  @Test func valuesChangedInAFormAreMergedWithThoseOfNow() throws {
    var form = Form([Form.Field(.tags, "tags", .words(limit: 9), values: ["a", "b", "c"])])
    #expect(form.merged(.tags, into: ["x"]) == ["x"])
    try form.set(.tags, to: ["A", "c", "d"])
    #expect(form.merged(.tags, into: ["b", "a", "x", "D"]) == ["a", "x", "D"])
  }

  @Test func spokenFormNamesChangedFields() throws {
    var form = Self.form
    try form.set(.loud, to: ["yes"])
    let spoken = form.blocks.compactMap { block -> String? in
      if case .item(let item) = block { item.spoken } else { nil }
    }
    #expect(spoken[0] == "Title: empty, required. What it is called.")
    #expect(spoken[1] == "Loud, changed: yes. Whether it is loud: yes, no.")
  }
}

/// A form's owner and its verbs.
@MainActor @Suite struct FormModelTests {
  @MainActor final class Recorder {
    var kept: [Form] = []
    var failure: AppError?
  }

  let recorder = Recorder()

  private func model(_ form: Form = FormTests.form) -> FormModel {
    FormModel(
      state: Form.State("new thing", form: form), load: { form },
      prepare: { field, value in
        guard field == .tags else { return value }
        guard value != "bad" else { throw AppError.notFound("No such tag.") }
        return "#" + value
      },
      save: { [recorder] form in
        if let failure = recorder.failure { throw failure }
        recorder.kept.append(form)
        return Form.Saved(form)
      })
  }

  private func type(_ line: String, _ model: FormModel) async throws -> Response {
    try await Form.verbs(model, saved: { .nothing }).type(line)
  }

  @Test func fieldsAreSetByNameAndByNumber() async throws {
    let model = model()
    for line in ["title A b", "set loud yes", "set 3 small", "add places sea", "add tags c", "remove tag a"] {
      _ = try await type(line, model)
    }
    let form = model.state.form
    #expect(form.text(.title) == "A b")
    #expect(form.flag(.loud))
    #expect(form.text(.size) == "small")
    #expect(form.list(.places) == ["home", "sea"])
    #expect(form.list(.tags) == ["b", "#c"])
    #expect(model.state.unsaved == "saving the new thing “A b”")
  }

  @Test(arguments: ["title eleven chars", "set moon 1", "add title x", "tags bad", "remove tags zzz", "size huge"])
  func refusedCommandChangesNothing(_ line: String) async throws {
    let model = model()
    await #expect(throws: AppError.self) { try await type(line, model) }
    #expect(model.state.form == FormTests.form)
    #expect(model.state.unsaved == nil)
  }

  @Test func failedSaveKeepsTheChanges() async throws {
    let model = model()
    await #expect(throws: AppError.self) { try await type("save", model) }
    #expect(recorder.kept.isEmpty)
    _ = try await type("title x", model)
    recorder.failure = .fixtures.timedOut
    await #expect(throws: AppError.fixtures.timedOut) { try await type("save", model) }
    #expect(model.state.phase == .refused(.fixtures.timedOut))
    #expect(model.state.form.text(.title) == "x")
    recorder.failure = nil
    _ = try await type("save", model)
    #expect(recorder.kept.map { $0.text(.title) } == ["x"])
    #expect(model.state.unsaved == nil)
  }

  @Test(arguments: ["tags", "set tags", "set 5"])
  func fieldWithoutAValueShowsItsValue(_ line: String) async throws {
    let model = model()
    guard case .toast(let toast) = try await type(line, model) else { throw AppError.cancelled }
    #expect(toast.text.plain == "tags: a, b")
    #expect(toast.hint == nil)
    #expect(model.state.form == FormTests.form)
  }

  @Test func clearEmptiesAndResetRestoresAField() async throws {
    let model = model()
    _ = try await type("clear tags", model)
    #expect(model.state.form.list(.tags) == [])
    await #expect(throws: AppError.self) { try await type("clear size", model) }
    #expect(model.state.form.text(.size) == "large")
    _ = try await type("reset tags", model)
    #expect(model.state.form.list(.tags) == ["a", "b"])
  }

  @Test func commandsOfAFormHaveUniqueNames() {
    var names: Set<String> = []
    for verb in Form.verbs(model(), saved: { .nothing }) {
      for name in [verb.name] + verb.aliases { #expect(names.insert(name).inserted, "\(name)") }
    }
  }
}

@MainActor @Suite struct EntriesTests {
  struct Thing: Identifiable, Hashable, Sendable {
    var id: String
    var name: String
  }

  static let face = Entries<Thing>.Face(
    id: "things", title: "Things", noun: "thing", emptyText: "None.", opening: nil, name: \.name,
    otherName: { $0.id == "t2" ? "sea.example" : nil }, details: { _, _ in [] }, data: { .string($0.id) })
  let things = Entries(.loaded([Thing(id: "t1", name: "The canal"), Thing(id: "t2", name: "The sea")]))

  @Test(arguments: [("t2", "t2"), ("the canal", "t1"), ("The s", "t2"), ("Sea.example", "t2")])
  func entryIsFoundByIDNameOrPrefix(_ word: String, _ id: String) throws {
    #expect(try things.entry(word, Self.face).id == id)
  }

  @Test(arguments: ["the", "", "mountain"])
  func unknownEntryIsRefusedWithSuggestions(_ word: String) {
    #expect(
      throws: AppError.notFound(
        "No thing “\(word)”.", suggestion: "Available: “The canal”, “The sea”.")
    ) { try things.entry(word, Self.face) }
  }

  @Test func aNameThatSeveralHaveMeansNoneOfThem() throws {
    let twins = Entries(
      .loaded([Thing(id: "t1", name: "Sea"), Thing(id: "t2", name: "Sea"), Thing(id: "t3", name: "SEA")]))
    #expect(
      throws: AppError.usage("2 things are called “Sea”.", suggestion: "Give a number from things, or id:t1 or id:t2.")
    ) { try twins.entry("Sea", Self.face) }
    #expect(try twins.entry("SEA", Self.face).id == "t3")
  }

  @Test func theFirstOfSeveralWithOneNameAreNamedWithWhatTellsThemApart() {
    var face = Self.face
    face.details = { thing, _ in ["wet", thing.id == "t1" ? "cold" : ""] }
    let seas = Entries(.loaded(["t1", "t2", "t3", "t4"].map { Thing(id: $0, name: "Sea") }))
    #expect(
      throws: AppError.usage(
        "4 things are called “Sea”.", suggestion: "Give a number from things, or id:t1 (cold) or id:t2 or id:t3.")
    ) { try seas.entry("sea", face) }
    #expect(
      Entries.ambiguity(of: Array(seas.all.prefix(2)), Self.face, sizes: ["t1": "2 parts", "t2": "empty"])
        == .usage(
          "2 things are called “Sea”.",
          suggestion: "Give a number from things, or id:t1 (2 parts) or id:t2 (empty)."))
    #expect(seas.namesakes(of: seas.all[0], face) == " 3 other things are called so too.")
    #expect(things.namesakes(of: Thing(id: "t9", name: "the SEA"), face) == " Another thing is called so too: id:t2.")
    #expect(things.namesakes(of: things.all[0], face).isEmpty)
  }

  @MainActor final class Server {
    var asked = 0
    var failure: AppError?
  }

  @Test func localEntriesAreFetchedAtEachVisit() async {
    for (isLocal, count) in [(true, 3), (false, 1)] {
      let server = Server()
      let model = EntriesModel<Thing>(
        isLocal: isLocal,
        fetch: {
          server.asked += 1
          return []
        }, delete: { _ in }, size: { _ in nil })
      for _ in 0..<3 { await model.load() }
      #expect(server.asked == count)
    }
  }

  @Test func errorIsShownOnlyIfNothingIsLoaded() async throws {
    let server = Server()
    let model = EntriesModel<Thing>(
      isLocal: false,
      fetch: { [things] in
        if let failure = server.failure { throw failure }
        return things.all
      }, delete: { _ in }, size: { _ in nil })
    server.failure = .fixtures.noConnection
    await model.load()
    #expect(model.state.entries.error == .fixtures.noConnection)
    server.failure = nil
    await model.load()
    #expect(model.state.all.count == 2)
    server.failure = .fixtures.noConnection
    await #expect(throws: AppError.self) { try await model.refresh() }
    #expect(model.state.entries.isLoaded)
    try await model.delete(model.state.all[0])
    #expect(model.state.all.map(\.id) == ["t2"])
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let loud = Form.Field.Name(rawValue: "loud")
  static let size = Form.Field.Name(rawValue: "size")
  static let places = Form.Field.Name(rawValue: "places")
  static let tags = Form.Field.Name(rawValue: "tags")
  static let phrases = Form.Field.Name(rawValue: "phrases")
  static let numbers = Form.Field.Name(rawValue: "numbers")
}
