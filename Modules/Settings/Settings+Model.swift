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
    public func set(_ name: String, to value: String) throws -> Field {
      let field = try state.field(name)
      return try keep(try field.value(typed: value), as: field.name)
    }

    /// Puts a setting back to what it is unless the person says otherwise.
    ///
    /// - throws: ``AppError`` for a name that there is not, and when it cannot be kept; nothing changes then.
    public func reset(_ name: String) throws -> Field {
      let field = try state.field(name)
      return try keep(field.standard, as: field.name)
    }

    private func keep(_ value: String, as name: String) throws -> Field {
      do {
        for binding in bindings where binding.name == name { try binding.set(value) }
        failure = nil
      } catch {
        let error = AppError(error)
        failure = State.Failure(name: name, error: error)
        throw error
      }
      return try state.field(name)
    }
  }
}

extension Settings.Binding {
  /// The setting as data.
  fileprivate var field: Settings.Field {
    Settings.Field(
      name: name, aliases: aliases, section: section, summary: summary, kind: kind, standard: standard, value: get())
  }
}

extension Settings.Action {
  /// Wires the screen to its model; what is left to the root is to show it.
  ///
  /// `show` is told whether they are wanted from their beginning, and answers whether they are shown there.
  public init(model: Settings.Model, show: @escaping @MainActor (_ fromItsBeginning: Bool) -> Bool) {
    self.init(
      show: { section in
        _ = try section.map(model.state.section)
        if show(section != nil) || section != nil { try model.show(section) }
      },
      set: model.set, reset: model.reset)
  }
}
