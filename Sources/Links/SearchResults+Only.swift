import FeatureKit
import MastodonKit
import TerminalKit

extension SearchResults {
  /// The one thing that a server found at a link although its own address is spelt otherwise; `nil` if it is not credible.
  ///
  /// Pleroma's pages of posts, videos of PeerTube and other servers' copies have such links. Servers that search the text of
  /// posts for the link, or answer with any post, are not believed.
  func only(for page: DeepLink.WebPage, on server: DeepLinks.Server) -> UncertainReference? {
    guard accounts.count + statuses.count == 1 else { return nil }
    if let account = accounts.first {
      guard page.place.isOfAccount != false,
        isCredible(account, account.id.rawValue, at: account.url, for: page, on: server)
      else { return nil }
      return UncertainReference(
        Reference(kind: .account, id: account.id.rawValue), at: page.url,
        is: "the account @\(account.acct)\(Self.at(account.url))")
    }
    guard let status = statuses.first, page.place.isOfAccount != true, !status.hasLink(to: page),
      isCredible(status.account, status.id.rawValue, at: status.url ?? status.uri, for: page, on: server)
    else { return nil }
    return UncertainReference(
      Reference(kind: .status, id: status.id.rawValue), at: page.url,
      is: "a post by @\(status.account.acct)\(Self.at(status.url ?? status.uri))")
  }

  /// Whether the author is on another server, as the link is, or the link to the asked server itself has the id.
  private func isCredible(
    _ account: Account, _ id: String, at address: String?, for page: DeepLink.WebPage, on server: DeepLinks.Server
  ) -> Bool {
    guard !server.names.contains(page.host) else { return page.url.split(separator: "/").contains(id[...]) }
    return Handle(account.acct, at: server.names).host != nil
      || address.flatMap { PageIdentity($0) }?.host == page.host
  }

  private static func at(_ address: String?) -> String { address.map { ", \($0)" } ?? "" }
}

extension DeepLink.Place {
  /// Whether a path is that of an account (true) or of a post (false); `nil` if it does not tell.
  fileprivate var isOfAccount: Bool? {
    switch self {
    case .account: true
    case .status: false
    case .tag, .unknown: nil
    }
  }
}

extension Status {
  /// Whether a post only has the link in its text or its card.
  fileprivate func hasLink(to page: DeepLink.WebPage) -> Bool {
    guard let start = page.url.firstRange(of: "://") else { return true }
    let address = page.url[start.upperBound...].lowercased()
    return [content, text ?? "", card?.url ?? ""].contains { $0.lowercased().contains(address) }
  }
}
