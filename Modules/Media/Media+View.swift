public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Media {
  /// The media of a post: one with all that is known of it and what there is to see, or all of them in words.
  ///
  /// The author's description comes first, always: whoever does not see the picture has not missed the beginning. As JSON it
  /// is `{screen, status, media}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let count = state.attachments.count
    let note = state.index.flatMap { count > 1 ? "\($0 + 1) of \(count)" : nil }
    let title = Document.Title("Media · \(oneLine(state.author))", note: state.index == nil ? "\(count)" : note)
    return Document(
      kind: "media", title: title,
      blocks: state.attachment.map { one($0, state.sight) } ?? all(state.attachments),
      hint: Hint(hint(state)),
      data: [
        JSONValue.Member("status", .string(state.statusID.rawValue)),
        JSONValue.Member("media", .array(state.attachments.map(data))),
      ])
  }

  private static func one(_ attachment: MediaAttachment, _ sight: Sight?) -> [Block] {
    var blocks = words(attachment)
    guard let sight else { return blocks }
    if let picture = sight.picture { blocks += [.blank, .picture(picture)] }
    if let note = sight.note { blocks += [.blank, .paragraph(StyledText(note, .secondary))] }
    return blocks
  }

  private static func all(_ attachments: [MediaAttachment]) -> [Block] {
    attachments.enumerated().flatMap { index, attachment -> [Block] in
      let entry = Block.listItem(marker: StyledText("\(index + 1)", .number), words(attachment))
      return index == 0 ? [entry] : [.blank, entry]
    }
  }

  /// What it shows, what it is, and where.
  private static func words(_ attachment: MediaAttachment) -> [Block] {
    let description =
      MediaView.description(attachment).map { StyledText($0) }
      ?? StyledText("Nobody has described it.", .secondary)
    var blocks: [Block] = [.paragraph(description), .paragraph(facts(attachment))]
    if let url = attachment.url ?? attachment.remoteURL {
      blocks.append(.paragraph(StyledText(url, .link, url: url)))
    } else {
      blocks.append(.paragraph(StyledText("The server is still working on it.", .secondary)))
    }
    return blocks
  }

  /// `image · 1600 × 1200 · focus upper left`.
  private static func facts(_ attachment: MediaAttachment) -> StyledText {
    var facts = StyledText(MediaView.label(attachment), .secondary)
    if let size = attachment.meta?.original {
      facts += StyledText(
        " · \(size.width) × \(size.height)", .secondary, spoken: ", \(size.width) by \(size.height)")
    }
    if let place = attachment.meta?.focus.flatMap(place) {
      facts += StyledText(" · focus \(place)", .secondary, spoken: ", focus \(place)")
    }
    return facts
  }

  /// Where the point is that matters, in words; `nil` for the middle, where it is anyway.
  static func place(_ focus: MediaAttachment.Focus) -> String? {
    let third = 1.0 / 3
    let across = focus.x < -third ? "left" : focus.x > third ? "right" : ""
    let down = focus.y > third ? "upper" : focus.y < -third ? "lower" : ""
    switch (down, across) {
    case ("", ""): return nil
    case ("upper", ""): return "at the top"
    case ("lower", ""): return "at the bottom"
    case ("", let across): return "on the \(across)"
    default: return "\(down) \(across)"
    }
  }

  private static func hint(_ state: State) -> [Hint.Part] {
    let count = state.attachments.count
    var ways: [Hint.Part] = []
    // What the server still works on can be neither viewed nor saved.
    let isThere = state.attachment.map { $0.url ?? $0.remoteURL != nil } ?? false
    if state.isSheet {
      let index = state.index ?? 0
      if index + 1 < count { ways.append("next") }
      if index > 0 { ways.append("prev") }
      if isThere { ways += ["view", "save"] }
      return ways + [.kept("close")]
    }
    if state.index == nil { ways.append("media \(state.typed) 1") }
    if isThere { ways += ["view \(state.typedForOne)", "save \(state.typedForOne)"] }
    if count > 1 { ways.append("gallery \(state.typed)") }
    return ways
  }

  private static func data(_ attachment: MediaAttachment) -> JSONValue {
    let size = attachment.meta?.original
    let focus: JSONValue = attachment.meta?.focus.map { ["x": .double($0.x), "y": .double($0.y)] } ?? .null
    return [
      "kind": .string(attachment.kind.rawValue), "url": .optional(attachment.url ?? attachment.remoteURL),
      "description": .optional(attachment.description), "preview_url": .optional(attachment.previewURL),
      "width": .optional(size?.width), "height": .optional(size?.height),
      "duration": attachment.meta?.duration.map(JSONValue.double) ?? .null, "focus": focus,
      "blurhash": .optional(attachment.blurhash),
    ]
  }

  static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
