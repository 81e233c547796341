/// The commands of `-c` as the sequence of lines that a script is.
struct OneLine: AsyncSequence {
  private let text: String

  init(_ text: String) { self.text = text }

  func makeAsyncIterator() -> Iterator { Iterator(lines: text.split(separator: "\n").map(String.init)[...]) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var lines: ArraySlice<String>

    mutating func next() async -> String? { lines.popFirst() }

    mutating func next(isolation actor: isolated (any Actor)?) async -> String? { lines.popFirst() }
  }
}
