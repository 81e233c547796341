import MastodonClient
import MastodonKit
import Testing

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("mastodon.example", "https://mastodon.example"),
    ("  Mastodon.Example  ", "https://mastodon.example"),
    ("https://mastodon.example/about?x=http://y", "https://mastodon.example"),
    ("mastodon.example/@me", "https://mastodon.example"),
    ("@me@mastodon.example", "https://mastodon.example"),
    ("me@mastodon.example", "https://mastodon.example"),
    ("https://mastodon.example:443", "https://mastodon.example"),
    ("mastodon.example:8443", "https://mastodon.example:8443"),
    ("wss://streaming.example", "https://streaming.example"),
    ("xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example"),
    ("münchen.example", "https://xn--mnchen-3ya.example"),
    ("@me@MÜNCHEN.example:8443", "https://xn--mnchen-3ya.example:8443"),
    ("localhost", "http://localhost"),
    ("mu\u{308}nchen.example", "https://xn--mnchen-3ya.example"), ("localhost:3000", "http://localhost:3000"),
    ("@me@localhost:3000", "http://localhost:3000"),
    ("http://127.0.0.1:80", "http://127.0.0.1"),
    ("127.9.9.9:4000", "http://127.9.9.9:4000"),
    ("https://localhost:3000", "https://localhost:3000"),
    ("[::1]:3000", "http://[::1]:3000"),
    ("http://[::1]", "http://[::1]"),
    ("https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"),
  ])
  func typedAddressesAreParsed(typed: String, origin: String) throws {
    #expect(try ServerAddress(parsing: typed).origin == origin)
  }

  @Test(arguments: [
    "http://mastodon.example", "http://10.0.0.1", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
    "http://128.0.0.1", "ws://streaming.example", "http://[::2]",
  ])
  func refusesPlainHTTPToAnotherMachine(typed: String) {
    let error = #expect(throws: MastodonError.self) { try ServerAddress(parsing: typed) }
    guard case .unreachable(_, .plainText, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "https://me@shore.example", "https://shore.example@evil.example/@me", "http://127.0.0.1@evil.example",
    "wss://u:hush@shore.example", "u:hush@shore.example", "@a@b@shore.example",
    "  HTTPS://me@shore.example",
  ])
  func refusesANameBeforeTheHostWithoutRepeatingIt(typed: String) {
    let error = #expect(throws: MastodonError.self) { try ServerAddress(parsing: typed) }
    guard case .rejected(let host, ServerAddress.userInfoRefusal, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!host.contains("@") && !host.contains("hush"))
  }

  @Test(arguments: [
    "", "   ", "@", "ftp://mastodon.example", "mastodon..example", "masto don.example:x", "mastodon.example:0",
    "mastodon.example:99999", "mastodon.example:+80", "[::1", "muq\u{308}nchen.example", "a_b!.example", "me@",
  ])
  func invalidServerNamesAreRefused(typed: String) {
    let error = #expect(throws: MastodonError.self) { try ServerAddress(parsing: typed) }
    guard case .rejected = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
