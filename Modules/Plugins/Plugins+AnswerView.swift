import TerminalKit

extension Plugins.Answer {
  /// The answer as a document, for every form; without blocks if there is nothing to show.
  ///
  /// Posts get numbers, so that the next command can name them.
  func document(of name: String) -> Document {
    var blocks: [Block] = []
    var rest = parts[...]
    var title: Document.Title?
    if case .heading(let text)? = rest.first {
      title = Document.Title(text)
      rest = rest.dropFirst()
    }
    var number = 0
    var previous: Part?
    for part in rest {
      let added = Self.blocks(of: part, number: &number)
      if let previous, !added.isEmpty, !isText, !part.follows(previous) { blocks.append(.blank) }
      if !added.isEmpty { previous = part }
      blocks += added
    }
    if unknown > 0, !isUnreadable {
      if previous != nil { blocks.append(.blank) }
      let noun = unknown == 1 ? "document" : "documents"
      blocks.append(
        .paragraph(StyledText("! \(name) printed \(unknown) \(noun) that this version can't show.", .warning)))
    }
    var data = [JSONValue.Member("plugin", .string(name))]
    if isText {
      data.append(.init("text", .string(parts.map(\.plain).joined(separator: "\n"))))
    } else {
      data.append(.init("documents", .array(parts.map(\.json))))
    }
    return Document(kind: "plugin", title: title, blocks: blocks, data: data)
  }

  private static func blocks(of part: Part, number: inout Int) -> [Block] {
    switch part {
    case .heading(let text): return [.paragraph(StyledText(text, .title))]
    case .paragraph(let text): return [text.isEmpty ? .blank : .paragraph(StyledText(text))]
    case .warning(let text): return [.paragraph(StyledText("! \(text)", .warning))]
    case .list(let items, let isOrdered):
      return items.enumerated().map { index, item in
        let marker =
          isOrdered
          ? StyledText("\(index + 1).", .secondary) : StyledText([Span("•", .secondary, spoken: "")])
        return .listItem(marker: marker, [.paragraph(StyledText(item))])
      }
    case .table(let columns, let rows):
      let head = columns.isEmpty ? [] : [columns.map { StyledText($0, .secondary) }]
      guard !(head.isEmpty && rows.isEmpty) else { return [] }
      let sentences = rows.map { row -> Block in
        let cells = row.enumerated().map { index, cell in
          index < columns.count && index > 0 ? "\(columns[index]): \(cell)" : cell
        }
        return .spoken([], as: cells.joined(separator: ", "))
      }
      return [.spoken([.table(head + rows.map { $0.map { StyledText($0) } })], as: "")] + sentences
    case .fields(let fields):
      guard !fields.isEmpty else { return [] }
      let rows = fields.map { [StyledText("\($0.name)", .secondary), StyledText($0.value)] }
      return [.spoken([.table(rows)], as: "")] + fields.map { .spoken([], as: "\($0.name): \($0.value)") }
    case .status(let id, let text, let account):
      number += 1
      let line = StyledText.joined([StyledText(account ?? "", .name), StyledText(text)], separator: "  ")
      return [
        .item(
          Item(
            number: number, blocks: [.paragraph(line)],
            spoken: account.map { "\($0): \(text)" } ?? text, references: [Reference(kind: .status, id: id)],
            data: part.json(number: number)))
      ]
    case .link(let text, let url):
      let address = Sanitizer.cleanURL(url)
      let shown = text.isEmpty ? url : text
      let link = StyledText(shown, address == nil ? .text : .link, url: address)
      guard text.isEmpty || text == url else { return [.paragraph(link), .verbatim(StyledText(url, .secondary))] }
      return [.verbatim(link)]
    }
  }
}

extension Plugins.Answer.Part {
  /// Whether no empty line stands between this part and the one before it.
  fileprivate func follows(_ previous: Self) -> Bool {
    switch (previous, self) {
    case (.heading, _), (.status, .status), (.warning, .warning), (.link, .link), (.paragraph, .list): true
    case (_, _): false
    }
  }

  fileprivate var plain: String {
    switch self {
    case .heading(let text), .paragraph(let text), .warning(let text): text
    case .fields, .link, .list, .status, .table: ""
    }
  }

  fileprivate var json: JSONValue { json(number: nil) }

  fileprivate func json(number: Int?) -> JSONValue {
    switch self {
    case .heading(let text): ["type": "heading", "text": .string(text)]
    case .paragraph(let text): ["type": "paragraph", "text": .string(text)]
    case .warning(let text): ["type": "warning", "text": .string(text)]
    case .list(let items, let isOrdered):
      ["type": "list", "ordered": .bool(isOrdered), "items": .array(items.map(JSONValue.string))]
    case .table(let columns, let rows):
      [
        "type": "table", "columns": .array(columns.map(JSONValue.string)),
        "rows": .array(rows.map { .array($0.map(JSONValue.string)) }),
      ]
    case .fields(let fields):
      [
        "type": "fields",
        "fields": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
      ]
    case .link(let text, let url): ["type": "link", "text": .string(text), "url": .string(url)]
    case .status(let id, let text, let account):
      .object(
        (number.map { [JSONValue.Member("number", .int($0))] } ?? []) + [
          .init("type", "status"), .init("id", .string(id)), .init("text", .string(text)),
          .init("account", .optional(account)),
        ])
    }
  }
}
