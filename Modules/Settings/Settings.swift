public import FeatureKit

/// The settings screen and the commands that read and change settings.
///
/// The feature defines no settings: the root passes them as ``Setting``s.
public enum Settings {
  public struct State: Hashable, Sendable {
    /// The settings in the order of their sections.
    public var fields: [Field]
    /// The only section that is shown, or `nil` for all.
    public var section: String?
    /// Why the last change failed, if it did.
    public var failure: Failure?

    /// A change that could not be stored; the value is unchanged.
    public struct Failure: Hashable, Sendable {
      public var name: Setting.Name
      public var error: AppError
    }
  }

  /// A setting with its current value, as data.
  public struct Field: Hashable, Sendable, Identifiable {
    public var name: Setting.Name
    public var aliases: [String]
    /// The section under which it is listed: `Reading`.
    public var section: String
    /// The purpose, as one line without a full stop.
    public var summary: String
    public var kind: Setting.Kind
    /// The value until the user or the server sets one.
    public var standard: String
    public var value: String
    public var origin: Setting.Origin
    /// Whether it is listed only in its own section.
    public var isSecondary: Bool
    /// By value, what setting it deletes for good.
    public var deletions: [String: String]

    /// The name, which is unique.
    public var id: Setting.Name { name }

    /// Creates a field; without an origin, a value other than the standard one counts as set here.
    public init(
      name: Setting.Name, aliases: [String] = [], section: String, summary: String, kind: Setting.Kind,
      standard: String,
      value: String, origin: Setting.Origin? = nil, isSecondary: Bool = false, deletions: [String: String] = [:]
    ) {
      self.origin = origin ?? (value == standard ? .standard : .here)
      self.isSecondary = isSecondary
      self.deletions = deletions
      self.name = name
      self.aliases = aliases
      self.section = section
      self.summary = summary
      self.kind = kind
      self.standard = standard
      self.value = value
    }
  }

  /// Settings in files that the user names, to hand them to another machine.
  @MainActor
  public struct Files {
    public var text: ([(name: String, value: String)]) -> String
    /// Whether there is a file already.
    public var exists: (_ path: String) -> Bool
    /// Writes it to a file, in place of what it had.
    public var write: (_ path: String, _ text: String) async throws -> Void
    /// The settings in a file; that of standard input for `-`.
    public var read: (_ path: String) async throws -> [String: String]

    public init(
      text: @escaping ([(name: String, value: String)]) -> String,
      exists: @escaping (_ path: String) -> Bool,
      write: @escaping (_ path: String, _ text: String) async throws -> Void,
      read: @escaping (_ path: String) async throws -> [String: String]
    ) {
      self.text = text
      self.exists = exists
      self.write = write
      self.read = read
    }
  }

  /// The requests of the screen and its commands; the root carries them out.
  @MainActor
  public struct Action {
    /// The state of the screen, with the current values.
    public var state: () -> State
    /// The names and sections; no value is read.
    public var outline: () -> (names: [String], sections: [String])
    /// Finds a setting by a name or an alias as typed, and reads its value only.
    public var field: (_ name: String) throws -> Field
    public var show: (_ section: String?) throws -> Response
    /// Sets a setting to a value as typed and returns the result.
    public var set: (_ name: String, _ value: String) async throws -> Field
    /// Removes the value that was set here and returns the result.
    public var reset: (_ name: String) async throws -> Field
    public var themes: () throws -> ThemeList
    /// Loads the server's preferences, unless they are known.
    public var load: () async -> Void
    public var files: Files
    /// Stores a valid value on the account's server, where every app applies it.
    ///
    /// It returns the one that was there, `nil` if that is not known.
    public var store: (_ name: Setting.Name, _ value: String) async throws -> String?
  }
}

extension Settings.State {
  /// The sections in the order of their first setting.
  public var sections: [String] {
    fields.map(\.section).reduce(into: []) { sections, section in
      if !sections.contains(section) { sections.append(section) }
    }
  }

  /// The settings that are shown: those of one section, or all that are not secondary.
  public var shown: [Settings.Field] {
    section.map { name in fields.filter { $0.section == name } } ?? fields.filter { !$0.isSecondary }
  }

  /// The section after the one that is shown.
  public var nextSection: String? {
    guard let section, let index = sections.firstIndex(of: section), sections.count > 1 else { return nil }
    return sections[(index + 1) % sections.count]
  }

  /// Finds a setting by a name or an alias as typed.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that suggests the nearest name.
  public func field(_ name: String) throws -> Settings.Field {
    let wanted = name.lowercased()
    if let field = fields.first(where: { $0.name.rawValue == wanted || $0.aliases.contains(wanted) }) { return field }
    let names = fields.flatMap { [$0.name.rawValue] + $0.aliases }
    throw Settings.refusal(
      "Unknown setting “\(name)”.", near: wanted, among: names,
      instead: fields.filter { !$0.isSecondary }.map(\.name.rawValue))
  }

  /// Finds a section by its name or an unambiguous beginning, in any case.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that suggests the nearest name.
  public func section(_ name: String) throws -> String {
    let wanted = name.lowercased()
    let found = sections.filter { $0.lowercased().hasPrefix(wanted) }
    if let exact = found.first(where: { $0.lowercased() == wanted }) ?? (found.count == 1 ? found.first : nil) {
      return exact
    }
    let names = sections.map { $0.lowercased() }
    throw Settings.refusal("Unknown section “\(name)”.", near: wanted, among: names, instead: names)
  }
}
