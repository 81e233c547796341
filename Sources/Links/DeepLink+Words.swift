public import FeatureKit
import TerminalKit

extension DeepLink.Refusal: AppErrorConvertible {
  public var appError: AppError { .usage(words, suggestion: suggestion) }

  private var words: String {
    switch self {
    case .noLink(""): "No link given."
    case .noLink(let text): "“\(Self.short(text))” is not a link."
    case .tooLong: "That link is too long."
    case .characters: "That link has invalid characters."
    case .scheme("howdah"): "Links can't be nested this deeply."
    case .scheme(let name): "Links with the scheme “\(Self.short(name))” aren't supported."
    case .userInfo: "That link has a user name before its server, which is misleading."
    case .host(""): "That link has no server."
    case .host(let name): "“\(Self.short(name))” isn't a server name."
    case .plainText(let host):
      "\(Self.short(host)) would be reached without encryption, which is allowed only on this machine."
    case .place(""): "That link has no target."
    case .place(let name): "Nothing to open at “\(Self.short(name))”."
    }
  }

  private var suggestion: String {
    switch self {
    case .scheme, .noLink: "Use https://…, @user@host, #tag, howdah:… or web+ap:…."
    case .place: "Use compose, open, tab, account, status or tag: howdah://tag/NAME."
    case .plainText: "Try it with https."
    case .tooLong, .characters, .userInfo, .host: "Copy it again, or open it in a browser if you trust it."
    }
  }

  private static func short(_ text: String) -> String {
    let text = Sanitizer.clean(text)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}
