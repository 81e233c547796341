public import Observation
import TerminalKit

extension Form {
  /// Everything that a form's sheet shows.
  public struct State: Hashable, Sendable {
    /// What is filled in: `new list`, `filter`.
    public var noun: String
    /// Its fields.
    public var form: Form
    /// How far it has come.
    public var phase: Phase
    /// How it is finished.
    public let finish: Finish

    /// Makes a state.
    public init(_ noun: String, form: Form, phase: Phase = .editing, finish: Finish = .save) {
      self.noun = noun
      self.form = form
      self.phase = phase
      self.finish = finish
    }

    /// Why it cannot be finished as it is, if so: the first field that has to be filled in.
    public var problem: AppError? {
      form.missing.map { field in
        .validation(
          "\(field.name) is empty: \(field.summary).",
          suggestion: "Type \(field.name) VALUE, then \(finish.verb).")
      }
    }

    /// How far a form has come.
    public enum Phase: Hashable, Sendable {
      /// What is to be changed is on its way.
      case loading
      /// It can be filled in.
      case editing
      /// It is being kept.
      case saving
      /// It could not be kept, for this reason; what was filled in is still there.
      case refused(AppError)
      /// There is nothing to fill in, for this reason.
      case failed(AppError)
    }

    /// What it is called: the noun, and the first field in quotes, where that is a text.
    public var title: String {
      guard let first = form.fields.first, case .text = first.kind, let name = first.values.first else { return noun }
      return "\(noun) “\(name)”"
    }

    /// What the prompt says: `new list`, `edit list`.
    public var label: String { noun.hasPrefix("new ") ? noun : "edit \(noun)" }

    /// What it would be left without, if it were left now: `saving the new list “Canal”`.
    public var unsaved: String? { form.isChanged ? "\(finish.doing) the \(title)" : nil }

    /// How a script fills it in and finishes it, as long as nothing was changed.
    public var scripted: String? {
      guard !form.isChanged else { return nil }
      return "; \(form.fields.first?.name ?? "NAME") VALUE; \(finish.verb)"
    }
  }
}

/// Owns a form while it is filled in.
@MainActor @Observable
public final class FormModel {
  /// What the sheet shows.
  public private(set) var state: Form.State
  @ObservationIgnored private let loadForm: @MainActor () async throws -> Form
  @ObservationIgnored private let prepare: @MainActor (_ field: String, _ value: String) async throws -> String
  @ObservationIgnored private let keep: @MainActor (Form) async throws -> Void

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - state: What it starts with; `loading` where `load` has to be asked first.
  ///   - load: Fetches what is to be changed.
  ///   - prepare: Checks one value beyond what its kind says, and answers how it is written.
  ///   - save: Keeps the form.
  public init(
    state: Form.State, load: @escaping @MainActor () async throws -> Form,
    prepare: @escaping @MainActor (_ field: String, _ value: String) async throws -> String,
    save: @escaping @MainActor (Form) async throws -> Void
  ) {
    self.state = state
    loadForm = load
    self.prepare = prepare
    keep = save
  }

  /// Makes a model that shows one state and saves nothing, for previews.
  public convenience init(fixture state: Form.State) {
    self.init(state: state, load: { state.form }, prepare: { $1 }, save: { _ in })
  }

  /// Fetches what is to be changed, if that is to be done.
  public func load() async {
    guard state.phase == .loading else { return }
    do {
      state.form = try await loadForm()
      state.phase = .editing
    } catch {
      state.phase = .failed(AppError(error))
    }
  }

  /// Puts what was typed into a field, and answers the field.
  ///
  /// - throws: ``AppError``; nothing changes then.
  public func set(_ name: String, to text: String) async throws -> Form.Field {
    let field = try state.form.field(name)
    try state.form.set(field.name, to: try await prepared(text, for: field))
    return try state.form.field(field.name)
  }

  /// Adds what was typed to what stands in a field, and answers the field.
  ///
  /// - throws: ``AppError``; nothing changes then.
  public func add(_ text: String, to name: String) async throws -> Form.Field {
    let field = try many(name)
    try state.form.set(field.name, to: field.values + (try await prepared(text, for: field)))
    return try state.form.field(field.name)
  }

  /// Takes what was typed out of a field, and answers what went.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` if nothing of it is there.
  public func remove(_ text: String, from name: String) throws -> [String] {
    let field = try many(name)
    let typed = try Form.values(typed: text, for: field)
    // With or without the sign that it is written with: rook is @rook.
    let removed = state.form.remove(typed + ["@", "#"].flatMap { sign in typed.map { sign + $0 } }, from: field.name)
    guard !removed.isEmpty else {
      let there = field.values.isEmpty ? "It is empty." : "Current values: \(field.values.joined(separator: ", "))."
      throw AppError.usage("“\(Sanitizer.clean(text))” is not in \(field.name).", suggestion: there)
    }
    return removed
  }

  /// Puts a field back to what it was, and answers the field.
  public func reset(_ name: String) throws -> Form.Field {
    let field = try state.form.field(name)
    state.form.reset(field.name)
    return try state.form.field(field.name)
  }

  /// Keeps the form as a whole.
  ///
  /// - throws: ``AppError``; what was filled in stays.
  public func save() async throws {
    if let problem = state.problem { throw problem }
    state.phase = .saving
    do {
      try await keep(state.form)
      state.form = state.form.settled
      state.phase = .editing
    } catch {
      let error = AppError(error)
      state.phase = error == .cancelled ? .editing : .refused(error)
      throw error
    }
  }

  private func many(_ name: String) throws -> Form.Field {
    let field = try state.form.field(name)
    guard field.kind.isMany else {
      throw AppError.usage("\(field.name) takes a single value.", suggestion: "Type \(field.name) VALUE.")
    }
    return field
  }

  private func prepared(_ text: String, for field: Form.Field) async throws -> [String] {
    var values: [String] = []
    for value in try Form.values(typed: text, for: field) {
      do { values.append(try await prepare(field.name, value)) } catch { throw AppError(error) }
    }
    return values
  }
}
