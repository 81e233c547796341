import FoundationEssentials
import MastodonKit

extension SeedStatus {
  /// The status to post; a reply starts with a mention.
  func status(by id: Int64, inReplyTo parent: Int64?, of other: Resident?, quoting: Int64?) -> NewStatus {
    let address = other.map { $0 == author ? "" : "@\($0.acct) " } ?? ""
    var new = NewStatus(author: id, text: address + text)
    new.spoilerText = warning
    new.audience = audience
    new.language = language ?? (other == nil ? author.language : "en")
    new.inReplyToID = parent
    new.quoteOfID = quoting
    new.poll = poll
    new.media = Self.json(media)
    new.card = card.map(Self.json)
    return new
  }

  /// Sorted keys, so that the same seed gives the same bytes.
  private static func json(_ media: [MediaAttachment]) -> String {
    let encoder = MastodonJSON.makeEncoder()
    encoder.outputFormatting.insert(.sortedKeys)
    do { return String(decoding: try encoder.encode(media), as: UTF8.self) } catch { return "[]" }
  }

  private static func json(_ card: PreviewCard) -> String {
    JSONWriter.object { writer in
      writer.field("url", card.url)
      writer.field("title", card.title)
      writer.field("description", card.description)
      writer.field("language", "en")
      writer.field("provider_name", "")
      writer.field("provider_url", "")
      writer.bareCard()
    }
  }
}
