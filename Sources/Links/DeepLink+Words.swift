public import FeatureKit
import TerminalKit

extension DeepLink.Refusal: AppErrorConvertible {
  /// The refusal as the user sees it.
  public var appError: AppError { .usage(words, suggestion: suggestion) }

  private var words: String {
    switch self {
    case .noLink(""): "There is no link."
    case .noLink(let text): "“\(Self.short(text))” is not a link."
    case .tooLong: "That link is too long."
    case .characters: "That link has characters that a link cannot have."
    case .scheme("howdah"): "A link cannot open a link that opens a link."
    case .scheme(let name): "\(Self.short(name)): links are not opened here."
    case .userInfo: "That link has a name in front of its server, as links that mislead do."
    case .host(""): "That link names no server."
    case .host(let name): "“\(Self.short(name))” is not the name of a server."
    case .plainText(let host):
      "\(Self.short(host)) would be reached in the clear, which is only done within this machine."
    case .place(""): "That link leads nowhere."
    case .place(let name): "There is no “\(Self.short(name))” to open."
    }
  }

  private var suggestion: String {
    switch self {
    case .scheme, .noLink: "A link is https://…, @user@host, #tag, howdah:… or web+ap:…."
    case .place: "There are compose, open, tab, account, status and tag: howdah://tag/NAME."
    case .plainText: "Try it with https."
    case .tooLong, .characters, .userInfo, .host: "Copy it again, or open it in a browser if you trust it."
    }
  }

  private static func short(_ text: String) -> String {
    let text = Sanitizer.clean(text)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}
