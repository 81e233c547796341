public import FeatureKit
public import MastodonKit

extension Reporting {
  /// Owns a report while it is filled in.
  @MainActor
  public final class Model {
    public private(set) var form: FormModel
    /// The subject, once it is loaded.
    public var subject: Subject? { kept.subject }
    private let kept: Kept

    /// Shares the fetched subject with the closures of the form.
    @MainActor
    private final class Kept {
      var subject: Subject?

      init(_ subject: Subject? = nil) { self.subject = subject }
    }

    /// Creates a model; nothing is requested yet.
    ///
    /// - Parameter statuses: Fetches the posts in `named`.
    public init(
      _ id: Account.ID, named: [Status.ID], server: String, accounts: AccountService, statuses: StatusService,
      rules: @escaping @MainActor () async -> [Instance.Rule], reports: ReportService
    ) {
      let kept = Kept()
      self.kept = kept
      form = FormModel(
        state: Form.State("report", form: Form([]), phase: .loading, finish: .send),
        load: {
          let account = try await accounts.account(id)
          var chosen: [Status] = []
          for id in named { chosen.append(try await statuses.status(id)) }
          let newest = try await accounts.statuses(id, PageRequest(.newest, limit: Reporting.offered)).elements
          // A boost is a post of another account.
          let others = newest.filter { status in
            status.reblog == nil && status.account.id == id && !chosen.contains { $0.id == status.id }
          }
          let subject = Subject(
            account: account, statuses: chosen + others, named: chosen.count, rules: await rules(), server: server)
          kept.subject = subject
          return Reporting.form(subject)
        },
        prepare: { $1 },
        save: { form in
          guard let subject = kept.subject else { return Form.Saved(form) }
          _ = try await reports.send(Reporting.draft(form, subject))
          return Form.Saved(form)
        })
    }

    /// Creates a model that shows one state and sends nothing, for previews.
    init(fixture state: State) {
      kept = Kept(state.subject)
      form = FormModel(fixture: state.form)
    }

    public var state: State { State(form: form.state, subject: subject) }

    /// The report as it would be sent now.
    public var draft: ReportDraft? { subject.map { Reporting.draft(form.state.form, $0) } }
  }

  static func form(_ subject: Subject) -> Form {
    var fields = [
      Form.Field(
        .category, "reason for the report", .choice(Report.Category.known.map(\.rawValue)),
        isRequired: true,
        values: ["other"]),
      Form.Field(.comment, "note for the moderators", .text(limit: 1000)),
    ]
    if !subject.rules.isEmpty {
      fields.append(
        Form.Field(
          .rules, "broken rules, by number; category violation lists them", .choices(numbers(subject.rules.count))
        ))
    }
    if !subject.statuses.isEmpty {
      fields.append(
        Form.Field(
          .posts, "posts to include, by the numbers below", .choices(numbers(subject.statuses.count)),
          values: numbers(subject.named)))
    }
    if let other = subject.otherServer {
      fields.append(
        Form.Field(
          .forward, "also send it to the moderators of \(other)", .flag, values: ["no"],
          help: "also send it to the moderators of the account's server"))
    }
    return Form(fields)
  }

  private static func numbers(_ count: Int) -> [String] { (0..<count).map { String($0 + 1) } }

  /// Creates the request from the form; rules are included only in the category `violation`.
  static func draft(_ form: Form, _ subject: Subject) -> ReportDraft {
    let category = Report.Category(rawValue: form.text(.category))
    return ReportDraft(
      accountID: subject.account.id, statusIDs: selected(form.list(.posts), from: subject.statuses).map(\.id),
      comment: form.text(.comment), forwards: form.flag(.forward), category: category,
      ruleIDs: category == .violation ? selected(form.list(.rules), from: subject.rules).map(\.id) : [])
  }

  private static func selected<Element>(_ numbers: [String], from elements: [Element]) -> [Element] {
    numbers.compactMap { Int($0) }.filter { (1...max(elements.count, 1)).contains($0) && !elements.isEmpty }
      .sorted().map { elements[$0 - 1] }
  }
}

extension Form.Field.Name {
  static let category = Form.Field.Name(rawValue: "category")
  static let comment = Form.Field.Name(rawValue: "comment")
  static let rules = Form.Field.Name(rawValue: "rules")
  static let posts = Form.Field.Name(rawValue: "posts")
  static let forward = Form.Field.Name(rawValue: "forward")
}
