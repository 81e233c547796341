public import FeatureKit
public import MastodonKit
import StatusKit

extension Reporting {
  /// Owns a report while it is filled in.
  @MainActor
  public final class Model {
    /// The fields.
    public private(set) var form: FormModel
    /// What it is about, once that is known.
    public var subject: Subject? { kept.subject }
    private let kept: Kept

    /// What was fetched for the form.
    @MainActor
    private final class Kept {
      var subject: Subject?
    }

    /// Makes a model; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - named: Its posts that are chosen from the start.
    ///   - server: The server whose moderators read it.
    ///   - accounts: Reads the account and its posts.
    ///   - statuses: Reads the posts that were named.
    ///   - rules: The server's rules.
    ///   - reports: Sends the report.
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
          // A boost is somebody else's post.
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
          guard let subject = kept.subject else { return }
          _ = try await reports.send(Reporting.draft(form, subject))
        })
    }

    /// Makes a model that shows one state and sends nothing, for previews.
    init(fixture state: State) {
      kept = Kept()
      kept.subject = state.subject
      form = FormModel(fixture: state.form)
    }

    /// What the sheet shows.
    public var state: State { State(form: form.state, subject: subject) }

    /// What would be sent now.
    public var draft: ReportDraft? { subject.map { Reporting.draft(form.state.form, $0) } }
  }

  /// The fields of a report.
  static func form(_ subject: Subject) -> Form {
    var fields = [
      Form.Field(
        "category", "what it is about", .choice(Report.Category.known.map(\.rawValue)), isRequired: true,
        values: ["other"]),
      Form.Field("comment", "what the moderators should know", .text(limit: 1000)),
    ]
    if !subject.rules.isEmpty {
      fields.append(
        Form.Field(
          "rules", "which were broken, by number: category violation lists them", .choices(numbers(subject.rules.count))
        ))
    }
    if !subject.statuses.isEmpty {
      fields.append(
        Form.Field(
          "posts", "which posts show it, by the numbers below", .choices(numbers(subject.statuses.count)),
          values: numbers(subject.named)))
    }
    if let other = subject.otherServer {
      fields.append(Form.Field("forward", "whether the moderators of \(other) are told too", .flag, values: ["no"]))
    }
    return Form(fields)
  }

  private static func numbers(_ count: Int) -> [String] { (0..<count).map { String($0 + 1) } }

  /// What is sent: broken rules only where that is what it is about.
  static func draft(_ form: Form, _ subject: Subject) -> ReportDraft {
    let category = Report.Category(rawValue: form.text("category"))
    return ReportDraft(
      accountID: subject.account.id, statusIDs: chosen(form.list("posts"), from: subject.statuses).map(\.id),
      comment: form.text("comment"), forwards: form.flag("forward"), category: category,
      ruleIDs: category == .violation ? chosen(form.list("rules"), from: subject.rules).map(\.id) : [])
  }

  private static func chosen<Thing>(_ numbers: [String], from things: [Thing]) -> [Thing] {
    numbers.compactMap { Int($0) }.filter { (1...max(things.count, 1)).contains($0) && !things.isEmpty }
      .sorted().map { things[$0 - 1] }
  }
}
