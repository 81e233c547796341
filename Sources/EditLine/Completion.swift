/// The result of completion: candidates, and the range of the line that they replace.
public struct Completion: Equatable, Sendable {
  public struct Candidate: Equatable, Sendable {
    public var text: String
    /// A summary for the list, such as a command's help.
    public var summary: String?
    /// The label in the list in place of the text, such as a file's name without its folder; `nil` for the text.
    public var label: String?
    /// Whether a space follows if it is the only candidate; false for a prefix such as a folder.
    public var isComplete: Bool

    public init(_ text: String, summary: String? = nil, label: String? = nil, isComplete: Bool = true) {
      self.text = text
      self.summary = summary
      self.label = label
      self.isComplete = isComplete
    }
  }

  /// The characters of the line that a candidate replaces, counted from its start.
  public var range: Range<Int>
  /// The candidates, in the order in which they are listed.
  public var candidates: [Candidate]

  public init(replacing range: Range<Int>, with candidates: [Candidate]) {
    self.range = range
    self.candidates = candidates
  }

  public static let none = Completion(replacing: 0..<0, with: [])

  /// The longest common prefix of the candidates, in whole characters.
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
