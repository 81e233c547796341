import FeatureKit
public import FoundationEssentials
public import TerminalKit

/// The files of a prompt: the history of each account, and what the numbers on the terminal refer to.
///
/// A file that cannot be read or written costs the history or the numbers, never a command; the user is warned once.
@MainActor
public final class PromptFiles {
  private let locations: FileLocations
  private let terminal: String?
  private let now: @Sendable () -> Date
  private let warn: (String) -> Void
  /// The history file that was prepared last, and whether it could be made.
  private var prepared: (file: String, exists: Bool)?

  /// Creates the files' owner; nothing is read or created yet.
  ///
  /// - Parameter terminal: The name of the terminal; without one, no numbers are kept.
  public init(
    locations: FileLocations, terminal: String?, now: @escaping @Sendable () -> Date, warn: @escaping (String) -> Void
  ) {
    self.locations = locations
    self.terminal = terminal
    self.now = now
    self.warn = warn
  }

  /// The history file of an account, created if necessary; `nil` if it cannot be created.
  public func history(of account: String) -> String? {
    guard locations.memory == nil else { return nil }
    let file = locations.history(of: account)
    if let prepared, prepared.file == file { return prepared.exists ? file : nil }
    do {
      try FileLocations.makeFile(file)
      prepared = (file, true)
      return file
    } catch {
      // One that can only be read is still there to look back at; anything else than a file is refused.
      let lines = try? StoredFile(path: file).read()
      prepared = (file, lines != nil)
      warn("The history of this run is not saved. \(AppError(error).message)")
      return lines.map { _ in file }
    }
  }

  /// Deletes what was typed as an account, and what was shown to it on any terminal: it is signed out.
  public func forget(_ account: String) throws(StoreError) {
    prepared = nil
    try locations.file(locations.history(of: account)).remove()
    try ScreenFile.removeAll(of: account, locations)
  }

  /// Whether numbers are kept: on a terminal.
  public var keepsNumbers: Bool { terminal != nil }

  /// The references of the numbers of the last screen on this terminal; empty if they cannot be read.
  public func numbers(of account: String) -> [Int: [Reference]] {
    // An unreadable file only costs the numbers of the last screen.
    let numbers = try? screen(of: account)?.load()
    return numbers?.mapValues { $0.map { Reference(kind: Reference.Kind(rawValue: $0.kind), id: $0.id) } } ?? [:]
  }

  /// The summaries beside the numbers of the last screen; empty if they cannot be read.
  public func summaries(of account: String) -> [Int: String] {
    // An unreadable file only costs the descriptions of completions.
    (try? screen(of: account)?.summaries()) ?? [:]
  }

  /// Saves what the numbers refer to and what is beside them, for the next run on this terminal.
  public func save(_ numbers: [Int: [Reference]], summaries: [Int: String] = [:], of account: String) {
    guard let screen = screen(of: account) else { return }
    do {
      try screen.save(
        numbers.mapValues { $0.map { ShownReference(kind: $0.kind.rawValue, id: $0.id) } }, summaries: summaries)
    } catch {
      warn("The numbers on the screen could not be saved for the next run.")
    }
  }

  private func screen(of account: String) -> ScreenFile? {
    terminal.map { ScreenFile(locations: locations, account: account, terminal: $0, now: now) }
  }
}
