/// Where one value, or one member's name, stands in a text.
///
/// The nodes of a text are in its order: a container's members or elements follow it, a member's name comes before its value.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `true`, `false`, integer, fraction, string, escapedString, array, object, name, escapedName
  }

  /// Where it begins; of a string, behind the quote.
  var offset: UInt32
  /// How many bytes it has; of a container, how many elements or members.
  var length: UInt32
  /// The node after it and all that is inside it; of a name, what tells it from most others.
  var next: UInt32
  var kind: Kind

  init(_ kind: Kind, offset: Int, length: Int, next: UInt32) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.next = next
    self.kind = kind
  }

  /// Three bytes and the length of a name: enough to pass over nearly every name that is not the one.
  static func signature(of name: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    guard count > 0 else { return 0 }
    let ends = UInt32(name[0]) << 16 | UInt32(name[count - 1])
    return UInt32(truncatingIfNeeded: count) << 24 | ends | UInt32(name[count / 2]) << 8
  }
}

/// A list of nodes that grows, and is given up by whoever keeps it.
///
/// An array would do, but for its checks: a page appends thousands and looks up ten times as many.
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
