public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension Media {
  /// Posts with media: whose they are, what each attachment is in words, and at a terminal its main colours.
  ///
  /// As JSON it is `{screen, account, posts, items}`; an item is `{id, url, account, created_at, sensitive, media}`.
  ///
  /// - Parameter colors: Draws the colours of an attachment, in place of the image.
  public static func view(
    _ gallery: Gallery, layout: Layout, colors: (MediaAttachment, Layout) -> Picture?
  ) -> Document {
    var blocks: [Block] = []
    for (index, status) in gallery.statuses.enumerated() {
      if index > 0 { blocks.append(.blank) }
      blocks.append(.item(item(status.displayed, index + 1, layout, colors)))
    }
    if blocks.isEmpty {
      let text =
        switch gallery.account == nil ? gallery.count : 0 {
        case 0: "No posts with media."
        case 1: "The post has no media."
        case let count: "None of the \(count) posts has media."
        }
      blocks = [.paragraph(StyledText(text, .secondary))]
    }
    let name = gallery.account.map { " · @\(Sanitizer.oneLine($0))" } ?? ""
    return Document(
      kind: "gallery",
      title: Document.Title(
        "Gallery\(name)", note: gallery.statuses.isEmpty ? nil : CountText.of(gallery.statuses.count, "post")),
      blocks: blocks, hint: gallery.statuses.isEmpty ? nil : Hint(["media N", "open N", "download N"]),
      data: [.init("account", .optional(gallery.account)), .init("posts", .int(gallery.count))])
  }

  private static func item(
    _ status: Status, _ number: Int, _ layout: Layout, _ colors: (MediaAttachment, Layout) -> Picture?
  ) -> Item {
    let time = RelativeTime(status.createdAt, in: layout)
    let name = Sanitizer.oneLine(status.account.shownName)
    let isHidden = layout.media == .hide || layout.media == .default && status.sensitive
    let media = MediaView(
      status.mediaAttachments, expansion: isHidden ? status.sensitive ? .sensitive : .hidden : .described,
      typed: isHidden ? "\(number)" : nil)
    var blocks: [Block] = [.paragraph(StyledText(name, .name) + StyledText(" · \(time.short)", .secondary))]
    if isHidden {
      blocks += media.blocks
    } else {
      var small = layout
      small.width = min(layout.width, 16)
      let isOnly = status.mediaAttachments.count == 1
      for (index, attachment) in status.mediaAttachments.enumerated() {
        let description = MediaView.description(attachment).map { StyledText($0) }
        var entry: [Block] = [
          .paragraph(description ?? StyledText("No alt text.", .secondary)), .paragraph(facts(attachment)),
        ]
        if layout.needs(.seen), let picture = colors(attachment, small) { entry.append(.picture(picture)) }
        blocks += isOnly ? entry : [.listItem(marker: StyledText("\(index + 1)", .number), entry)]
      }
    }
    var item = Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined([name, media.spoken, time.spoken])),
      references: [.status(status.id), .account(status.account.id)],
      data: [
        "id": .string(status.id.rawValue), "url": .optional(status.url),
        "account": AccountView.brief(status.account), "created_at": .string(MastodonDate.format(status.createdAt)),
        "sensitive": .bool(status.sensitive), "media": .array(status.mediaAttachments.map(MediaView.data)),
      ])
    item.audience = status.audience
    return item
  }
}
