public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Toasts {
  /// What was said lately, the last first: when, and in which words.
  ///
  /// As JSON it is `{screen, toasts}`; a toast is `{time, kind, message}`, the kind `success`, `information` or `warning`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let rows = state.entries.map { entry in
      let sign = entry.kind == .warning ? StyledText("! ", .warning, spoken: "Warning: ") : StyledText()
      return [StyledText(RelativeTime(entry.time, in: layout).short, .secondary), sign + entry.text]
    }
    return Document(
      kind: "toasts", title: Document.Title("What was said"),
      blocks: rows.isEmpty
        ? [.paragraph(StyledText("Nothing yet.", .secondary))]
        : [.spoken([.table(rows)], as: "")] + spoken(state, layout),
      hint: StyledText("toasts --limit N", .hint), data: [.init("toasts", .array(state.entries.map(data)))])
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
