/// The position of one value, or of one member's name, in a text.
///
/// Nodes are in the order of the text: a container's members or elements follow it, a member's name precedes its value.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `true`, `false`, integer, fraction, string, escapedString, array, object, name, escapedName
  }

  /// Its start; for a string, after the quote.
  var offset: UInt32
  /// Its length in bytes; for a container, the number of elements or members.
  var length: UInt32
  /// The node after it and its contents; for a name, its signature.
  var next: UInt32
  var kind: Kind

  init(_ kind: Kind, offset: Int, length: Int, next: UInt32) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.next = next
    self.kind = kind
  }

  /// Combines three bytes and the length of a name, to skip nearly every name that does not match.
  static func signature(of name: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    guard count > 0 else { return 0 }
    let ends = UInt32(name[0]) << 16 | UInt32(name[count - 1])
    return UInt32(truncatingIfNeeded: count) << 24 | ends | UInt32(name[count / 2]) << 8
  }
}

/// A growing list of nodes that its owner deallocates.
///
/// An array's checks would cost too much: a page appends thousands of nodes and reads ten times as many.
struct JSONNodes {
  private(set) var start: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  func deallocate() { start.deallocate() }

  subscript(index: Int) -> JSONNode {
    get { start[index] }
    nonmutating _modify { yield &start[index] }
  }

  mutating func append(_ node: JSONNode) {
    if count == capacity { grow() }
    (start + count).initialize(to: node)
    count += 1
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
