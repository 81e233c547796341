import ArgumentParser

/// What the options ask for.
///
/// A value of its own beside ``GlobalFlags``: a command line without options, which is what most scripts run, needs no
/// parser, and the parser takes as long as everything else before the first request.
struct GlobalOptions: Equatable {
  var account: String?
  var sandbox = false
  var fixtures = false
  var json = false
  var plain = false
  var color: ColorChoice?
  var width: Int?
  var noLive = false
  var yes = false
  var keepGoing = false

  /// Refuses what contradicts itself.
  func validate() throws {
    if json, plain { throw ValidationError("--json and --plain exclude each other.") }
    if let width, !(20...500).contains(width) { throw ValidationError("--width takes a number from 20 to 500.") }
    if fixtures, sandbox || account != nil {
      throw ValidationError("--fixtures goes with neither --sandbox nor --account.")
    }
    if sandbox, account != nil { throw ValidationError("--sandbox and --account exclude each other.") }
  }

  /// Takes the output options that were typed behind the verb, as people do, and returns the words left.
  ///
  /// - Parameter words: a verb's arguments; `--` ends the search.
  mutating func absorb(_ words: [String]) throws -> [String] {
    var left: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = true
      case "--plain": plain = true
      case "--no-live": noLive = true
      case "--yes": yes = true
      case "--color", "--width":
        guard let value = rest.popFirst() else { throw ValidationError("\(word) needs a value.") }
        try absorb(word, value)
      case _ where word.hasPrefix("--color=") || word.hasPrefix("--width="):
        let parts = word.split(separator: "=", maxSplits: 1)
        try absorb(String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
      case "--":
        left.append(word)
        left += rest
        rest = []
      default: left.append(word)
      }
    }
    try validate()
    return left
  }

  private mutating func absorb(_ option: String, _ value: String) throws {
    if option == "--color" {
      guard let choice = ColorChoice(rawValue: value) else {
        throw ValidationError("--color takes auto, always or never.")
      }
      color = choice
    } else {
      guard let number = Int(value) else { throw ValidationError("--width takes a number from 20 to 500.") }
      width = number
    }
  }
}

/// When colours are used.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
