import ArgumentParser
import REPL

/// The program's options.
///
/// Separate from ``GlobalFlags`` because a command line without options, as most scripts have it, needs no
/// parser; parsing takes as long as everything else before the first request.
struct GlobalOptions: Equatable {
  var account: String?
  var sandbox = false
  var fixtures = false
  var json = false
  var plain: Bool?
  var color: ColorChoice?
  var width: Int?
  var noLive = false
  var yes = false
  var timeout: Int?
  var wait = false
  var noKeep = false
  var cached = false
  var fresh = false
  var keepGoing = false
  var parse = false
  var dryRun = false
  var record: String?

  /// Refuses options that contradict each other.
  func validate() throws {
    if json, plain == true { throw ValidationError("--json and --plain can't be combined.") }
    if fixtures, sandbox || account != nil {
      throw ValidationError("--fixtures can't be combined with --sandbox or --account.")
    }
    if cached, fresh { throw ValidationError("--cached and --fresh can't be combined.") }
    if sandbox, account != nil { throw ValidationError("--sandbox and --account can't be combined.") }
  }

  private static let timeouts = 1...86_400
  private static let widths = 20...500

  /// Reads the value of `--timeout`, in whole seconds.
  static func timeout(_ text: String) throws -> Int {
    guard let number = Int(text), timeouts.contains(number) else {
      throw ValidationError("--timeout takes a whole number of seconds from 1 to 86400.")
    }
    return number
  }

  /// Reads the value of `--width`, in columns.
  static func width(_ text: String) throws -> Int {
    guard let number = Int(text), widths.contains(number) else {
      throw ValidationError("--width takes a number from 20 to 500.")
    }
    return number
  }

  /// Takes what no option says from environment variables; an option that contradicts a variable wins.
  ///
  /// - Throws: ``ValidationError`` if the value of a variable is not valid.
  mutating func fill(from environment: [String: String]) throws {
    func text(_ option: ProgramOption) -> String? {
      guard let name = option.variable, let value = environment[name], !value.isEmpty else { return nil }
      return value
    }
    func isOn(_ option: ProgramOption) throws -> Bool {
      guard let value = text(option) else { return false }
      return try Self.isOn(value, of: option)
    }
    if account == nil, !sandbox, !fixtures {
      account = text(.account)
      sandbox = try isOn(.sandbox)
      fixtures = try isOn(.fixtures)
      if sandbox, fixtures { throw ValidationError("HOWDAH_FIXTURES can't be combined with HOWDAH_SANDBOX.") }
    }
    // `--plain` overrides a variable that asks for JSON, and the other way round.
    if plain == nil, !json {
      json = try isOn(.json)
      plain = try text(.plain).map { try Self.isOn($0, of: .plain) }
    }
    if color == nil, let value = text(.color) {
      guard let choice = ColorChoice(rawValue: value) else {
        throw ValidationError("HOWDAH_COLOR takes auto, always or never.")
      }
      color = choice
    }
    if width == nil, let value = text(.width) {
      guard let number = Int(value), Self.widths.contains(number) else {
        throw ValidationError("HOWDAH_WIDTH takes a number from 20 to 500.")
      }
      width = number
    }
    if timeout == nil, let value = text(.timeout) {
      guard let number = Int(value), Self.timeouts.contains(number) else {
        throw ValidationError("HOWDAH_TIMEOUT takes a whole number of seconds from 1 to 86400.")
      }
      timeout = number
    }
    noLive = try noLive || isOn(.noLive)
    yes = try yes || isOn(.yes)
    wait = try wait || isOn(.wait)
    noKeep = try noKeep || isOn(.noKeep)
    // As above: --fresh overrides a variable that asks for the archive.
    if !cached, !fresh { (cached, fresh) = (try isOn(.cached), try isOn(.fresh)) }
    keepGoing = try keepGoing || isOn(.keepGoing)
    parse = try parse || isOn(.parse)
    dryRun = try dryRun || isOn(.dryRun)
    if account != nil, sandbox || fixtures {
      throw ValidationError("HOWDAH_ACCOUNT can't be combined with HOWDAH_SANDBOX or HOWDAH_FIXTURES.")
    }
    if cached, fresh { throw ValidationError("HOWDAH_CACHED and HOWDAH_FRESH can't be combined.") }
    if json, plain == true { throw ValidationError("HOWDAH_JSON and HOWDAH_PLAIN can't be combined.") }
  }

  private static func isOn(_ value: String, of option: ProgramOption) throws -> Bool {
    switch value.lowercased() {
    case "1", "true", "yes", "on": return true
    case "0", "false", "no", "off": return false
    default: throw ValidationError("\(option.variable ?? option.rawValue) takes 1 or 0.")
    }
  }

  /// Takes the program's options from a command's arguments; the command's own parser skips them.
  ///
  /// - Parameter words: The arguments of a command; `--` ends the search.
  mutating func take(_ words: some Sequence<String>) throws {
    for (option, value) in ProgramOption.found(in: Array(words)) {
      switch (option, value) {
      case (.account, let value?): account = value
      case (.color, let value?):
        guard let choice = ColorChoice(rawValue: value) else {
          throw ValidationError("--color takes auto, always or never.")
        }
        color = choice
      case (.record, let value?): record = value
      case (.width, let value?): width = try Self.width(value)
      case (.timeout, let value?): timeout = try Self.timeout(value)
      case (.sandbox, nil): sandbox = true
      case (.fixtures, nil): fixtures = true
      case (.json, nil): json = true
      case (.plain, nil): plain = true
      case (.noPlain, nil): plain = false
      case (.noLive, nil): noLive = true
      case (.yes, nil): yes = true
      case (.wait, nil): wait = true
      case (.noKeep, nil): noKeep = true
      case (.cached, nil): cached = true
      case (.fresh, nil): fresh = true
      case (.keepGoing, nil): keepGoing = true
      case (.parse, nil): parse = true
      case (.dryRun, nil): dryRun = true
      // The command's own parser refuses missing and superfluous values.
      case (.account, nil), (.as, _), (.later, _), (.color, nil), (.width, nil), (.timeout, nil), (.record, nil),
        (_, _?),
        (.help, nil):
        break
      }
    }
    try validate()
  }
}

enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
