public import FeatureKit
public import Observation

extension Settings {
  /// Reads and changes the settings, and keeps what the screen shows of them.
  @MainActor @Observable
  public final class Model {
    /// The only section that is shown, or `nil` for all.
    public private(set) var section: String?
    /// Why the last change failed, if it did.
    public private(set) var failure: State.Failure?
    @ObservationIgnored private let settings: [Setting]

    /// Creates a model of settings in the order in which they are listed.
    public init(settings: [Setting]) { self.settings = settings }

    /// The state of the screen, with the current values.
    public var state: State {
      State(fields: settings.map(\.field), section: section, failure: failure)
    }

    /// The names and sections; no value is read.
    public var outline: (names: [String], sections: [String]) {
      var sections: [String] = []
      for setting in settings where !sections.contains(setting.section) { sections.append(setting.section) }
      return (settings.map(\.name.rawValue), sections)
    }

    /// Finds a setting by a name or an alias as typed, and reads its value only.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` that suggests the nearest name.
    public func field(_ name: String) throws -> Field {
      let wanted = name.lowercased()
      for setting in settings where setting.name.rawValue == wanted || setting.aliases.contains(wanted) {
        return setting.field
      }
      return try state.field(name)
    }

    /// Shows one section, or all.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` for an unknown section.
    public func show(_ section: String?) throws {
      self.section = try section.map(state.section)
      failure = nil
    }

    /// Sets a setting to a value as typed and returns the result, which is then on disk.
    ///
    /// - throws: ``AppError`` for an unknown name or value, or if it cannot be stored; nothing changes then.
    public func set(_ name: String, to value: String) async throws -> Field {
      let field = try field(name)
      let value = try field.value(typed: value)
      return try await change(field.name) { try await $0.set(value) }
    }

    /// Removes the value that was set here, so that the server's or the standard one applies again.
    ///
    /// - throws: ``AppError`` for an unknown name, or if the change cannot be stored; nothing changes then.
    public func reset(_ name: String) async throws -> Field {
      let field = try field(name)
      return try await change(field.name) { try await $0.reset() }
    }

    private func change(_ name: Setting.Name, _ act: (Setting) async throws -> Void) async throws -> Field {
      do {
        for setting in settings where setting.name == name { try await act(setting) }
        failure = nil
      } catch {
        let error = AppError(error)
        failure = State.Failure(name: name, error: error)
        throw error
      }
      return try field(name.rawValue)
    }
  }
}

extension Setting {
  /// The setting with its current value, as data.
  fileprivate var field: Settings.Field {
    Settings.Field(
      name: name, aliases: aliases, section: section, summary: summary, kind: kind(), standard: standard, value: get(),
      origin: origin(), isSecondary: isSecondary, deletions: deletions)
  }
}

extension Settings.Action {
  /// Creates an action that uses the model for reading and changing settings.
  ///
  /// `show` shows the tab at its root screen.
  public init(
    model: Settings.Model, themes: @escaping @MainActor () throws -> ThemeList,
    load: @escaping @MainActor () async -> Void, files: Settings.Files,
    store: @escaping @MainActor (_ name: Setting.Name, _ value: String) async throws -> String?,
    show: @escaping @MainActor () -> Response
  ) {
    self.init(
      state: { model.state }, outline: { model.outline }, field: model.field,
      show: { section in
        _ = try section.map(model.state.section)
        return show().then {
          try model.show(section)
          return .screen
        }
      },
      set: model.set, reset: model.reset, themes: themes, load: load, files: files, store: store)
  }
}
