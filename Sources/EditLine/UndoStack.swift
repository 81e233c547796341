/// The states of a line that undo goes back to.
struct UndoStack {
  /// A line and the place of its cursor.
  struct State: Equatable {
    var scalars: [Unicode.Scalar] = []
    var cursor = 0
  }

  private var earlier: [State] = []
  private var current = State()
  /// Whether the last change was typing in a word, which is undone as a whole.
  private var isTyping = false

  private static let limit = 500

  /// Takes the state of the line after keys.
  ///
  /// - Parameter isTyped: Whether the keys were characters; a paste is undone without the word before it.
  mutating func note(_ scalars: [Unicode.Scalar], cursor: Int, isTyped: Bool) {
    let new = State(scalars: scalars, cursor: cursor)
    guard new.scalars != current.scalars else {
      if new.cursor != current.cursor { isTyping = false }
      current = new
      return
    }
    let typed = isTyped ? Self.insertion(from: current, to: new) : nil
    let isWord = typed?.contains { $0.properties.isWhitespace } == false
    if !(isTyping && isWord) {
      earlier.append(current)
      if earlier.count > Self.limit { earlier.removeFirst() }
    }
    isTyping = typed != nil
    current = new
  }

  /// Goes back to the state before the last change; nil if there is none.
  mutating func undo() -> State? {
    guard let state = earlier.popLast() else { return nil }
    current = state
    isTyping = false
    return state
  }

  /// The scalars that were inserted at the cursor, if nothing else changed.
  private static func insertion(from old: State, to new: State) -> ArraySlice<Unicode.Scalar>? {
    let count = new.scalars.count - old.scalars.count
    guard count > 0, new.cursor == old.cursor + count, new.scalars[..<old.cursor] == old.scalars[..<old.cursor],
      new.scalars[new.cursor...] == old.scalars[old.cursor...]
    else { return nil }
    return new.scalars[old.cursor..<new.cursor]
  }
}
