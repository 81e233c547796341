import Testing

@testable import Links

/// Which spellings of an address are one page.
@Suite struct PageIdentityTests {
  @Test(arguments: [
    ("https://shore.example/a", "http://shore.example/a/"), ("https://Shore.Example:443/a", "https://shore.example/a"),
    ("https://shore.example./a#top", "https://shore.example/a"),
    ("https://shore.example/%7Ezoe/caf%c3%a9", "https://shore.example/~zoe/café"),
    ("https://shore.example/web/@zoe/1", "https://shore.example/@Zoe/1"),
    ("https://shore.example/users/zoe/statuses/1", "https://shore.example/@zoe/1"),
    ("https://shore.example/users/zoe", "https://shore.example/@zoe"),
    ("https://shore.example/@zoe@shore.example/1", "https://shore.example/@zoe/1"),
    ("https://bücher.example/1", "https://xn--bcher-kva.example/1"),
    ("https://shore.example/?", "https://shore.example"),
  ])
  func spellingsAreEquivalent(_ left: String, _ right: String) throws {
    #expect(try #require(PageIdentity(left)) == #require(PageIdentity(right)))
  }

  @Test(arguments: [
    ("https://shore.example/?p=1", "https://shore.example/?p=2"),
    ("https://shore.example/a", "https://shore.example/A"),
    ("https://shore.example/a", "https://shore.example:8443/a"),
    ("https://shore.example/a", "https://shore.example/a/b"),
    ("https://shore.example/@zoe/1", "https://shore.example/@zoe/10"),
    ("https://shore.example/@zoe/1", "https://shore.example/@ben/1"),
    ("https://shore.example/@zoe/1?x=2", "https://shore.example/@zoe/1"),
    ("https://shore.example/a%2Fb", "https://shore.example/a/b"),
    ("https://shore.example/a%3Fb", "https://shore.example/a?b"),
    ("https://shore.example/a%2525", "https://shore.example/a%25"),
    ("https://shore.example/a%26", "https://shore.example/a&"),
  ])
  func anotherPageIsAnother(_ left: String, _ right: String) throws {
    #expect(try #require(PageIdentity(left)) != #require(PageIdentity(right)))
  }

  @Test(arguments: ["", "shore.example/a", "acct:zoe@shore.example", "https://zoe@shore.example/a", "https:///a"])
  func invalidPageURLsAreRefused(_ text: String) { #expect(PageIdentity(text) == nil) }
}
