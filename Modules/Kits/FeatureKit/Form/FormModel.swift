public import Observation
import TerminalKit

extension Form {
  public struct State: Hashable, Sendable {
    /// The noun for the form: `new list`, `filter`.
    public var noun: String
    public var form: Form
    public var phase: Phase
    public let finish: Finish
    /// The command that does the same in one line, such as `list create NAME @NAME…`.
    public let line: String?

    public init(
      _ noun: String, form: Form, phase: Phase = .editing, finish: Finish = .save, line: String? = nil
    ) {
      self.line = line
      self.noun = noun
      self.form = form
      self.phase = phase
      self.finish = finish
    }

    /// The error that prevents finishing it: an empty required field.
    public var problem: AppError? {
      form.missing.map { field in
        .validation(
          "\(field.name) is empty: \(field.summary).",
          suggestion: "Type \(field.name) VALUE, then \(finish.verb).")
      }
    }

    public enum Phase: Hashable, Sendable {
      /// The original values are being loaded.
      case loading
      /// The user can change it.
      case editing
      case saving
      /// Saving failed; the values stay.
      case refused(AppError)
      case failed(AppError)
    }

    public var failure: AppError? { if case .failed(let error) = phase { error } else { nil } }

    /// The noun with the value of the first field in quotes, if that is a text.
    public var title: String {
      guard let first = form.fields.first, case .text = first.kind, let name = first.values.first else { return noun }
      return "\(noun) “\(name)”"
    }

    /// The label in the prompt: `new list`, `edit list`.
    public var label: String { noun.hasPrefix("new ") ? noun : "edit \(noun)" }

    /// The task that closing it now would skip: `saving the new list “Canal”`.
    public var unsaved: String? { form.isChanged ? "\(finish.doing) \(object)" : nil }

    /// The title within a sentence: `the new list “Canal”`, `your profile “You”`.
    public var object: String { title.hasPrefix("your ") ? title : "the \(title)" }

    /// The text that a script adds to fill it in and finish it; `nil` after a change.
    public var scripted: String? {
      guard !form.isChanged else { return nil }
      return "; \(form.fields.first?.name.rawValue ?? "NAME") VALUE; \(finish.verb)"
    }
  }
}

extension Form {
  /// The result of saving a form.
  public struct Saved: Sendable {
    /// The form of what is there now.
    public var form: Form
    /// The way to revert it; `nil` if that is not known.
    public var undo: Toast.Undo?

    public init(_ form: Form, undo: Toast.Undo? = nil) { (self.form, self.undo) = (form, undo) }
  }
}

@MainActor @Observable
public final class FormModel {
  public private(set) var state: Form.State
  /// The way to revert what was saved last.
  @ObservationIgnored public private(set) var undo: Toast.Undo?
  @ObservationIgnored private let loadForm: @MainActor () async throws -> Form
  @ObservationIgnored private let prepare: @MainActor (_ field: Form.Field.Name, _ value: String) async throws -> String
  @ObservationIgnored private let keep: @MainActor (Form) async throws -> Form.Saved

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - state: The initial state; `loading` if `load` must be called first.
  ///   - prepare: Validates one value beyond its kind and returns its canonical form.
  ///   - save: Sends the fields that were changed, and no others: they may have been changed elsewhere meanwhile.
  public init(
    state: Form.State, load: @escaping @MainActor () async throws -> Form,
    prepare: @escaping @MainActor (_ field: Form.Field.Name, _ value: String) async throws -> String,
    save: @escaping @MainActor (Form) async throws -> Form.Saved
  ) {
    self.state = state
    loadForm = load
    self.prepare = prepare
    keep = save
  }

  /// Creates a model with a fixed state that saves nothing, for previews.
  public convenience init(fixture state: Form.State) {
    self.init(state: state, load: { state.form }, prepare: { $1 }, save: { Form.Saved($0) })
  }

  public func load() async {
    guard state.phase == .loading else { return }
    do {
      state.form = try await loadForm()
      state.phase = .editing
    } catch {
      state.phase = .failed(AppError(error))
    }
  }

  /// Sets a field to the typed text and returns the field.
  ///
  /// - Throws: ``AppError``; then nothing changes.
  public func set(_ name: String, to text: String) async throws -> Form.Field {
    let field = try state.form.field(name)
    try state.form.set(field.name, to: try await prepared(text, for: field))
    return try state.form.field(field.name.rawValue)
  }

  /// Adds the typed values to a field and returns the field.
  ///
  /// - Throws: ``AppError``; then nothing changes.
  public func add(_ text: String, to name: String) async throws -> Form.Field {
    let field = try many(name)
    try state.form.set(field.name, to: field.values + (try await prepared(text, for: field)))
    return try state.form.field(field.name.rawValue)
  }

  /// Removes the typed values from a field and returns those removed.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` if none of them is in the field.
  public func remove(_ text: String, from name: String) throws -> [String] {
    let field = try many(name)
    let typed = try Form.values(typed: text, for: field)
    // With or without the sign: `rook` removes `@rook`.
    let removed = state.form.remove(typed + ["@", "#"].flatMap { sign in typed.map { sign + $0 } }, from: field.name)
    guard !removed.isEmpty else {
      let there = field.values.isEmpty ? "It is empty." : "Current values: \(field.values.joined(separator: ", "))."
      throw AppError.usage("“\(Sanitizer.clean(text))” is not in \(field.name).", suggestion: there)
    }
    return removed
  }

  /// Restores the original values of a field and returns the field.
  public func reset(_ name: String) throws -> Form.Field {
    let field = try state.form.field(name)
    state.form.reset(field.name)
    return try state.form.field(field.name.rawValue)
  }

  /// Saves the form.
  ///
  /// - Throws: ``AppError``; the values stay.
  public func save() async throws {
    if let problem = state.problem { throw problem }
    state.phase = .saving
    do {
      let saved = try await keep(state.form)
      state.form = saved.form.settled
      undo = saved.undo
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
