import Foundation
import Testing

/// One seed: steps that a person could take, each done to the editor and to the model.
private struct Fuzz {
  private static let pieces = [
    "a", "b", "word ", "xyz", "é", "e\u{301}", "Z\u{351}\u{36B}", "日", "本語", "한", "🙂", "👨‍👩‍👧", "👍🏽", "🇫🇷", "❤️", "नि", "ก็",
  ]

  let tmux: Tmux
  var model = FuzzModel()
  var generator: SeededGenerator
  var log: [String] = []

  init(seed: UInt64, isAssisted: Bool) throws {
    generator = SeededGenerator(seed: seed)
    guard isAssisted else {
      tmux = try Tmux("probe", columns: model.columns, rows: model.rows)
      return
    }
    model.history = [
      "a quick word", "word and more words that are longer than a row", "xyz日本語 wide at the end of the row 日本語 日本語",
      "b",
      "日本語 and on", "ab",
    ]
    let file = model.history.map { $0.replacing(" ", with: "\\040") + "\n" }.joined()
    tmux = try Tmux(
      "printf '%s' '_HiStOrY_V2_\n\(file)' > $HOME/h; probe --rich --history $HOME/h", columns: model.columns,
      rows: model.rows)
  }

  mutating func run(steps: Int) throws -> Bool {
    try tmux.expect("a prompt", until: model.agrees)
    for step in 0..<steps {
      try self.step(step)
      let model = model
      let recent = log.suffix(8).joined(separator: ", ")
      guard try tmux.expect("step \(step) after \(recent):\n\(model.screen)\n", until: model.agrees) else {
        return false
      }
    }
    return true
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func words(_ count: Int) -> String {
    (0..<count).reduce(into: "") { text, _ in text += Self.pieces[number(0...Self.pieces.count - 1)] }
  }

  private mutating func step(_ index: Int) throws {
    // The line must fit into the smallest terminal.
    if model.size > 110 || model.text.filter({ $0 == "\n" }).count > 2 { return try killAll() }
    switch number(0...99) {
    case 0..<34: try type(words(number(1...3)))
    case 34..<38: try type(words(number(6...12)))
    case 38..<50: try move(number(1...4))
    case 50..<60: try moveFar()
    case 60..<66: try deleteBackward(number(1...3))
    case 66..<70: try deleteForward()
    case 70..<74: try kill()
    case 74..<80: try yank()
    case 80..<83: try newline()
    case 83..<87: try paste()
    case 87..<90 where model.isAssisted: try chooseFromMenu()
    case 90..<92 where model.isAssisted: try recall()
    case 92..<94 where model.isAssisted: try undo()
    case 94..<96 where model.isAssisted: try leaveQuoteOpen()
    case 96..<97 where model.isAssisted: try editElsewhere()
    case 87..<92: try resize()
    case 97..<99 where model.isAssisted: try resize()
    default: try note(index)
    }
  }

  private mutating func type(_ text: String) throws {
    log.append("type \(text)")
    try tmux.type(text)
    model.insert(text)
  }

  private mutating func move(_ count: Int) throws {
    let left = number(0...2) > 0
    log.append("\(left ? "left" : "right") \(count)")
    for _ in 0..<count {
      try tmux.press(left ? "Left" : "C-f")
      if left || !accept() { model.cursor += left ? -model.before : model.after }
    }
  }

  private mutating func moveFar() throws {
    let home = number(0...1) == 0
    log.append(home ? "home" : "end")
    try tmux.press(home ? "Home" : "C-e")
    if home || !accept() { model.cursor = home ? 0 : model.text.count }
  }

  /// Takes what is suggested, as keys do that move to the right at the end.
  private mutating func accept() -> Bool {
    guard model.isAssisted, let suggestion = model.suggestion else { return false }
    model.insert(suggestion)
    return true
  }

  private mutating func expect(_ what: String) throws {
    let model = model
    let recent = log.suffix(8).joined(separator: ", ")
    try tmux.expect("\(what) after \(recent):\n\(model.screen)\n", until: model.agrees)
  }

  private mutating func chooseFromMenu() throws {
    log.append("menu")
    try tmux.type(" pr\t")
    model.insert(" pri")
    model.menu = [model.row("print"), model.row("private")]
    try expect("the menu")
    let before = model
    try tmux.press("Tab")
    model.text.replaceSubrange(model.cursor - 3..<model.cursor, with: "print".unicodeScalars)
    model.cursor += 2
    model.menu[0] = model.row("print", isChosen: true)
    try expect("the first candidate")
    try tmux.press("Escape")
    model = before
    model.menu = []
  }

  private mutating func recall() throws {
    guard !model.text.contains("\n") else { return }
    let beginning = Array(model.text[..<model.cursor])
    let hit = model.history.last { $0.unicodeScalars.starts(with: beginning) && $0 != model.line }
    log.append("recall \(hit ?? "nothing")")
    try tmux.press("Up")
    let before = model
    if let hit {
      model.text = Array(hit.unicodeScalars)
      model.cursor = model.text.count
      model.isRecalled = true
    }
    try expect("the entry")
    if hit != nil { try tmux.press("Down") }
    model = before
  }

  private mutating func deleteBackward(_ count: Int) throws {
    log.append("backspace \(count)")
    for _ in 0..<count {
      try tmux.press("BSpace")
      let scalars = model.before
      model.text.removeSubrange(model.cursor - scalars..<model.cursor)
      model.cursor -= scalars
    }
  }

  private mutating func deleteForward() throws {
    log.append("delete")
    try tmux.press("DC")
    model.text.removeSubrange(model.cursor..<model.cursor + model.after)
  }

  private mutating func kill() throws {
    log.append("kill")
    try tmux.press("C-k")
    model.killed = Array(model.text[model.cursor...])
    model.text.removeSubrange(model.cursor...)
  }

  private mutating func killAll() throws {
    log.append("kill all")
    try tmux.press("C-u")
    (model.killed, model.text, model.cursor) = (model.text, [], 0)
  }

  /// Takes a change of any kind back.
  private mutating func undo() throws {
    guard !model.text.isEmpty else { return }
    let before = model
    switch number(0...2) {
    case 0: try killAll()
    case 1:
      guard model.before > 0 else { return }
      try deleteBackward(1)
    default: try paste()
    }
    try expect("the change")
    log.append("undo")
    try tmux.press("C-_")
    let killed = model.killed
    model = before
    model.killed = killed
  }

  /// Return goes on with the line while a quotation mark is open.
  private mutating func leaveQuoteOpen() throws {
    if model.text.count(where: { $0 == "\"" }).isMultiple(of: 2) { try type("\"a") }
    log.append("return within quotes")
    try tmux.press("Enter")
    model.cursor = model.text.count
    model.insert("\n")
    try expect("the next row")
    try type("b\"")
  }

  /// Another program has the terminal, and a note arrives meanwhile.
  private mutating func editElsewhere() throws {
    guard !model.text.isEmpty else { return }
    log.append("edit elsewhere")
    let count = try tmux.screen().rows.count { $0 == " icanon" }
    try tmux.press("C-x", "C-e")
    try tmux.expect("the terminal as it was") { $0.rows.count { $0 == " icanon" } > count }
    try tmux.note("meanwhile")
    try tmux.type("word\r")
    model.notes += [" icanon", "word", "edited: word", "* meanwhile"]
    model.cursor = model.text.count
    model.insert("\nmore")
  }

  private mutating func yank() throws {
    // What is taller than the terminal is another question.
    let whole = model.text + model.killed
    guard whole.count < 150, whole.count(where: { $0 == "\n" }) < 5 else { return }
    log.append("yank")
    try tmux.press("C-y")
    model.text.insert(contentsOf: model.killed, at: model.cursor)
    model.cursor += model.killed.count
  }

  private mutating func newline() throws {
    log.append("newline")
    try tmux.press("M-Enter")
    model.insert("\n")
  }

  private mutating func paste() throws {
    let text = words(number(1...4)) + (number(0...1) == 0 ? "\n" + words(2) : "")
    log.append("paste \(text)")
    try tmux.paste(text + "\n")
    model.insert(text)
  }

  private mutating func note(_ index: Int) throws {
    let lines = (0...number(0...2)).map { "note \(index).\($0) 日" }
    log.append("note")
    try tmux.note(lines.joined(separator: "\n"))
    model.notes += lines.map { "* " + $0 }
  }

  private mutating func resize() throws {
    let (columns, rows) = (number(20...60), number(12...20))
    guard columns != model.columns || rows != model.rows else { return }
    log.append("resize \(columns)x\(rows)")
    try tmux.resize(columns, rows)
    (model.columns, model.rows) = (columns, rows)
    model.notes.append("= \(columns)x\(rows)")
    // When it becomes narrower, tmux scrolls rows away that nobody can erase there: only what is visible counts.
    let wanted = model
    let recent = log.suffix(8).joined(separator: ", ")
    guard try tmux.expect("visible after \(recent):\n\(wanted.screen)\n", until: wanted.agreesWhereVisible) else {
      return
    }
    try tmux.tell("clear-history")
    let visible = try tmux.screen().rows.count
    model.notes.removeFirst(max(0, model.screen.rows.count - visible))
  }
}

struct FuzzTests {
  /// Two at a time, on threads of their own: they wait for tmux, and other tests want to run meanwhile.
  @Test(.serialized, arguments: [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]] as [[UInt64]])
  func screenShowsTheLineAfterRandomInput(_ seeds: [UInt64]) async { await run(seeds, isAssisted: false) }

  /// The same with suggestions, colours, the menu, and marks before further rows.
  @Test(.serialized, arguments: [[11, 12], [13, 14], [15, 16]] as [[UInt64]])
  func screenMatchesTheModelAfterRandomInput(_ seeds: [UInt64]) async { await run(seeds, isAssisted: true) }

  private func run(_ seeds: [UInt64], isAssisted: Bool) async {
    await withTaskGroup { group in
      for seed in seeds {
        group.addTask {
          let result = await onThread { () throws -> Bool in
            var fuzz = try Fuzz(seed: seed, isAssisted: isAssisted)
            return try fuzz.run(steps: 250)
          }
          switch result {
          case .success(let isClean): #expect(isClean, "seed \(seed)")
          case .failure(let error): Issue.record("seed \(seed): \(error)")
          }
        }
      }
    }
  }
}

/// Runs something that blocks.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: Result { try body() }) }
  }
}
