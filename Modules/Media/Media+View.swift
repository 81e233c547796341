public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Media {
  /// The attachments of a post: one with its details and its image, or all as text.
  ///
  /// The alt text always comes first. As JSON it is `{screen, status, media}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let count = state.attachments.count
    let note = state.index.flatMap { count > 1 ? "\($0 + 1) of \(count)" : nil }
    let title = Document.Title(
      "Media · \(Sanitizer.oneLine(state.author))", note: state.index == nil ? "\(count)" : note)
    return Document(
      kind: "media", title: title,
      blocks: state.attachment.map { one($0, state.drawing) } ?? all(state.attachments),
      hint: Hint(hint(state)),
      data: [
        JSONValue.Member("status", .string(state.statusID.rawValue)),
        JSONValue.Member("media", .array(state.attachments.map(MediaView.data))),
      ])
  }

  private static func one(_ attachment: MediaAttachment, _ drawing: Drawing?) -> [Block] {
    var attachment = attachment
    if let seconds = drawing?.seconds, attachment.meta?.duration == nil {
      attachment.meta = attachment.meta ?? MediaAttachment.Meta()
      attachment.meta?.duration = seconds
    }
    return words(attachment, bytes: drawing?.bytes) + drawn(drawing)
  }

  /// The drawing of an attachment, or the reason why there is none.
  static func drawn(_ drawing: Drawing?) -> [Block] {
    var blocks: [Block] = []
    if let picture = drawing?.picture { blocks += [.blank, .picture(picture)] }
    if let wave = drawing?.wave {
      blocks.append(.spoken([.blank, .preformatted(StyledText(wave, .accent))], as: ""))
    }
    if let note = drawing?.note { blocks += [.blank, .paragraph(StyledText(note, .secondary))] }
    return blocks
  }

  /// The part below an attachment's text and colours, once it is drawn.
  static func rest(_ state: State) -> Document {
    var drawing = state.drawing
    let facts = [drawing?.note, drawing?.bytes.map { "\(size($0))." }].compactMap(\.self)
    drawing?.note = facts.isEmpty ? nil : facts.joined(separator: " ")
    var blocks = drawn(drawing)
    if blocks.first == .blank { blocks.removeFirst() }
    return Document(kind: "media", blocks: blocks, hint: Hint(hint(state)))
  }

  private static func all(_ attachments: [MediaAttachment]) -> [Block] {
    attachments.enumerated().flatMap { index, attachment -> [Block] in
      let entry = Block.listItem(marker: StyledText("\(index + 1)", .number), words(attachment))
      return index == 0 ? [entry] : [.blank, entry]
    }
  }

  /// The alt text, the facts and the URL.
  private static func words(_ attachment: MediaAttachment, bytes: Int? = nil) -> [Block] {
    var blocks =
      MediaView.description(attachment).map { Block.byOthers([.paragraph(StyledText($0))]) }
      ?? [.paragraph(StyledText("No alt text.", .secondary))]
    blocks.append(.paragraph(facts(attachment, bytes)))
    if let url = attachment.url ?? attachment.remoteURL {
      blocks.append(.paragraph(StyledText(url, .link, url: url)))
    } else {
      blocks.append(.paragraph(StyledText("The server is still processing this attachment.", .secondary)))
    }
    return blocks
  }

  /// `image · 1600 × 1200 · 412 KB · focus upper left`.
  static func facts(_ attachment: MediaAttachment, _ bytes: Int? = nil) -> StyledText {
    var facts = StyledText(MediaView.label(attachment), .secondary)
    if let size = attachment.meta?.original {
      facts += StyledText(
        " · \(size.width) × \(size.height)", .secondary, spoken: ", \(size.width) by \(size.height)")
    }
    if let bytes { facts += StyledText(" · \(self.size(bytes))", .secondary, spoken: ", \(self.size(bytes))") }
    if let place = attachment.meta?.focus.flatMap(place) {
      facts += StyledText(" · focus \(place)", .secondary, spoken: ", focus \(place)")
    }
    return facts
  }

  /// The position of the focal point; `nil` for the middle.
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

  private static func hint(_ state: State) -> [Hint.Command] {
    let count = state.attachments.count
    var ways: [Hint.Command] = []
    // What the server is still processing can be neither viewed nor saved.
    let isThere = state.attachment.map { $0.url ?? $0.remoteURL != nil } ?? false
    if state.isSheet {
      let index = state.index ?? 0
      if index + 1 < count { ways.append("next") }
      if index > 0 { ways.append("prev") }
      if isThere { ways += ["view", "download"] }
      return ways + [.kept("close")]
    }
    if state.index == nil { ways.append("media \(state.typed) 1") }
    if isThere { ways += ["view \(state.typedForOne)", "download \(state.typedForOne)"] }
    if count > 1 { ways.append("media \(state.typed) --browse") }
    return ways
  }

}
