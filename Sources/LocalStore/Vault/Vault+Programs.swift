import Subprocesses

extension Vault {
  /// Creates a vault that is accessed by a program; `nil` for files.
  init?(_ name: VaultName, programs: Programs, timeouts: VaultTimeouts) {
    guard let program = name.program else { return nil }
    let way = VaultProgram(vault: name, program: program, programs: programs, timeouts: timeouts)
    switch name {
    case .file: return nil
    case .keyring: self.init(keyring: way)
    case .pass, .gopass: self.init(passwordStore: way)
    }
  }

  /// A secret is one line; whether the line break is included depends on the program.
  private static func line(_ answer: Programs.Answer) -> [UInt8] {
    Array(answer.output.prefix { $0 != 0x0A && $0 != 0x0D })
  }

  /// The Secret Service: an item with the attributes `service`, `account` and `kind`.
  private init(keyring way: VaultProgram) {
    @Sendable func attributes(_ item: VaultItem) -> [String] {
      ["service", "howdah", "account", item.owner, "kind", item.kind.rawValue]
    }
    load = { item throws(StoreError) in
      let answer = try way.run(["lookup"] + attributes(item))
      if answer.code == 0 { return Self.line(answer) }
      // A missing item is not an error; a missing or failing service is.
      guard !answer.complained else { throw way.failure(answer) }
      return nil
    }
    save = { secret, item throws(StoreError) in
      let answer = try way.run(
        ["store", "--label=Howdah: \(item.owner) (\(item.kind.rawValue))"] + attributes(item), input: secret)
      guard answer.code == 0 else { throw way.failure(answer) }
    }
    delete = { item throws(StoreError) in
      let answer = try way.run(["clear"] + attributes(item))
      guard answer.code == 0 || !answer.complained else { throw way.failure(answer) }
    }
  }

  /// A password store: an entry `howdah/<account>/<kind>`.
  private init(passwordStore way: VaultProgram) {
    @Sendable func entry(_ item: VaultItem) -> String {
      "howdah/\(StoredFile.name(for: item.owner))/\(item.kind.rawValue)"
    }
    let show = way.vault == .gopass ? ["show", "--password"] : ["show"]
    @Sendable func shown(_ item: VaultItem) throws(StoreError) -> [UInt8]? {
      let answer = try way.run(show + [entry(item)])
      return answer.code == 0 ? Self.line(answer) : nil
    }
    load = shown
    save = { secret, item throws(StoreError) in
      let answer = try way.run(["insert", "--multiline", "--force", entry(item)], input: secret)
      guard answer.code == 0 else { throw way.failure(answer) }
    }
    delete = { item throws(StoreError) in
      let answer = try way.run(["rm", "--force", entry(item)])
      // An item that no longer exists counts as deleted.
      if answer.code != 0, try shown(item) != nil { throw way.failure(answer) }
    }
  }
}

/// The time limits of a vault's program, in milliseconds.
public struct VaultTimeouts: Sendable {
  /// For the check whether it is available.
  public var toProbe: Int
  /// To return or store a secret: long enough for the user to unlock it.
  public var toAnswer: Int

  /// Creates timeouts; the default gives the user half a minute.
  public init(toProbe: Int = 3000, toAnswer: Int = 30_000) {
    self.toProbe = toProbe
    self.toAnswer = toAnswer
  }
}

/// Access to a vault's program.
struct VaultProgram: Sendable {
  var vault: VaultName
  var program: String
  var programs: Programs
  var timeouts: VaultTimeouts

  func run(_ arguments: [String], input: [UInt8] = []) throws(StoreError) -> Programs.Answer {
    try run(Programs.Call(arguments, input: input, limit: timeouts.toAnswer))
  }

  func run(_ call: Programs.Call) throws(StoreError) -> Programs.Answer {
    guard let path = programs.find(program) else { throw .vault(vault, .noProgram(program)) }
    // An account's name with a NUL would be cut there and match another account's.
    guard !call.arguments.contains(where: { $0.utf8.contains(0) }) else { throw .vault(vault, .failed(program)) }
    do throws(Programs.Failure) {
      return try programs.run(path, call) { Task.isCancelled }
    } catch {
      switch error {
      case .cannotStart: throw .vault(vault, .noProgram(program))
      case .timedOut: throw .vault(vault, .timedOut(seconds: max(1, call.limit / 1000)))
      case .interrupted: throw .vault(vault, .interrupted)
      case .tooMuch: throw .vault(vault, .failed(program))
      }
    }
  }

  /// The error of a failed program; its own message is not passed on, because it may contain a secret.
  func failure(_ answer: Programs.Answer) -> StoreError {
    .vault(vault, .failed("\(program), with exit code \(answer.code)"))
  }

  /// Whether a Secret Service answers: it is asked for an item that does not exist.
  func answers() -> Bool {
    guard programs.hasSessionBus(), programs.find(program) != nil else { return false }
    let call = Programs.Call(["lookup", "service", "howdah", "kind", "probe"], limit: timeouts.toProbe)
    // A program that cannot be run or does not answer is an unavailable vault.
    guard let answer = try? run(call) else { return false }
    return answer.code == 0 || !answer.complained
  }
}
