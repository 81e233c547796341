public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension Reporting {
  /// The report's sheet: the fields, and below them the posts and the rules to choose from.
  ///
  /// As JSON it is a form's, with `account` as `{id, name, acct, …}` and `server`.
  public static func view(_ state: State, layout: Layout) -> Document {
    var document = Form.view(
      state.form, kind: "report", below: state.subject.map { below($0, state.form.form) } ?? [],
      hint: ["posts 1 2", "preview"], layout: layout)
    if let subject = state.subject {
      document.title?.text = StyledText("Report on @\(subject.account.acct)", .title)
      document.data += [
        .init("account", AccountView.brief(subject.account)), .init("server", .string(subject.server)),
      ]
    }
    return document
  }

  private static func below(_ subject: Subject, _ form: Form) -> [Block] {
    var blocks: [Block] = []
    if !subject.statuses.isEmpty {
      blocks += [.blank, .paragraph(StyledText("Posts of @\(subject.account.acct)", .strong))]
      blocks += subject.statuses.enumerated().map { index, status in
        row(index + 1, text(status), isChosen: form.list(.posts).contains(String(index + 1)))
      }
    }
    return blocks + rules(subject, form)
  }

  /// The server's rules to choose from, if the category is `violation`.
  static func rules(_ subject: Subject, _ form: Form) -> [Block] {
    guard !subject.rules.isEmpty, form.text(.category) == "violation" else { return [] }
    return [.blank, .paragraph(StyledText("Rules of \(subject.server)", .strong))]
      + subject.rules.enumerated().map { index, rule in
        row(index + 1, rule.text, isChosen: form.list(.rules).contains(String(index + 1)))
      }
  }

  /// A field's new value and the rules to choose from.
  ///
  /// As JSON it is `{screen, field, rules: [{id, text}]}`.
  static func rulesView(_ field: Form.Field, _ subject: Subject, _ form: Form) -> Document {
    Document(
      kind: "report-rules", blocks: [.paragraph(StyledText(field.nameAndValue))] + rules(subject, form),
      hint: Hint(["rules 1 2", .kept("send")]),
      data: [
        .init("field", Form.data(field)),
        .init("rules", .array(subject.rules.map { ["id": .string($0.id.rawValue), "text": .string($0.text)] })),
      ])
  }

  private static func row(_ number: Int, _ text: String, isChosen: Bool) -> Block {
    let mark = isChosen ? StyledText("✓ ", .success, spoken: "selected, ") : StyledText("  ", spoken: "")
    return .listItem(
      marker: mark + StyledText("\(number). ", .secondary),
      [.paragraph(StyledText(text, isChosen ? .text : .secondary))])
  }

  private static func text(_ status: Status) -> String {
    let text = ExcerptText.cut(HTMLText.plainText(status.content), to: 66)
    if !text.isEmpty { return text }
    return status.mediaAttachments.isEmpty ? "(no text)" : "(media without text)"
  }

  /// A preview of the report: its recipients and everything that will be sent.
  ///
  /// As JSON it is `{screen, account, servers, category, comment, statuses, rules}`.
  public static func preview(_ draft: ReportDraft, _ subject: Subject, layout: Layout) -> Document {
    let servers = [subject.server] + (draft.forwards ? [subject.otherServer].compactMap(\.self) : [])
    let statuses = subject.statuses.filter { draft.statusIDs.contains($0.id) }
    let rules = subject.rules.filter { draft.ruleIDs.contains($0.id) }
    let category = draft.category?.rawValue ?? Report.Category.other.rawValue
    let rows: [(name: String, value: String)] =
      [
        ("about", "@\(subject.account.acct)"), ("to", "the moderators of \(servers.joined(separator: " and "))"),
        ("category", category), ("comment", draft.comment.isEmpty ? "(none)" : draft.comment),
      ] + rules.map { ("rule", $0.text) } + statuses.map { ("post", text($0)) }
    return Document(
      kind: "report-preview", title: Document.Title("Report preview"),
      blocks: [.spoken([.table(rows.map { [StyledText($0.name, .secondary), StyledText($0.value)] })], as: "")]
        + rows.map { .spoken([], as: "\($0.name): \($0.value)") },
      hint: Hint([.kept("send"), .kept("close")]),
      data: [
        .init("account", AccountView.brief(subject.account)), .init("servers", .array(servers.map(JSONValue.string))),
        .init("category", .string(category)), .init("comment", .string(draft.comment)),
        .init("statuses", .array(draft.statusIDs.map { .string($0.rawValue) })),
        .init("rules", .array(draft.ruleIDs.map { .string($0.rawValue) })),
      ])
  }

  /// The question that has to be confirmed before a report is sent.
  static func question(_ draft: ReportDraft, _ subject: Subject) -> String {
    let servers = [subject.server] + (draft.forwards ? [subject.otherServer].compactMap(\.self) : [])
    let posts = CountText.of(draft.statusIDs.count, "post")
    return "Send this report on @\(subject.account.acct), with \(posts), to the moderators of "
      + "\(servers.joined(separator: " and "))? This can't be undone."
  }
}
