internal import CEditLine

struct KeyQueue {
  private var keys: [Key] = []
  private var head = 0

  var isEmpty: Bool { head == keys.count }

  var first: Key? { isEmpty ? nil : keys[head] }

  mutating func append(_ key: Key) {
    keys.append(key)
  }

  mutating func insertFirst(_ key: Key) {
    keys.insert(key, at: head)
  }

  mutating func popFirst() -> Key? {
    guard head < keys.count else { return nil }
    defer {
      head += 1
      if head == keys.count { removeAll() }
    }
    return keys[head]
  }

  mutating func removeAll() {
    keys = []
    head = 0
  }

  func contains(_ key: Key) -> Bool {
    keys[head...].contains(key)
  }
}

/// The keys that a terminal normally turns into signals; here they are keys, so that their order is kept.
struct ControlKeys {
  let interrupt = Self.key(cel_interrupt_key())
  let suspend = Self.key(cel_suspend_key())
  let quit = Self.key(cel_quit_key())

  private static func key(_ code: UInt8) -> Key? {
    code == 0 ? nil : .scalar(Unicode.Scalar(code))
  }
}
