import TerminalKit

/// The things that numbers, `.` and `-` on the command line stand for.
struct NumberedReferences: Equatable {
  /// The references by number; those of `.` and `-` are at places below 1, which cannot be typed.
  ///
  /// The next run gets this dictionary, so that they keep their meaning.
  private(set) var entries: [Int: [Reference]]

  private static let lastPlace = 0
  private static let beforePlace = -2

  init(_ entries: [Int: [Reference]] = [:]) { self.entries = entries }

  /// The references of a number, or `nil` if no such number is shown.
  subscript(number: Int) -> [Reference]? { number > 0 ? entries[number] : nil }

  /// The highest number, or 0 if there is none.
  var highest: Int { max(0, entries.keys.max() ?? 0) }

  /// The reference of `.`: the post that was sent or named last.
  var last: Reference? { entries[Self.lastPlace]?.first }

  /// The reference of `-`: the former one of `.`.
  var before: Reference? { entries[Self.beforePlace]?.first }

  /// Makes `.` stand for what was sent, or for a post that a command named, and `-` for what `.` stood for.
  mutating func setLast(_ reference: Reference) {
    let before = last
    entries[Self.lastPlace] = [reference]
    if let before, before != reference { entries[Self.beforePlace] = [before] }
  }

  /// Makes `.` stand for nothing; `-` stands for what it stood for.
  mutating func forgetLast() {
    if let last { entries[Self.beforePlace] = [last] }
    entries[Self.lastPlace] = nil
  }

  /// The same, where `.` and `-` stand for nothing that is gone.
  func without(_ isGone: (Reference) -> Bool) -> NumberedReferences {
    var result = self
    for place in [Self.lastPlace, Self.beforePlace] where result.entries[place]?.contains(where: isGone) == true {
      result.entries[place] = nil
    }
    return result
  }

  /// Makes `.` and `-` stand for nothing.
  mutating func forgetLasts() {
    for place in [Self.lastPlace, Self.beforePlace] { entries[place] = nil }
  }

  /// Whether a number, `.` or `-` stands for it.
  func contains(_ reference: Reference) -> Bool { entries.values.contains { $0.contains(reference) } }

  /// Replaces the references of a place below 1.
  mutating func set(_ references: [Reference]?, at place: Int) { entries[place] = references }

  /// Takes over what `.` and `-` stand for.
  mutating func takeLast(of other: NumberedReferences) {
    for place in [Self.lastPlace, Self.beforePlace] {
      if let references = other.entries[place] { entries[place] = references }
    }
  }

  /// The numbers of a printed document, with the present meaning of `.`; `nil` if the document has no numbers.
  ///
  /// An empty list has the numbers that it now shows, none, if they stand for what an earlier one listed.
  func replaced(by document: Document) -> NumberedReferences? {
    let numbered = document.items.compactMap { item in item.number.map { ($0, item.references) } }
    guard !numbered.isEmpty || listsWhatIsNumbered(document) else { return nil }
    var result = NumberedReferences(Dictionary(numbered) { first, _ in first })
    result.takeLast(of: self)
    result.setNeighbours(document.neighbours)
    return result
  }

  private func listsWhatIsNumbered(_ document: Document) -> Bool {
    guard document.items.isEmpty, let kind = Self.listed[document.kind] else { return false }
    return entries.contains { number, references in number > 0 && references.contains { $0.kind == kind } }
  }

  /// What a document lists that is on no screen; another document may be about a thing of the same kind.
  private static let listed: [String: Reference.Kind] = [
    "drafts": .draft, "scheduled": Reference.Kind(rawValue: "scheduled"), "outbox": Reference.Kind(rawValue: "outbox"),
  ]
}
