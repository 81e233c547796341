/// A regular expression, which takes time in proportion to the text however hostile the text or the expression is.
///
/// Swift's own expressions go back and try again, for `(a+)+$` exponentially often. Here every state that the expression can be in
/// goes on with each character at once; that leaves out what needs a way back: references to groups, and looking around.
public struct TextPattern: Hashable, Sendable {
  /// The expression as it is typed, without its slashes.
  public let source: String
  public let ignoresCase: Bool
  private let program: [Step]

  public struct Mistake: Error, Hashable {
    /// What is wrong: `“(” is never closed`.
    public var message: String
    /// The number of the character where that is, counted from 1.
    public var place: Int
  }

  /// The most characters of an expression, and of a text that are looked at.
  public static let lengthLimit = 200, textLimit = 10_000

  public init(_ source: String, ignoresCase: Bool) throws(Mistake) {
    self.source = source
    self.ignoresCase = ignoresCase
    var parser = Parser(text: Array(ignoresCase ? source.lowercased(keeping: "\\") : source))
    let node = try parser.read()
    var program: [Step] = []
    try Self.append(node, to: &program)
    self.program = program + [.accept]
  }

  public func matches(_ text: String) -> Bool {
    let start = String(text.prefix(Self.textLimit))
    let text = Array(ignoresCase ? start.lowercased() : start)
    var marks = [Int](repeating: -1, count: program.count)
    var waiting: [Int] = []
    for position in 0...text.count {
      var open = waiting + [0]
      waiting.removeAll(keepingCapacity: true)
      let character = position < text.count ? text[position] : nil
      let before = position > 0 ? text[position - 1] : nil
      while let index = open.popLast() {
        guard marks[index] != position else { continue }
        marks[index] = position
        switch program[index] {
        case .accept: return true
        case .jump(let target): open.append(target)
        case .split(let first, let second): open += [second, first]
        case .start: if before?.isNewline ?? true { open.append(index + 1) }
        case .end: if character?.isNewline ?? true { open.append(index + 1) }
        case .boundary(let isWanted):
          if (Self.isWord(before) != Self.isWord(character)) == isWanted { open.append(index + 1) }
        case .one(let set): if let character, accepts(set, character) { waiting.append(index + 1) }
        }
      }
    }
    return false
  }

  private func accepts(_ set: CharacterSet, _ character: Character) -> Bool {
    if set.contains(character) { return true }
    guard ignoresCase, !set.isExcluding else { return false }
    let upper = character.uppercased()
    return upper.count == 1 && upper.first.map(set.contains) ?? false
  }

  private static func isWord(_ character: Character?) -> Bool { character.map(Kind.word.contains) ?? false }

  private enum Step: Hashable, Sendable {
    case one(CharacterSet)
    case start, end
    /// The edge of a word, or anything else.
    case boundary(Bool)
    case jump(Int), split(Int, Int)
    case accept
  }

  fileprivate struct CharacterSet: Hashable, Sendable {
    var ranges: [ClosedRange<Character>] = []
    var kinds: [Kind] = []
    var otherKinds: [Kind] = []
    var isExcluding = false

    func contains(_ character: Character) -> Bool {
      let isIn =
        ranges.contains { $0.contains(character) } || kinds.contains { $0.contains(character) }
        || otherKinds.contains { !$0.contains(character) }
      return isIn != isExcluding
    }
  }

  fileprivate enum Kind: Hashable, Sendable {
    case digit, word, space, newline

    func contains(_ character: Character) -> Bool {
      switch self {
      case .digit: character.isWholeNumber
      case .word: character.isLetter || character.isNumber || character == "_"
      case .space: character.isWhitespace
      case .newline: character.isNewline
      }
    }
  }

  fileprivate indirect enum Node {
    case one(CharacterSet)
    case start, end
    case boundary(Bool)
    case sequence([Node])
    case choice(Node, Node)
    case repetition(Node, least: Int, most: Int?)
  }

  private static func append(_ node: Node, to program: inout [Step]) throws(Mistake) {
    guard program.count < 1000 else { throw Mistake(message: "It repeats too much", place: 1) }
    switch node {
    case .one(let set): program.append(.one(set))
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .boundary(let isWanted): program.append(.boundary(isWanted))
    case .sequence(let nodes): for node in nodes { try append(node, to: &program) }
    case .choice(let first, let second):
      let split = program.count
      program.append(.split(split + 1, 0))
      try append(first, to: &program)
      let jump = program.count
      program.append(.jump(0))
      program[split] = .split(split + 1, program.count)
      try append(second, to: &program)
      program[jump] = .jump(program.count)
    case .repetition(let node, let least, let most):
      for _ in 0..<least {
        let before = program.count
        try append(node, to: &program)
        // What is nothing once is nothing many times.
        if program.count == before { return }
      }
      for _ in least..<(most ?? least + 1) {
        let split = program.count
        program.append(.split(split + 1, 0))
        try append(node, to: &program)
        if most == nil { program.append(.jump(split)) }
        program[split] = .split(split + 1, program.count)
      }
    }
  }

  private struct Parser {
    let text: [Character]
    var index = 0

    private var next: Character? { index < text.count ? text[index] : nil }

    private func mistake(_ message: String, at place: Int? = nil) -> Mistake {
      Mistake(message: message, place: (place ?? index) + 1)
    }

    mutating func read() throws(Mistake) -> Node {
      guard !text.isEmpty else { throw mistake("It is empty") }
      guard text.count <= TextPattern.lengthLimit else {
        throw mistake("It has more than \(TextPattern.lengthLimit) characters", at: TextPattern.lengthLimit)
      }
      let node = try choice()
      guard next == nil else { throw mistake("“)” closes nothing") }
      return node
    }

    private mutating func choice() throws(Mistake) -> Node {
      let first = try sequence()
      guard next == "|" else { return first }
      index += 1
      return .choice(first, try choice())
    }

    private mutating func sequence() throws(Mistake) -> Node {
      var nodes: [Node] = []
      while let character = next, character != "|", character != ")" {
        if "*+?".contains(character) { throw mistake("“\(character)” repeats nothing") }
        var node = try atom()
        while let (least, most) = try repetition() { node = .repetition(node, least: least, most: most) }
        nodes.append(node)
      }
      return .sequence(nodes)
    }

    private mutating func repetition() throws(Mistake) -> (Int, Int?)? {
      let bounds: (Int, Int?)
      switch next {
      case "*": bounds = (0, nil)
      case "+": bounds = (1, nil)
      case "?": bounds = (0, 1)
      case "{":
        guard let end = text[index...].firstIndex(of: "}") else { return nil }
        let parts = String(text[index + 1..<end]).split(separator: ",", omittingEmptySubsequences: false)
        guard let least = parts.first.flatMap({ Int($0) }), least >= 0, parts.count <= 2 else { return nil }
        let most = parts.count == 1 ? least : parts[1].isEmpty ? nil : Int(parts[1]) ?? -1
        if let most, most < least { throw mistake("The numbers in {} are the wrong way round") }
        guard max(least, most ?? 0) <= 100 else { throw mistake("It repeats more than 100 times") }
        bounds = (least, most)
        index = end
      default: return nil
      }
      index += 1
      // How much it takes makes no difference to whether it matches.
      if next == "?" { index += 1 }
      return bounds
    }

    private mutating func atom() throws(Mistake) -> Node {
      let (place, character) = (index, text[index])
      index += 1
      switch character {
      case "(":
        if next == "?" {
          guard index + 1 < text.count, text[index + 1] == ":" else {
            throw mistake("“(?” is not possible, except as “(?:”", at: place)
          }
          index += 2
        }
        let node = try choice()
        guard next == ")" else { throw mistake("“(” is never closed", at: place) }
        index += 1
        return node
      case "[": return .one(try set(from: place))
      case ".": return .one(CharacterSet(kinds: [.newline], isExcluding: true))
      case "^": return .start
      case "$": return .end
      case "\\":
        if next == "b" || next == "B" {
          index += 1
          return .boundary(text[index - 1] == "b")
        }
        var set = CharacterSet()
        try escape(into: &set)
        return .one(set)
      default: return .one(CharacterSet(ranges: [character...character]))
      }
    }

    /// Reads what follows a backslash; the character, if it is one.
    @discardableResult
    private mutating func escape(into set: inout CharacterSet) throws(Mistake) -> Character? {
      guard let character = next else { throw mistake("Nothing follows “\\”", at: index - 1) }
      index += 1
      let literal: Character
      switch character {
      case "d":
        set.kinds.append(.digit)
        return nil
      case "w":
        set.kinds.append(.word)
        return nil
      case "s":
        set.kinds.append(.space)
        return nil
      case "D":
        set.otherKinds.append(.digit)
        return nil
      case "W":
        set.otherKinds.append(.word)
        return nil
      case "S":
        set.otherKinds.append(.space)
        return nil
      case "n": literal = "\n"
      case "t": literal = "\t"
      default:
        if character.isLetter || character.isNumber {
          throw mistake("Unknown escape “\\\(character)”", at: index - 2)
        }
        literal = character
      }
      set.ranges.append(literal...literal)
      return literal
    }

    private mutating func set(from place: Int) throws(Mistake) -> CharacterSet {
      var set = CharacterSet()
      if next == "^" {
        set.isExcluding = true
        index += 1
      }
      var isFirst = true
      while let character = next, character != "]" || isFirst {
        isFirst = false
        let start = index
        index += 1
        var first: Character? = character
        if character == "\\" { first = try escape(into: &set) } else { set.ranges.append(character...character) }
        guard let first, next == "-", index + 1 < text.count, text[index + 1] != "]" else { continue }
        index += 1
        var (end, last): (CharacterSet, Character?) = (CharacterSet(), text[index])
        index += 1
        if last == "\\" { last = try escape(into: &end) }
        guard let last, first <= last else { throw mistake("The range is the wrong way round", at: start) }
        set.ranges.append(first...last)
      }
      guard next == "]" else { throw mistake("“[” is never closed", at: place) }
      index += 1
      return set
    }
  }
}

extension String {
  /// The same in lower case, except what follows a sign: `\S` is not `\s`.
  fileprivate func lowercased(keeping sign: Character) -> String {
    var isKept = false
    return map { character in
      defer { isKept = character == sign && !isKept }
      return isKept ? String(character) : character.lowercased()
    }.joined()
  }
}
