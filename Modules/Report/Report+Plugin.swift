public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Report {
  /// Makes the feature: its global command and its previews.
  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "report", title: "Report", symbol: "⚑", verbs: [verb(action)], previews: { previews })
  }

  @MainActor
  private static func verb(_ action: Action) -> Verb {
    Verb(
      "report", Parameter<[Reference]>.references(kinds: [.status, .account]),
      help: "Report posts or an account to the moderators",
      discussion: """
        Opens a form with the posts that you named, which must be by one account; you can add more there. Nothing is sent \
        until you type send and confirm. The account is not told who reported it.
        """
    ) { references in
      let statuses = references.filter { $0.kind == .status }.map { Status.ID($0.id) }
      let accounts = references.filter { $0.kind == .account }.map { Account.ID($0.id) }
      guard accounts.count + (statuses.isEmpty ? 0 : 1) == 1 else {
        throw AppError.usage(
          "A report is about one account.", suggestion: "Name posts by one account, or the account: report @NAME.")
      }
      try await action.report(accounts.first, statuses)
      return .screen
    }
  }

  /// A report as a sheet.
  ///
  /// - Parameters:
  ///   - model: The owner of the report.
  ///   - sent: Called when the server has accepted the report; returns the command's response.
  @MainActor
  public static func screen(model: Model, sent: @escaping @MainActor (Subject) -> Response) -> Screen {
    Screen(
      id: "report", model: model, label: { model.subject.map { "report on @\($0.account.acct)" } ?? "report" },
      document: { view(model.state, layout: $0) },
      verbs: {
        verbs(model, sent: sent)
          + (model.subject.map { subject in Form.fieldVerbs(model.form, response: { response(to: $0, model, subject) })
          } ?? [])
      },
      load: { await model.form.load() },
      failure: { if case .failed(let error) = model.form.state.phase { error } else { nil } },
      unsaved: { model.form.state.unsaved }, scripted: { model.form.state.scripted })
  }

  @MainActor
  private static func verbs(_ model: Model, sent: @escaping @MainActor (Subject) -> Response) -> [Verb] {
    guard let subject = model.subject else { return [] }
    return [
      Verb("preview", help: "Preview the report and its recipients") {
        .view { layout in
          model.draft.map { preview($0, subject, layout: layout) } ?? Document(kind: "report-preview")
        }
      },
      Verb("send", help: "Send the report to the moderators (asks first)") {
        guard let draft = model.draft else { return .nothing }
        if let problem = model.form.state.problem { throw problem }
        return .confirm(
          Confirmation(question(draft, subject)) {
            try await model.form.save()
            return sent(subject)
          })
      },
      .absent("save", "A report can't be saved.", suggestion: "Type send to send it; it asks first."),
    ]
  }

  /// Lists the rules to choose from after the category was set to `violation` or rules were chosen.
  @MainActor
  private static func response(to field: Form.Field, _ model: Model, _ subject: Subject) -> Response? {
    guard field.name == .category || field.name == .rules, field.isChanged else { return nil }
    let form = model.form.state.form
    guard !rules(subject, form).isEmpty else { return nil }
    return .view { _ in rulesView(field, subject, form) }
  }

  /// One preview for each fixture of the sheet and of the report's preview.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (state: State) in
      screen(model: Model(fixture: state), sent: { _ in .nothing })
    }
      + Preview.all(of: SubjectFixtures(), prefix: "preview") { (subject: Subject, layout) in
        preview(draft(form(subject), subject), subject, layout: layout)
      }
  }
}
