/// What could stand at the cursor: candidates, and the part of the line that they would replace.
public struct Completion: Equatable, Sendable {
  /// One thing that could stand there.
  public struct Candidate: Equatable, Sendable {
    /// What is put into the line.
    public var text: String
    /// A few words for the list, such as what a verb does.
    public var summary: String?
    /// Whether a space follows when it is the only one: false for a prefix that goes on, such as a folder.
    public var isComplete: Bool

    /// Makes a candidate.
    public init(_ text: String, summary: String? = nil, isComplete: Bool = true) {
      self.text = text
      self.summary = summary
      self.isComplete = isComplete
    }
  }

  /// The characters of the line that a candidate replaces, counted from its start.
  public var range: Range<Int>
  /// The candidates, in the order in which they are listed.
  public var candidates: [Candidate]

  /// Makes a completion.
  public init(replacing range: Range<Int>, with candidates: [Candidate]) {
    self.range = range
    self.candidates = candidates
  }

  /// Nothing to offer.
  public static let none = Completion(replacing: 0..<0, with: [])

  /// The longest beginning that all candidates share, in whole characters.
  var commonPrefix: String {
    guard var common = candidates.first?.text[...] else { return "" }
    for candidate in candidates.dropFirst() {
      var end = common.startIndex
      for (mine, other) in zip(common, candidate.text) {
        guard mine == other else { break }
        common.formIndex(after: &end)
      }
      common = common[..<end]
    }
    return String(common)
  }
}
