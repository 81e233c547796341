public import MastodonKit
import TerminalKit

/// The links in a post, in the order in which `links` and `link N M` number them: those in its text, then its preview's,
/// then the post that it quotes.
///
/// Mentions and hashtags have commands of their own and are not among them.
public enum PostLinks {
  /// The addresses, each once.
  public static func addresses(in status: Status) -> [String] {
    let status = status.displayed
    let text = HTMLText.parse(
      status.content, options: HTMLText.Options(dropsInlineQuote: status.quote != nil))
    return addresses(in: text, of: status)
  }

  /// The same, of a post whose text is parsed already.
  static func addresses(in text: [Block], of status: Status) -> [String] {
    var addresses: [String] = []
    func add(_ address: String?) {
      if let address, !addresses.contains(address) { addresses.append(address) }
    }
    func visit(_ blocks: [Block]) {
      for block in blocks {
        switch block {
        case .paragraph(let text), .preformatted(let text), .verbatim(let text):
          for span in text.spans where span.role == .link { add(span.url) }
        case .listItem(_, let blocks), .quote(let blocks): visit(blocks)
        default: break
        }
      }
    }
    visit(text)
    add(status.card.map(\.url).flatMap(Sanitizer.cleanURL))
    add(status.quote?.quotedStatus.flatMap { $0.url ?? $0.uri }.flatMap(Sanitizer.cleanURL))
    return addresses
  }
}
