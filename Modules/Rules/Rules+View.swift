public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Rules {
  /// The rules, each with its number, its conditions and what it did.
  ///
  /// As JSON it is `{screen, damaged, items}`; an item is `{number, action, text, hits, error}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks = state.rules.map { Block.item(item($0, layout)) }
    if state.rules.isEmpty {
      blocks = [
        .paragraph("No rules yet. A rule hides posts on this machine, or tells you of them when they arrive.")
      ]
    }
    if state.damaged > 0 {
      blocks += [
        .blank,
        .paragraph(StyledText("\(CountText.of(state.damaged, "stored rule")) can't be read. Skipped.", .warning)),
      ]
    }
    return Document(
      kind: "rules", title: Document.Title("Rules", note: "on this machine"), blocks: blocks,
      hint: Hint(
        state.rules.isEmpty
          ? ["rule add hide WORDS", "rule add alert WORDS", "help rule"]
          : ["rule add hide WORDS", "rule try WORDS", "rule delete N"]),
      data: [.init("damaged", .int(state.damaged))])
  }

  private static func item(_ rule: PostRule, _ layout: Layout) -> Item {
    let error = error(of: rule, layout)
    let details = error ?? done(rule)
    let text = Sanitizer.oneLine(rule.text)
    return Item(
      number: nil,
      blocks: [
        .spread(
          StyledText("rule \(rule.id) ", .secondary) + StyledText("\(rule.action.rawValue) ") + StyledText(text, .name),
          trailing: StyledText(details, error == nil ? .secondary : .warning))
      ],
      spoken: Sentence.closed(Sentence.list(["Rule \(rule.id): \(rule.action.rawValue) \(text)", details])),
      data: data(rule, error: error))
  }

  /// Why a rule applies to nothing; `nil` if it can be read.
  private static func error(of rule: PostRule, _ layout: Layout) -> String? {
    do {
      _ = try ArchiveQuery(rule: rule.text, now: layout.now, zone: layout.zone)
      return nil
    } catch { return "applies to nothing: \(AppError(error).message)" }
  }

  /// What it did: `hid 12 posts`.
  private static func done(_ rule: PostRule) -> String {
    let verb = rule.action == .hide ? "hid" : "told you of"
    return rule.hits == 0 ? "\(verb) nothing yet" : "\(verb) \(CountText.of(rule.hits, "post"))"
  }

  static func data(_ rule: PostRule, error: String? = nil) -> JSONValue {
    [
      "number": .int(rule.id), "action": .string(rule.action.rawValue), "text": .string(rule.text),
      "hits": .int(rule.hits), "error": .optional(error),
    ]
  }

  /// The posts on the screen that a rule applies to.
  ///
  /// As JSON it is `{screen, rule, tested, items}`; an item is `{number, id, account, text}`.
  public static func view(_ trial: Trial, layout: Layout) -> Document {
    let count = trial.hits.isEmpty ? "none" : "\(trial.hits.count)"
    let items = trial.hits.map { hit in
      let name = ExcerptText.cut(hit.status.displayed.account.shownName, to: 30)
      let text = ExcerptText.of(hit.status, limit: 120)
      var item = Item(
        number: nil,
        blocks: [
          .spread(
            StyledText("\(hit.number) ", .secondary) + StyledText(name, .name) + StyledText("  " + text),
            trailing: StyledText(RelativeTime(hit.status.createdAt, in: layout).short, .secondary))
        ], spoken: Sentence.closed("Post \(hit.number), \(name): \(text)"),
        data: [
          "number": .int(hit.number), "id": .string(hit.status.displayed.id.rawValue),
          "account": .string(hit.status.displayed.account.acct), "text": .string(text),
        ])
      item.isOneLine = true
      return Block.item(item)
    }
    return Document(
      kind: "rule-try",
      title: Document.Title("Applies to \(count) of the \(CountText.of(trial.tested, "post")) on the screen"),
      blocks: items.isEmpty ? [.paragraph(StyledText(Sanitizer.oneLine(trial.text), .secondary))] : items,
      hint: Hint(["rule add hide WORDS", "rule add alert WORDS"]),
      data: [.init("rule", .string(trial.text)), .init("tested", .int(trial.tested))])
  }
}
