public import FoundationEssentials
import MastodonKit

/// Keeps secrets in files that only their owner can read, `secrets/<account>.json` among the data, or knows who does.
///
/// One file for each secret, so that adding one never rewrites another. Where the person chose another vault, the file says in
/// which the secret is; so a start never asks one that it does not need. Modes that let others read are put right before
/// anything is read, and reported.
public struct SecretsFile: Sendable {
  private let directory: Directory
  private let memory: MemoryFiles?
  private let now: @Sendable () -> Date
  private let report: @Sendable (StoreNotice) -> Void
  private let programs: Programs
  private let timeouts: VaultTimeouts
  private let chosen: @Sendable () throws(StoreError) -> VaultName?

  /// Makes the store; nothing is read yet.
  ///
  /// `now` dates the name of a damaged file that is set aside, `report` hears of that and of modes put right. `chosen` is where
  /// the person wants new secrets to be, asked at each; `nil` is a keyring where one answers, else files.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, programs: Programs,
    timeouts: VaultTimeouts = VaultTimeouts(), chosen: @escaping @Sendable () throws(StoreError) -> VaultName?,
    report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    directory = Directory(path: FileLocations.join(locations.data, "secrets"), memory: locations.memory)
    memory = locations.memory
    self.now = now
    self.report = report
    self.programs = programs
    self.timeouts = timeouts
    self.chosen = chosen
  }

  /// The files, and the vaults that they name, as a place for secrets.
  public var secrets: Secrets {
    Secrets(
      load: { account in
        guard case .signIn(let secrets) = try load(VaultItem(owner: account, kind: .token)) else { return nil }
        return secrets
      },
      save: { secrets, account in try save(.signIn(secrets), VaultItem(owner: account, kind: .token)) },
      delete: { account in
        for kind in SecretKind.allCases where kind != .application { try delete(VaultItem(owner: account, kind: kind)) }
      },
      loadApplication: { host in
        guard case .application(let kept) = try load(VaultItem(owner: host, kind: .application)) else { return nil }
        return kept
      },
      saveApplication: { application, host in
        let item = VaultItem(owner: host, kind: .application)
        if let application { try save(.application(application), item) } else { try delete(item) }
      },
      secret: { account, kind in
        switch try load(VaultItem(owner: account, kind: kind)) {
        case .text(let text): text
        case .signIn(let secrets): secrets.token.accessToken
        case .application(let application): application.clientSecret
        case nil: nil
        }
      },
      keep: { text, account, kind in
        let item = VaultItem(owner: account, kind: kind)
        guard kind == .push else { throw StoreError.failed(path: path(of: item), reason: "it is no text") }
        if let text { try save(.text(text), item) } else { try delete(item) }
      },
      places: { try items().map { SecretPlace(owner: $0.owner, kind: $0.kind, vault: $1) } },
      move: { try moveAll(to: $0) })
  }

  private func load(_ item: VaultItem) throws(StoreError) -> SecretContent? {
    guard try makePrivate(path(of: item)) else { return nil }
    switch try file(item).load() {
    case .here(let content): return content
    case .elsewhere(let name):
      guard let line = try vault(name).load(item), !line.isEmpty else { throw .vault(name, .missing) }
      return try SecretContent(line: line, kind: item.kind, from: name)
    case nil: return nil
    }
  }

  private func save(_ content: SecretContent, _ item: VaultItem) throws(StoreError) {
    let wanted = try chosen()
    let name = wanted ?? (keyringAnswers() ? .keyring : .file)
    do throws(StoreError) {
      try put(content, item, in: name)
    } catch {
      // A sign-in whose code was used up must not be lost because nobody unlocks a keyring that was not asked for.
      guard wanted == nil, name != .file, error != .vault(name, .interrupted) else { throw error }
      report(.keptInFile(name))
      try put(content, item, in: .file)
    }
  }

  private func keyringAnswers() -> Bool {
    VaultProgram(vault: .keyring, program: "secret-tool", programs: programs, timeouts: timeouts).answers()
  }

  /// Keeps a secret in a vault, then says so in its file, then makes its former vault forget it.
  private func put(_ content: SecretContent, _ item: VaultItem, in name: VaultName) throws(StoreError) {
    var stored = StoredSecret.here(content)
    if name != .file {
      let vault = try vault(name)
      let line = try content.line(for: name)
      try vault.save(line, item)
      guard try vault.load(item) == line else { throw .vault(name, .missing) }
      stored = .elsewhere(name)
    }
    try directory.make()
    _ = try makePrivate(path(of: item))
    var former: StoredSecret?
    try file(item).update { before in
      former = before
      return stored
    }
    if case .elsewhere(let old) = former, old != name { forget(item, in: old) }
  }

  private func delete(_ item: VaultItem) throws(StoreError) {
    let path = path(of: item)
    guard try makePrivate(path), StoredFile(path: path, memory: memory).exists else { return }
    var former: StoredSecret?
    try file(item).update { before in
      former = before
      return nil
    }
    if case .elsewhere(let old) = former { forget(item, in: old) }
    // Nobody can wait for the lock of an account that is gone, but for one who deletes it too.
    try StoredFile(path: path + ".lock", memory: memory).remove()
  }

  private func forget(_ item: VaultItem, in name: VaultName) {
    do throws(StoreError) {
      try vault(name).delete(item)
    } catch {
      report(.leftBehind(name, account: item.owner))
    }
  }

  private func moveAll(to name: VaultName) throws(StoreError) -> Int {
    // Also where nothing has to move: the next sign-in goes there, and would be refused.
    try findVault(name)
    var moved = 0
    for (item, present) in try items() where present != name {
      guard let content = try load(item) else { continue }
      try put(content, item, in: name)
      moved += 1
    }
    return moved
  }

  private func findVault(_ name: VaultName) throws(StoreError) {
    guard let program = name.program else { return }
    guard programs.find(program) != nil else { throw .vault(name, .noProgram(program)) }
    guard name != .keyring || keyringAnswers() else { throw .vault(name, .silent) }
  }

  /// Every secret that there is, and where.
  private func items() throws(StoreError) -> [(VaultItem, VaultName)] {
    var result: [(VaultItem, VaultName)] = []
    for name in try directory.names().sorted() {
      guard let item = Self.item(of: name), let stored = try file(item).load() else { continue }
      if case .elsewhere(let vault) = stored { result.append((item, vault)) } else { result.append((item, .file)) }
    }
    return result
  }

  private func vault(_ name: VaultName) throws(StoreError) -> Vault {
    guard let vault = Vault(name, programs: programs, timeouts: timeouts) else {
      throw .vault(name, .failed("it is a file"))
    }
    return vault
  }

  /// Closes directory and file to others; answers whether the directory is there.
  private func makePrivate(_ path: String) throws(StoreError) -> Bool {
    guard let wasOpen = try directory.makePrivate() else { return false }
    if wasOpen { report(.madePrivate(path: directory.path)) }
    if try StoredFile(path: path, memory: memory).makePrivate() { report(.madePrivate(path: path)) }
    return true
  }

  /// No two files meet: no host has an `@` in its name, and no name has a plus once it is a file's.
  private static func suffix(of kind: SecretKind) -> String {
    switch kind {
    case .token: ".json"
    case .application: ".app.json"
    case .push: "+push.json"
    }
  }

  private func path(of item: VaultItem) -> String {
    FileLocations.join(directory.path, StoredFile.name(for: item.owner) + Self.suffix(of: item.kind))
  }

  /// What a file in the directory is the secret of; `nil` for a lock and whatever else is there.
  private static func item(of name: String) -> VaultItem? {
    for kind in [SecretKind.push, .application, .token] where name.hasSuffix(suffix(of: kind)) {
      let escaped = String(name.dropLast(suffix(of: kind).count))
      guard kind != .application || !escaped.utf8.contains(0x40) else { continue }
      guard !escaped.isEmpty, let owner = StoredFile.owner(of: escaped) else { return nil }
      return VaultItem(owner: owner, kind: kind)
    }
    return nil
  }

  private func file(_ item: VaultItem) -> JSONFile<StoredSecret> {
    JSONFile(
      file: StoredFile(path: path(of: item), memory: memory), newestVersion: StoredSecret.newestVersion, now: now,
      report: report,
      version: { $0.version }, content: { StoredSecret(reading: $0, kind: item.kind) })
  }
}
