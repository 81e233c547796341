public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Reporting {
  /// Makes the feature: its verb everywhere, and its previews.
  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "report", title: "Reports", symbol: "⚑", verbs: [verb(action)], previews: { previews })
  }

  @MainActor
  private static func verb(_ action: Action) -> Verb {
    Verb(
      "report", Parameter<[Reference]>.references(kinds: [ReferenceKind.status, ReferenceKind.account]),
      help: "Tell the moderators of a post or an account",
      discussion: """
        Opens a form with the posts that you named, all of one person; more can be chosen there. Nothing is sent before \
        send, which shows to whom it goes and asks. The person is not told who reported them.
        """
    ) { references in
      let statuses = references.filter { $0.kind == ReferenceKind.status }.map { Status.ID($0.id) }
      let accounts = references.filter { $0.kind == ReferenceKind.account }.map { Account.ID($0.id) }
      guard accounts.count + (statuses.isEmpty ? 0 : 1) == 1 else {
        throw AppError.usage(
          "A report is about one account.", suggestion: "Name some posts of one person, or the account: report @NAME.")
      }
      try await action.report(accounts.first, statuses)
      return .screen
    }
  }

  /// A report as a sheet.
  ///
  /// `sent` follows when the server has taken it.
  @MainActor
  public static func screen(model: Model, sent: @escaping @MainActor (Subject) -> Response) -> Screen {
    Screen(
      id: "report", model: model, label: { model.subject.map { "report on @\($0.account.acct)" } ?? "report" },
      document: { view(model.state, layout: $0) },
      verbs: {
        verbs(model, sent: sent)
          + (model.subject.map { subject in Form.fieldVerbs(model.form, told: { told($0, model, subject) }) } ?? [])
      },
      load: { await model.form.load() },
      failure: { if case .failed(let error) = model.form.state.phase { error } else { nil } },
      unsaved: { model.form.state.unsaved }, scripted: { model.form.state.scripted })
  }

  @MainActor
  private static func verbs(_ model: Model, sent: @escaping @MainActor (Subject) -> Response) -> [Verb] {
    guard let subject = model.subject else { return [] }
    return [
      Verb("preview", help: "See what will be sent, and to whom") {
        .view { layout in
          model.draft.map { preview($0, subject, layout: layout) } ?? Document(kind: "report-preview")
        }
      },
      Verb("send", help: "Send it to the moderators, after a question") {
        guard let draft = model.draft else { return .nothing }
        if let problem = model.form.state.problem { throw problem }
        return .confirm(
          Confirmation(question(draft, subject)) {
            try await model.form.save()
            return sent(subject)
          })
      },
      .absent("save", "A report is not saved, but sent.", suggestion: "Type send; it asks first."),
    ]
  }

  /// The rules to choose from, as soon as it is about them.
  @MainActor
  private static func told(_ field: Form.Field, _ model: Model, _ subject: Subject) -> Response? {
    guard field.name == "category" || field.name == "rules", field.isChanged else { return nil }
    let form = model.form.state.form
    guard !rules(subject, form).isEmpty else { return nil }
    return .view { _ in rulesView(field, subject, form) }
  }

  /// The sheet in every state, and what will be sent.
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
