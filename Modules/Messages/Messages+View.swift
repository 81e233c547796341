public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Messages {
  /// A table of messages with their times, newest first.
  ///
  /// As JSON it is `{screen, messages}`; each is `{time, kind, message}`, where `kind` is `success`, `information` or
  /// `warning`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let rows = state.entries.map { entry in
      let sign = entry.kind == .warning ? StyledText("! ", .warning, spoken: "Warning: ") : StyledText()
      return [StyledText(RelativeTime(entry.time, in: layout).short, .secondary), sign + entry.text]
    }
    return Document(
      kind: "messages", title: Document.Title("Recent messages"),
      blocks: rows.isEmpty
        ? [.paragraph(StyledText("No messages yet.", .secondary))]
        : [.spoken([.table(rows)], as: "")] + spoken(state, layout),
      hint: StyledText("messages --limit N", .hint), data: [.init("messages", .array(state.entries.map(data)))])
  }

  private static func spoken(_ state: State, _ layout: Layout) -> [Block] {
    state.entries.map { entry in
      let time = RelativeTime(entry.time, in: layout).spoken
      let warning = entry.kind == .warning ? "Warning: " : ""
      return .spoken([], as: "\(time.prefix(1).uppercased())\(time.dropFirst()): \(warning)\(entry.text.spoken)")
    }
  }

  private static func data(_ entry: ToastCenter.Entry) -> JSONValue {
    [
      "time": .string(MastodonDate.format(entry.time)), "kind": .string(entry.kind.rawValue),
      "message": .string(entry.text.plain),
    ]
  }
}
