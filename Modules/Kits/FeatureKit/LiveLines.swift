public import TerminalKit

/// The label of a live line, by which commands name what it reports: `a1` to `a99`, then `b1` to `b99`, and so on to `z99`.
public struct LineLabel: Hashable, Sendable {
  /// The place among all labels, from 1.
  let place: Int

  /// The number of labels; after the last one they begin again.
  static let count = 26 * 99

  init(place: Int) { self.place = place }

  /// Parses a label; `nil` for anything else.
  public init?(_ word: String) {
    let digits = word.utf8.dropFirst()
    guard let first = word.utf8.first.map({ $0 | 0x20 }), (0x61...0x7A).contains(first),
      (1...2).contains(digits.count), digits.first != 0x30, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(word.dropFirst())
    else { return nil }
    place = (Int(first) - 0x61) * 99 + number
  }

  /// The label as it is printed and typed.
  public var text: String {
    let letter = Unicode.Scalar(UInt8(0x61 + (place - 1) / 99))
    return "\(letter)\((place - 1) % 99 + 1)"
  }
}

/// The references of the labels of live lines.
///
/// The labels count up, and the next run on the same terminal continues the count. So a label that is still visible, or that is
/// being typed, does not change its meaning: all 2,574 labels are used before one is used again.
public struct LiveLines: Hashable, Sendable {
  private var references: [Int: [Reference]] = [:]
  private var lastPlace = 0

  /// The maximum number of lines with a label.
  static let limit = 200

  public init() {}

  /// The last label that was given; `nil` if there is none that can be named.
  public var last: LineLabel? { references[lastPlace] == nil ? nil : LineLabel(place: lastPlace) }

  /// The references of a label, the preferred meaning first; `nil` if no such line was printed recently.
  public subscript(label: LineLabel) -> [Reference]? { references[label.place] }

  /// The labels of lines that stand for one of these kinds, the newest first.
  public func labels(of kinds: [Reference.Kind]) -> [LineLabel] {
    (0..<Self.limit).compactMap { age in
      let place = (lastPlace - age - 1 + LineLabel.count) % LineLabel.count + 1
      let isNamed = references[place]?.contains { kinds.contains($0.kind) } ?? false
      return isNamed ? LineLabel(place: place) : nil
    }
  }

  /// Gives the next label to a line.
  public mutating func add(_ line: [Reference]) -> LineLabel {
    lastPlace = lastPlace % LineLabel.count + 1
    references[lastPlace] = line
    let old = lastPlace - Self.limit
    references[old > 0 ? old : old + LineLabel.count] = nil
    return LineLabel(place: lastPlace)
  }

  /// Forgets what the labels stand for, since another account is used; the count goes on.
  public mutating func forget() { references = [:] }
}

/// The storage of labels beside the numbers of a screen: at places below any that a number or `.` has.
extension LiveLines {
  private static let firstStoredPlace = -1000
  private static let counter = Reference.Kind(rawValue: "label")

  /// The labels as entries beside the numbers of a screen.
  public var stored: [Int: [Reference]] {
    guard !references.isEmpty else { return [:] }
    var entries = Dictionary(uniqueKeysWithValues: references.map { (Self.firstStoredPlace - $0.key, $0.value) })
    entries[Self.firstStoredPlace] = [Reference(kind: Self.counter, id: "\(lastPlace)")]
    return entries
  }

  /// Takes the stored labels out of the entries, and makes them known unless a line was printed before.
  public mutating func restore(from entries: [Int: [Reference]]) -> [Int: [Reference]] {
    let (lines, numbers) = (
      entries.filter { $0.key < Self.firstStoredPlace }, entries.filter { $0.key > Self.firstStoredPlace }
    )
    let places = 1...LineLabel.count
    guard lastPlace == 0, let last = entries[Self.firstStoredPlace]?.first.flatMap({ Int($0.id) }),
      places.contains(last)
    else { return numbers }
    lastPlace = last
    for (place, line) in lines where places.contains(Self.firstStoredPlace - place) {
      references[Self.firstStoredPlace - place] = line
    }
    return numbers
  }
}
