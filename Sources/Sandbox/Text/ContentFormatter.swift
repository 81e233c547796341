import MastodonKit

/// Formats source text as Mastodon's HTML.
struct ContentFormatter {
  let instance: InstanceInfo
  /// The mentioned accounts, by name as typed, in lower case.
  let mentioned: [String: AccountRow]

  func html(_ text: StatusText) -> String { Self.paragraphs(inline(text)) }

  /// The HTML without paragraphs, for profile fields.
  func inline(_ text: StatusText) -> String {
    var body = ""
    for piece in text.pieces {
      switch piece {
      case .text(let text): body += Self.escape(text)
      case .url(let url): body += Self.link(url)
      case .tag(let tag): body += self.tag(tag)
      case .mention(let username, let domain): body += mention(username, domain)
      }
    }
    return body
  }

  static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { "<>&\"'".utf8.contains($0) }) else { return text }
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private func mention(_ username: String, _ domain: String?) -> String {
    let typed = domain.map { "\(username)@\($0)" } ?? username
    guard let account = mentioned[typed.lowercased()] else { return Self.escape("@\(typed)") }
    return """
      <span class="h-card" translate="no"><a href="\(Self.escape(account.url(in: instance)))" class="u-url mention">\
      @<span>\(Self.escape(account.username))</span></a></span>
      """
  }

  private func tag(_ tag: String) -> String {
    """
    <a href="\(instance.origin)/tags/\(PercentCoding.encode(tag))" class="mention hashtag" rel="tag">\
    #<span>\(Self.escape(tag))</span></a>
    """
  }

  /// A link that shows the host and thirty characters.
  private static func link(_ url: String) -> String {
    var prefix = url.hasPrefix("https://") ? "https://" : "http://"
    if url.dropFirst(prefix.count).hasPrefix("www.") { prefix += "www." }
    let rest = url.dropFirst(prefix.count)
    let shown = rest.prefix(30)
    return """
      <a href="\(escape(url))" target="_blank" rel="nofollow noopener" translate="no">\
      <span class="invisible">\(escape(prefix))</span>\
      <span class="\(rest.count > 30 ? "ellipsis" : "")">\(escape(String(shown)))</span>\
      <span class="invisible">\(escape(String(rest.dropFirst(30))))</span></a>
      """
  }

  /// Blank lines separate paragraphs; other line breaks become `<br>`.
  private static func paragraphs(_ body: String) -> String {
    guard !body.isEmpty else { return "" }
    var paragraphs: [[Substring]] = [[]]
    for line in body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !line.isEmpty {
        paragraphs[paragraphs.count - 1].append(line)
      } else if paragraphs.last?.isEmpty == false {
        paragraphs.append([])
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { "<p>\($0.joined(separator: "<br />"))</p>" }.joined()
  }
}
