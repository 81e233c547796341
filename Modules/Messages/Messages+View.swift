public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Messages {
  /// A table of messages with their times, newest first.
  ///
  /// As JSON it is `{screen, messages}`; each is `{time, kind, message, label}`, where `kind` is `success`, `information` or
  /// `warning`, and `label` is that of a live line, or null.
  public static func view(_ state: State, layout: Layout) -> Document {
    let hasLabels = state.entries.contains { $0.label != nil }
    let rows = state.entries.map { entry in
      let sign = entry.kind == .warning ? StyledText("! ", .warning, spoken: "Warning: ") : StyledText()
      let time = StyledText(RelativeTime(entry.time, in: layout).short, .secondary)
      guard hasLabels else { return [time, sign + entry.text] }
      return [time, StyledText(entry.label?.text ?? "", .number), sign + entry.text]
    }
    var document = Document(
      kind: "messages", title: Document.Title("Recent messages"),
      blocks: rows.isEmpty
        ? [.paragraph(StyledText("No messages yet.", .secondary))]
        : [.spoken([.table(rows)], as: "")] + spoken(state, layout),
      hint: StyledText("messages --limit N", .hint), data: [.init("messages", .array(state.entries.map(data)))])
    if state.entries.contains(where: { $0.audience == .limited }) { document.audience = .limited }
    return document
  }

  private static func spoken(_ state: State, _ layout: Layout) -> [Block] {
    state.entries.map { entry in
      let time = RelativeTime(entry.time, in: layout).spoken
      let warning = entry.label.map { "\($0.text). " } ?? (entry.kind == .warning ? "Warning: " : "")
      return .spoken([], as: "\(time.prefix(1).uppercased())\(time.dropFirst()): \(warning)\(entry.text.spoken)")
    }
  }

  private static func data(_ entry: ToastCenter.Entry) -> JSONValue {
    [
      "time": .string(MastodonDate.format(entry.time)), "kind": .string(entry.kind.rawValue),
      "message": .string(entry.text.plain), "label": .optional(entry.label?.text),
    ]
  }
}
