import MastodonKit

/// The preview card of a status.
///
/// The sandbox makes no requests, so it derives the card from the URL.
enum LinkCard {
  /// A card for the first URL of a text that is not on this instance; `nil` if there is none.
  ///
  /// A page below `/@wren/` is by Wren, who has to name its host among her attribution domains.
  static func invented(for text: StatusText, in transaction: Transaction) throws -> String? {
    let instance = transaction.instance
    let addresses = text.pieces.compactMap { if case .url(let url) = $0 { url } else { nil } }
    guard let url = addresses.first(where: { host(of: $0) != instance.domain }), let host = host(of: url) else {
      return nil
    }
    let name = url.split(separator: "/").dropFirst(2).first { $0.hasPrefix("@") }?.dropFirst()
    let person = try name.flatMap { try transaction.account(named: String($0)) }
    let isAttributed = person.map { $0.attributionDomains.contains("\"\(host)\"") } ?? true
    let renderer = AccountRenderer(instance: instance)
    return JSONWriter.object { writer in
      writer.field("url", url)
      writer.field("title", title(of: url, on: host))
      writer.field("description", "A page on \(host).")
      writer.field("language", "en")
      writer.field("provider_name", host)
      writer.field("provider_url", "https://\(host)")
      writer.bareCard(isMissingAttribution: !isAttributed) { writer in
        guard let person, isAttributed else { return writer.raw("[]") }
        writer.array(objects: [person]) { writer, person in
          writer.field("name", person.displayName)
          writer.field("url", person.url(in: instance))
          writer.field("account", of: person) { renderer.write($1, to: &$0) }
        }
      }
    }
  }

  private static func host(of url: String) -> String? {
    let rest = url.drop { $0 != "/" }.drop { $0 == "/" }
    let host = rest.prefix { !"/?#:".contains($0) }.lowercased()
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// A title from the last component of the path, or the host.
  private static func title(of url: String, on host: String) -> String {
    let path = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/").dropFirst()
    let words = path.last.map { PercentCoding.decode($0).split { "-_.".contains($0) }.joined(separator: " ") } ?? ""
    guard let first = words.first else { return host }
    return first.uppercased() + words.dropFirst()
  }
}

extension JSONWriter {
  /// The fields of a card without image and embedded player.
  mutating func bareCard(
    isMissingAttribution: Bool = false, authors: (inout JSONWriter) -> Void = { $0.raw("[]") }
  ) {
    field("type", "link")
    key("authors")
    authors(&self)
    for name in ["author_name", "author_url", "html", "embed_url"] as [StaticString] { field(name, "") }
    field("width", 0)
    field("height", 0)
    for name in ["image", "image_description", "blurhash"] as [StaticString] { null(name) }
    if isMissingAttribution { field("missing_attribution", true) } else { null("missing_attribution") }
    field("published_at", "2026-01-01T00:00:00.000Z")
  }
}
