public import FeatureKit
public import TerminalKit

extension Navigation {
  /// The list of tabs: number, title and open screens.
  ///
  /// As JSON it is `{screen, selected, items}`; ``data(_:)`` documents a tab.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks: [Block] = []
    for (index, tab) in state.tabs.enumerated() {
      let isHere = tab.id == state.selected
      blocks.append(
        .item(
          Item(
            number: index + 1, mark: isHere ? StyledText("•", .accent) : nil, blocks: [.paragraph(row(tab, isHere))],
            spoken: sentence(tab, isHere), references: [Reference(kind: .tab, id: tab.id)], data: data(tab))))
    }
    return Document(
      kind: "tabs", title: Document.Title("Tabs"), blocks: blocks,
      hint: StyledText("tab N · \(state.tabs.prefix(3).map(\.id).joined(separator: " · ")) · where", .hint),
      data: [.init("selected", .string(state.selected))])
  }

  private static func row(_ tab: Tab, _ isHere: Bool) -> StyledText {
    var line = StyledText("\(tab.symbol) ", .secondary, spoken: "") + StyledText(tab.title, isHere ? .name : .text)
    let trail = trail(tab)
    if trail != [tab.id] { line += StyledText("  \(trail.joined(separator: " › "))", .secondary) }
    return isHere ? line + StyledText("  here", .accent) : line
  }

  /// The labels from the root screen to the top one.
  private static func trail(_ tab: Tab) -> [String] {
    ([tab.label] + tab.path.map(\.label) + tab.sheets.prefix(1).map(\.label)).map(Sanitizer.oneLine)
  }

  private static func sentence(_ tab: Tab, _ isHere: Bool) -> String {
    let open = trail(tab) == [tab.id] ? "" : "Open: \(Sanitizer.oneLine(tab.top))"
    return Sentence.joined([tab.title + (isHere ? ", selected" : ""), open])
  }

  /// The current location: account, tab, path, sheet.
  ///
  /// As JSON it is `{screen, account, tab, live}`; ``data(_:)`` documents a tab, ``Live`` the values of `live`.
  public static func whereView(_ state: State, layout: Layout) -> Document {
    var rows: [(name: String, value: StyledText)] = [("account", StyledText("@\(state.account)", .name))]
    if let tab = state.current {
      rows.append(("tab", StyledText("\(tab.symbol) ", .secondary, spoken: "") + StyledText(tab.title)))
      rows.append(("shows", StyledText(tab.label)))
      rows += tab.path.map { place in
        let kind = [place.kind, place.id].compactMap(\.self).joined(separator: " ")
        guard kind != place.label else { return ("then", StyledText(kind)) }
        return ("then", StyledText(Sanitizer.oneLine(place.label)) + StyledText("  \(kind)", .secondary, spoken: ""))
      }
      if let sheet = tab.sheets.first {
        let note = sheet.unsaved == nil ? StyledText() : StyledText("  not saved", .warning)
        rows.append(("over it", StyledText(Sanitizer.oneLine(sheet.label), .strong) + note))
      }
      rows += tab.sheets.dropFirst().map { ("waiting", StyledText(Sanitizer.oneLine($0.label))) }
    }
    if let live = state.live { rows.append(("live updates", live.text)) }
    let hint = [
      state.current?.sheets.isEmpty == false ? "close" : state.current?.path.isEmpty == false ? "back · top" : nil,
      "tabs",
    ]
    return Document(
      kind: "where", title: Document.Title("Current location"),
      blocks: [.spoken([.table(rows.map { [StyledText($0.name, .secondary), $0.value] })], as: "")]
        + rows.map { .spoken([], as: "\($0.name): \($0.value.spoken)") },
      hint: StyledText(hint.compactMap(\.self).joined(separator: " · "), .hint),
      data: [
        .init("account", .string(state.account)), .init("tab", state.current.map(data) ?? .null),
        .init("live", .optional(state.live?.rawValue)),
      ])
  }

  /// A tab as JSON: `{id, title, label, path: [{kind, id, label}], sheet: {kind, label, unsaved}, waiting}`.
  ///
  /// `sheet` is null if none is presented; `waiting` lists further sheets in the order in which they will open.
  public static func data(_ tab: Tab) -> JSONValue {
    [
      "id": .string(tab.id), "title": .string(tab.title), "label": .string(tab.label),
      "path": .array(
        tab.path.map { ["kind": .string($0.kind), "id": .optional($0.id), "label": .string($0.label)] }),
      "sheet": tab.sheets.first.map(data) ?? .null, "waiting": .array(tab.sheets.dropFirst().map(data)),
    ]
  }

  private static func data(_ sheet: Sheet) -> JSONValue {
    ["kind": .string(sheet.kind), "label": .string(sheet.label), "unsaved": .bool(sheet.unsaved != nil)]
  }

}

extension Navigation.Live {
  /// The state of the connection, as `where` and `whoami` show it.
  public var text: StyledText {
    switch self {
    case .connected: StyledText("connected")
    case .connecting: StyledText("connecting", .secondary)
    case .waiting: StyledText("interrupted; reconnecting, and checking every two minutes", .warning)
    case .polling: StyledText("not offered by the server; checking every two minutes", .warning)
    case .ended: StyledText("ended; refresh reconnects", .warning)
    case .off: StyledText("off; to turn on: set live on", .secondary)
    }
  }
}
