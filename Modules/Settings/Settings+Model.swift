import FeatureKit
public import Observation

extension Settings {
  /// Holds the ways to the settings, and what the screen shows of them.
  @MainActor @Observable
  public final class Model {
    /// The one section that is shown, or `nil` for all.
    public private(set) var section: String?
    /// What could not be kept, if the last change could not.
    public private(set) var failure: State.Failure?
    @ObservationIgnored private let bindings: [Binding]

    /// Takes the settings in the order in which they are shown.
    public init(bindings: [Binding]) { self.bindings = bindings }

    /// What the screen shows: the values as they are now, whoever set them.
    public var state: State {
      State(fields: bindings.map(\.field), section: section, failure: failure)
    }

    /// The names and the sections, which need no look at any value.
    public var outline: (names: [String], sections: [String]) {
      var sections: [String] = []
      for binding in bindings where !sections.contains(binding.section) { sections.append(binding.section) }
      return (bindings.map(\.name), sections)
    }

    /// The setting of this name as it is now; no other one is looked at.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` that names the nearest one.
    public func field(_ name: String) throws -> Field {
      let wanted = name.lowercased()
      for binding in bindings where binding.name == wanted || binding.aliases.contains(wanted) { return binding.field }
      return try state.field(name)
    }

    /// Shows one section, or all.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` for a section that there is not.
    public func show(_ section: String?) throws {
      self.section = try section.map(state.section)
      failure = nil
    }

    /// Puts a setting to a value as typed and answers what it is then; it is on disk when this returns.
    ///
    /// - throws: ``AppError`` for a name or a value that there is not, and when it cannot be kept; nothing changes then.
    public func set(_ name: String, to value: String) async throws -> Field {
      let field = try field(name)
      let value = try field.value(typed: value)
      return try await change(field.name) { try await $0.set(value) }
    }

    /// Forgets what was set here, so that the setting follows the server again, or is what it was at first.
    ///
    /// - throws: ``AppError`` for a name that there is not, and when it cannot be kept; nothing changes then.
    public func reset(_ name: String) async throws -> Field {
      let field = try field(name)
      return try await change(field.name) { try await $0.reset() }
    }

    private func change(_ name: String, _ act: (Binding) async throws -> Void) async throws -> Field {
      do {
        for binding in bindings where binding.name == name { try await act(binding) }
        failure = nil
      } catch {
        let error = AppError(error)
        failure = State.Failure(name: name, error: error)
        throw error
      }
      return try field(name)
    }
  }
}

extension Settings.Binding {
  /// The setting as data.
  fileprivate var field: Settings.Field {
    Settings.Field(
      name: name, aliases: aliases, section: section, summary: summary, kind: kind(), standard: standard, value: get(),
      origin: origin(), isAside: isAside)
  }
}

extension Settings.Action {
  /// Wires the screen to its model; what is left to the root is to show it.
  ///
  /// `show` is told whether they are wanted from their beginning, and answers whether they are shown there.
  public init(
    model: Settings.Model, themes: @escaping @MainActor () throws -> Settings.ThemeList,
    load: @escaping @MainActor () async -> Void, show: @escaping @MainActor (_ fromItsBeginning: Bool) -> Bool
  ) {
    self.init(
      show: { section in
        _ = try section.map(model.state.section)
        if show(section != nil) || section != nil { try model.show(section) }
      },
      set: model.set, reset: model.reset, themes: themes, load: load)
  }
}
