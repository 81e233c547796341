enum Key: Equatable, Sendable {
  case scalar(Unicode.Scalar)
  /// A whole escape sequence, such as the one of an arrow key.
  case sequence(String)
  /// Pasted text, cleaned; it is never run by itself.
  case paste(String)
  /// The terminal's own answer to a question: its background, or what it is.
  case report(TerminalReport)

  var isCharacter: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return scalar.value >= 0x20 && scalar.value != 0x7F
  }
}

/// Decodes the bytes of a terminal into keys, across reads.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private var head = 0
  private var isPasting = false
  /// The number of bytes searched for the end of the paste.
  private var searched = 0
  private var hasTimedOut = false

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let escape: UInt8 = 0x1B

  /// The time to wait for more bytes before `timeOut`; nil if no sequence is incomplete.
  var patience: Duration? {
    guard head < bytes.count || isPasting else { return nil }
    // A terminal ends the pastes that it begins, unless it dies meanwhile.
    if isPasting { return .seconds(5) }
    // Nobody types so much of an answer; over a slow line it may come in parts.
    if bytes.count - head > 3, isReport(at: head) { return .seconds(2) }
    return bytes.count - head == 1 ? .milliseconds(50) : .milliseconds(250)
  }

  mutating func feed(_ new: some Sequence<UInt8>) {
    hasTimedOut = false
    if head == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (head, searched) = (0, 0)
    }
    bytes += new
  }

  /// Decodes an incomplete sequence as it is.
  mutating func timeOut() {
    hasTimedOut = true
  }

  /// The next key; nil if more bytes are needed.
  mutating func next() -> Key? {
    while true {
      if isPasting { return nextPaste() }
      guard head < bytes.count else { return nil }
      let byte = bytes[head]
      if byte == Self.escape {
        guard let length = sequenceLength() else { return nil }
        let sequence = bytes[head..<head + length]
        head += length
        if sequence.elementsEqual(Self.pasteStart) {
          (isPasting, searched) = (true, head)
          continue
        }
        if length == 1 { return .scalar("\u{1B}") }
        if let report = TerminalReport(sequence) { return .report(report) }
        return .sequence(String(decoding: sequence, as: UTF8.self))
      }
      guard let scalar = nextScalar() else { return nil }
      // No keyboard sends C1 controls; the editor uses their codes itself.
      if !(0x80..<0xA0).contains(scalar.value) { return .scalar(scalar) }
    }
  }

  /// The length of the escape sequence at the head: 1 for the Escape key, nil if more bytes are needed.
  private func sequenceLength() -> Int? {
    let unfinished = hasTimedOut ? 1 : nil
    guard head + 1 < bytes.count else { return unfinished }
    switch bytes[head + 1] {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      return 2
    case UInt8(ascii: "O"):
      guard head + 2 < bytes.count else { return unfinished }
      return (0x40...0x7E).contains(bytes[head + 2]) ? 3 : 1
    case UInt8(ascii: "["):
      var index = head + 2
      // The Linux console sends ESC [ [ A for its function keys.
      if index < bytes.count, bytes[index] == UInt8(ascii: "[") { index += 1 }
      while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
      guard index < bytes.count else { return unfinished }
      return (0x40...0x7E).contains(bytes[index]) ? index + 1 - head : 1
    case UInt8(ascii: "]") where isReport(at: head):
      return reportLength() ?? unfinished
    default:
      return 1
    }
  }

  /// Whether the bytes may be the answer about the background, as far as they have come.
  private func isReport(at start: Int) -> Bool {
    zip(bytes[start...], TerminalReport.backgroundStart).allSatisfy { $0 == $1 }
  }

  /// The length of the answer at the head, up to BEL or ESC \; nil if more bytes are needed, 1 for something else.
  private func reportLength() -> Int? {
    for index in head + 2..<min(bytes.count, head + 64) {
      if bytes[index] == 0x07 { return index + 1 - head }
      if bytes[index] == Self.escape {
        guard index + 1 < bytes.count else { return nil }
        return bytes[index + 1] == UInt8(ascii: "\\") ? index + 2 - head : 1
      }
    }
    return bytes.count - head < 64 ? nil : 1
  }

  private mutating func nextScalar() -> Unicode.Scalar? {
    var iterator = bytes[head...].makeIterator()
    var utf8 = Unicode.UTF8.ForwardParser()
    switch utf8.parseScalar(from: &iterator) {
    case .valid(let encoded):
      head += encoded.count
      return Unicode.UTF8.decode(encoded)
    case .error(let length):
      // Incomplete rather than invalid?
      if head + length == bytes.count, length < expectedLength(bytes[head]), !hasTimedOut { return nil }
      head += length
      return "\u{FFFD}"
    case .emptyInput:
      return nil
    }
  }

  private func expectedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func nextPaste() -> Key? {
    var index = searched
    while index + Self.pasteEnd.count <= bytes.count {
      if bytes[index] == Self.escape, bytes[index..<index + Self.pasteEnd.count].elementsEqual(Self.pasteEnd) {
        defer {
          isPasting = false
          head = index + Self.pasteEnd.count
        }
        return .paste(Self.cleaned(bytes[head..<index]))
      }
      index += 1
    }
    searched = index
    guard hasTimedOut else { return nil }
    defer {
      isPasting = false
      head = bytes.count
    }
    return .paste(Self.cleaned(bytes[head...]))
  }

  /// Pasted text without control characters.
  static func cleaned(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0D: scalars.append("\n")
      case 0x0A: if !afterReturn { scalars.append("\n") }
      case 0x09: scalars.append("\t")
      case 0..<0x20, 0x7F..<0xA0: break
      default: scalars.append(scalar)
      }
    }
    while scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }
}
