public import FoundationEssentials
import MastodonKit
public import Subprocesses

/// Stores secrets in files that only their owner can read, `secrets/<account>.json` in the data folder, or in another
/// vault.
///
/// One file for each secret, so that adding one never rewrites another. If the user chose another vault, the file names
/// it, so a start never asks a vault that it does not need. Modes that let others read are corrected before anything is
/// read, and reported.
public struct SecretsFile: Sendable {
  private let directory: Directory
  private let memory: MemoryFiles?
  private let now: @Sendable () -> Date
  private let report: @Sendable (StoreNotice) -> Void
  private let programs: Programs
  private let timeouts: VaultTimeouts
  private let chosen: @Sendable () throws(StoreError) -> VaultName?

  /// Creates the store; nothing is read yet.
  ///
  /// `now` dates the name of a damaged file that is set aside; `report` is told about that and about corrected modes.
  /// `chosen` returns the vault for new secrets, each time; `nil` means a keyring if one answers, else files.
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

  /// The secrets in these files and the vaults that they name.
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
        guard kind == .push else { throw StoreError.failed(path: path(of: item), reason: "it is not text") }
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
      // A sign-in whose code was used must not be lost because the user does not unlock a keyring that they did not
      // choose.
      guard wanted == nil, name != .file, error != .vault(name, .interrupted) else { throw error }
      report(.keptInFile(name))
      try put(content, item, in: .file)
    }
  }

  private func keyringAnswers() -> Bool {
    VaultProgram(vault: .keyring, program: "secret-tool", programs: programs, timeouts: timeouts).answers()
  }

  /// Saves a secret in a vault, then names the vault in the file, then deletes the secret from its former vault.
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
    let stored = StoredFile(path: path, memory: memory)
    guard try makePrivate(path), stored.exists else { return try stored.removeSetAside() }
    var former: StoredSecret?
    try file(item).update { before in
      former = before
      return nil
    }
    if case .elsewhere(let old) = former { forget(item, in: old) }
    // Only a process that deletes the same account can hold the lock of a deleted one.
    try StoredFile(path: path + ".lock", memory: memory).remove()
    try stored.removeSetAside()
  }

  private func forget(_ item: VaultItem, in name: VaultName) {
    do throws(StoreError) {
      try vault(name).delete(item)
    } catch {
      report(.leftBehind(name, account: item.owner))
    }
  }

  private func moveAll(to name: VaultName) throws(StoreError) -> Int {
    // Also if nothing has to be moved: the next sign-in would be refused.
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

  /// Every secret and its place.
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

  /// Removes the access of others to directory and file; returns whether the directory exists.
  private func makePrivate(_ path: String) throws(StoreError) -> Bool {
    guard let wasOpen = try directory.makePrivate() else { return false }
    if wasOpen { report(.madePrivate(path: directory.path)) }
    if try StoredFile(path: path, memory: memory).makePrivate() { report(.madePrivate(path: path)) }
    return true
  }

  /// No two files have the same name: no host contains an `@`, and no file name of an account contains a plus.
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

  /// The secret of a file in the directory; `nil` for locks and other files.
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
