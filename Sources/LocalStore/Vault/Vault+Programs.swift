extension Vault {
  /// The vault that is reached by a program of this machine; `nil` for files.
  init?(_ name: VaultName, programs: Programs, timeouts: VaultTimeouts) {
    guard let program = name.program else { return nil }
    let way = VaultProgram(vault: name, program: program, programs: programs, timeouts: timeouts)
    switch name {
    case .file: return nil
    case .keyring: self.init(keyring: way)
    case .pass, .gopass: self.init(passwordStore: way)
    }
  }

  /// What was kept is one line; whether its end comes along is up to the program.
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
      // Nothing found is no complaint; no service, or one that fails, is.
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
      // What is not there any more is as good as deleted.
      if answer.code != 0, try shown(item) != nil { throw way.failure(answer) }
    }
  }
}

/// How long a vault's program may take, in milliseconds.
public struct VaultTimeouts: Sendable {
  /// To say whether it is there at all.
  public var toProbe: Int
  /// To give or take a secret: long enough for a person to unlock it.
  public var toAnswer: Int

  /// Makes a timeouts; the usual one leaves a person half a minute.
  public init(toProbe: Int = 3000, toAnswer: Int = 30_000) {
    self.toProbe = toProbe
    self.toAnswer = toAnswer
  }
}

/// The way to a vault's program.
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
    // No name of an account has a NUL; one that had would be cut there, and meet another.
    guard !call.arguments.contains(where: { $0.utf8.contains(0) }) else { throw .vault(vault, .failed(program)) }
    do throws(Programs.Failure) {
      return try programs.run(path, call)
    } catch {
      switch error {
      case .cannotStart: throw .vault(vault, .noProgram(program))
      case .timedOut: throw .vault(vault, .timedOut(seconds: max(1, call.limit / 1000)))
      case .interrupted: throw .vault(vault, .interrupted)
      case .tooMuch: throw .vault(vault, .failed(program))
      }
    }
  }

  /// What a program's failure is called; its own words are not passed on, since they may quote a secret.
  func failure(_ answer: Programs.Answer) -> StoreError {
    .vault(vault, .failed("\(program), with exit code \(answer.code)"))
  }

  /// Whether a Secret Service answers: it is asked for something that is not there.
  func answers() -> Bool {
    guard programs.hasSessionBus(), programs.find(program) != nil else { return false }
    let call = Programs.Call(["lookup", "service", "howdah", "kind", "probe"], limit: timeouts.toProbe)
    // A program that cannot be run or does not answer is an unavailable vault.
    guard let answer = try? run(call) else { return false }
    return answer.code == 0 || !answer.complained
  }
}
