/// Converts the fixtures' texts to HTML as Mastodon does.
enum FixtureHTML {
  static func mention(_ account: Account) -> String {
    """
    <span class="h-card" translate="no"><a href="\(account.url ?? "")" class="u-url mention">@<span>\
    \(account.username)</span></a></span>
    """
  }

  static func hashtag(_ tag: Tag) -> String {
    """
    <a href="\(tag.url ?? "")" class="mention hashtag" rel="tag">#<span>\(tag.name)</span></a>
    """
  }

  /// A link of which only the host and the first part of the path are meant to be seen.
  static func link(shown: String, hidden: String) -> String {
    """
    <a href="https://\(shown)\(hidden)" target="_blank" rel="nofollow noopener" translate="no">\
    <span class="invisible">https://</span><span class="ellipsis">\(shown)</span>\
    <span class="invisible">\(hidden)</span></a>
    """
  }
}

extension Tag {
  /// A hashtag on the fixtures' own instance.
  static func fixture(_ name: String) -> Tag {
    Tag(name: name, url: "https://\(Instance.fixtures.sandbox.domain)/tags/\(name)")
  }
}

extension Mention {
  init(_ account: Account) {
    self.init(id: account.id, username: account.username, acct: account.acct, url: account.url)
  }
}
