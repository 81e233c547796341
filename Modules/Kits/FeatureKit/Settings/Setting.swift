/// A setting that can be read and changed, with the closures that do so.
///
/// Features that show or edit settings get these; the module that stores a setting makes its value of this type.
@MainActor
public struct Setting {
  public let name: Name
  public let aliases: [String]
  /// The section under which it is listed: `Reading`.
  public let section: String
  /// The purpose, as one line without a full stop.
  public let summary: String
  /// The values that it accepts, computed each time since themes can be added.
  public let kind: @MainActor () -> Kind
  /// The value until the user or the server sets one.
  public let standard: String
  public let get: @MainActor () -> String
  /// Returns the origin of the value; `nil` where it follows from the value.
  public let origin: @MainActor () -> Origin?
  /// Stores a valid value, and sends it to the server where it has to know; changes nothing if it throws.
  public let set: @MainActor (String) async throws -> Void
  /// Removes the value that was set here; changes nothing if it throws.
  public let reset: @MainActor () async throws -> Void
  /// Whether it is listed only in its own section, because few users need it.
  public let isSecondary: Bool
  /// By value, what setting it deletes for good, such as `the archives of all accounts`.
  ///
  /// The user is asked first.
  public let deletions: [String: String]

  /// Creates a setting whose value may also come from the server.
  public init(
    name: Name, aliases: [String] = [], section: String, summary: String,
    kind: @autoclosure @escaping @MainActor () -> Kind, standard: String,
    get: @escaping @MainActor () -> String, origin: @escaping @MainActor () -> Origin?,
    set: @escaping @MainActor (String) async throws -> Void, reset: @escaping @MainActor () async throws -> Void,
    isSecondary: Bool = false, deletions: [String: String] = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.section = section
    self.summary = summary
    self.kind = kind
    self.standard = standard
    self.get = get
    self.origin = origin
    self.set = set
    self.reset = reset
    self.isSecondary = isSecondary
    self.deletions = deletions
  }

  /// Creates a setting whose value is either the standard one or set here.
  public init(
    name: Name, aliases: [String] = [], section: String, summary: String,
    kind: @autoclosure @escaping @MainActor () -> Kind, standard: String,
    get: @escaping @MainActor () -> String, set: @escaping @MainActor (String) async throws -> Void,
    isSecondary: Bool = false
  ) {
    self.init(
      name: name, aliases: aliases, section: section, summary: summary, kind: kind(), standard: standard, get: get,
      origin: { nil }, set: set, reset: { try await set(standard) }, isSecondary: isSecondary)
  }

  /// The name of a setting: one lower-case word, perhaps with hyphens.
  public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The word as it is typed and as it is written to disk.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
  }

  /// The origin of a value, in order of precedence.
  public enum Origin: String, Hashable, Sendable {
    /// Set on this machine.
    case here
    /// Set in the settings file for all accounts without a value of their own.
    case allAccounts = "all_accounts"
    /// Taken from the account's server.
    case server
    case standard = "default"
  }

  public enum Kind: Hashable, Sendable {
    /// One of a few words.
    case choice([String])
    /// A whole number within bounds, or a word in its place such as `auto`.
    case integer(ClosedRange<Int>, or: String?)
    /// One of many words; the setting checks the value, and the description is shown in place of the list.
    case word([String], description: String)

    /// The words that completion offers.
    public var completions: [String] {
      switch self {
      case .choice(let words): words
      case .integer(_, let word): word.map { [$0] } ?? []
      case .word(let words, _): words
      }
    }

    /// The accepted values for the user: `fold, show`, or `20–500 or auto`.
    public var description: String {
      switch self {
      case .choice(let words): words.joined(separator: ", ")
      case .integer(let range, let word):
        (["\(range.lowerBound)–\(range.upperBound)"] + (word.map { [$0] } ?? [])).joined(separator: " or ")
      case .word(_, let description): description
      }
    }
  }
}
