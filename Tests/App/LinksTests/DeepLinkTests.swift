import FeatureKit
import Testing

@testable import Links

/// The meaning of addresses, before any request.
@Suite struct DeepLinkTests {
  private static func page(_ url: String, _ host: String, _ place: DeepLink.Place) -> DeepLink {
    .page(DeepLink.WebPage(url: url, host: host, place: place))
  }

  static let links: [(String, DeepLink)] = [
    // People and hashtags, as they are written.
    ("@rook", .account("rook")), ("@pool@shore.example", .account("pool@shore.example")),
    ("@pool@shore.example,", .account("pool@shore.example")), ("@rook.", .account("rook")),
    ("pool@Shore.Example", .account("pool@shore.example")), ("acct:pool@shore.example", .account("pool@shore.example")),
    ("@pool@shore.example:8443", .account("pool@shore.example:8443")),
    ("@a.b-c_d@shore.example", .account("a.b-c_d@shore.example")),
    ("#canal", .tag("canal")), ("#Café", .tag("Café")), ("#写真", .tag("写真")), ("#2026goals", .tag("2026goals")),
    ("#می\u{200C}خواهم", .tag("می\u{200C}خواهم")),
    // Pages.
    (
      "https://shore.example/@pool/110",
      page("https://shore.example/@pool/110", "shore.example", .status(id: "110"))
    ),
    (
      "  https://Shore.Example:443/@pool/110?utm_source=x#reply  ",
      page("https://shore.example/@pool/110", "shore.example", .status(id: "110"))
    ),
    ("shore.example/@pool", page("https://shore.example/@pool", "shore.example", .account("pool@shore.example"))),
    (
      "https://shore.example/@pool@dunes.example",
      page("https://shore.example/@pool@dunes.example", "shore.example", .account("pool@dunes.example"))
    ),
    (
      "https://shore.example/@pool/with_replies",
      page("https://shore.example/@pool/with_replies", "shore.example", .account("pool@shore.example"))
    ),
    (
      "https://shore.example/users/pool",
      page("https://shore.example/users/pool", "shore.example", .account("pool@shore.example"))
    ),
    (
      "https://shore.example/users/pool/statuses/1",
      page("https://shore.example/users/pool/statuses/1", "shore.example", .status(id: "1"))
    ),
    (
      "https://shore.example/@pool/statuses/01JD7M3ZV5D2H6QK8XW",
      page(
        "https://shore.example/@pool/statuses/01JD7M3ZV5D2H6QK8XW", "shore.example",
        .status(id: "01JD7M3ZV5D2H6QK8XW"))
    ),
    (
      "https://shore.example/web/@pool/110",
      page("https://shore.example/web/@pool/110", "shore.example", .status(id: "110"))
    ),
    ("https://shore.example/tags/canal", page("https://shore.example/tags/canal", "shore.example", .tag("canal"))),
    (
      "https://shore.example/tags/caf%C3%A9",
      page("https://shore.example/tags/caf%C3%A9", "shore.example", .tag("café"))
    ),
    ("https://shore.example/notes/9x", page("https://shore.example/notes/9x", "shore.example", .unknown)),
    ("https://shore.example/?p=12", page("https://shore.example/?p=12", "shore.example", .unknown)),
    ("https://shore.example", page("https://shore.example", "shore.example", .unknown)),
    (
      "http://127.0.0.1:3000/@rook/1", page("http://127.0.0.1:3000/@rook/1", "127.0.0.1:3000", .status(id: "1"))
    ),
    // A name in another script is what DNS makes of it, so that nothing looks like what it is not.
    (
      "https://bücher.example/@a/1",
      page("https://xn--bcher-kva.example/@a/1", "xn--bcher-kva.example", .status(id: "1"))
    ),
    (
      "https://раypal.example/@a/1",
      page("https://xn--ypal-43d9g.example/@a/1", "xn--ypal-43d9g.example", .status(id: "1"))
    ),
    ("@a@BÜCHER.example", .account("a@xn--bcher-kva.example")),
    // Other programs' ways of saying the same.
    ("web+ap://shore.example/@pool/1", page("https://shore.example/@pool/1", "shore.example", .status(id: "1"))),
    ("web+mastodon://share?text=Hello%20there", .compose("Hello there")),
    ("web+mastodon://follow?uri=acct:pool@shore.example", .account("pool@shore.example")),
    ("web+mastodon://follow?uri=pool%40shore.example", .account("pool@shore.example")),
    // Ours.
    ("howdah://compose?text=one+two%0Athree%2B", .compose("one two\nthree+")),
    ("HOWDAH:compose?text=x&text=y", .compose("x")),
    (
      "howdah://open?url=https%3A%2F%2Fshore.example%2F%40pool",
      .page(
        DeepLink.WebPage(
          url: "https://shore.example/@pool", host: "shore.example", place: .account("pool@shore.example")))
    ),
    ("howdah://open?url=%23canal", .tag("canal")),
    ("howdah://tab/home", .tab("home")), ("howdah:notifications", .tab("notifications")),
    ("howdah://account/@pool@shore.example", .account("pool@shore.example")),
    ("howdah://status/110", .status("110")), ("howdah://tag/canal", .tag("canal")),
  ]

  @Test(arguments: links) func aLinkMeansOneThing(_ text: String, _ link: DeepLink) throws {
    #expect(try DeepLink(parsing: text) == link)
  }

  static let refused: [(String, DeepLink.Refusal)] = [
    ("", .noLink("")), ("   ", .noLink("")), ("hello", .noLink("hello")), ("3", .noLink("3")),
    ("@", .noLink("@")), ("@@shore.example", .noLink("@@shore.example")), ("@a@b@c.example", .noLink("@a@b@c.example")),
    ("#", .noLink("#")), ("#12", .noLink("#12")), ("#a-b", .noLink("#a-b")),
    // Other programs' business.
    ("javascript:alert(1)", .scheme("javascript")), ("file:///etc/passwd", .scheme("file")),
    ("data:text/html,x", .scheme("data")), ("ssh://shore.example", .scheme("ssh")),
    ("mailto:a@shore.example", .scheme("mailto")), ("HTTPSX://shore.example", .scheme("httpsx")),
    ("howdah://open?url=howdah%3A%2F%2Fopen%3Furl%3Dx", .scheme("howdah")),
    ("howdah://open?url=file%3A%2F%2F%2Fetc", .scheme("file")),
    // Misleading ones.
    ("https://shore.example@evil.example/@a/1", .userInfo), ("https://a:b@evil.example/", .userInfo),
    ("web+ap://a@evil.example/@b", .userInfo),
    ("https:/shore.example/@a", .noLink("https:/shore.example/@a")),
    ("https:shore.example", .noLink("https:shore.example")),
    ("https://shore.example\\@evil.example/", .noLink("https://shore.example\\@evil.example/")),
    ("https://", .host("")), ("https:///@a/1", .host("")), ("https://shore..example/", .host("shore..example")),
    ("https://shore.example:0/", .host("shore.example:0")),
    ("https://shore.example:99999/", .host("shore.example:99999")),
    ("https://shore.example:+443/", .host("shore.example:+443")), ("https://shore.example:/", .host("shore.example:")),
    ("https://sho%72e.example/", .host("sho%72e.example")), ("https://a_b!.example/", .host("a_b!.example")),
    ("https://shore。example/", .host("shore。example")), ("https://ｓhore.example/", .host("ｓhore.example")),
    ("https://sho\u{200D}re.example/", .host("sho\u{200D}re.example")),
    ("https://⒈example/", .host("⒈example")),
    ("http://shore.example/@a/1", .plainText("shore.example")),
    // What hides something.
    ("https://shore.example/@a/1\u{1B}[2J", .characters), ("https://shore.example/\u{202E}1/a@", .characters),
    ("https://shore.example/@a/1\u{200B}", .characters), ("https://shore.example/@a\u{2060}/1", .characters),
    ("https://shore.example/@a/1%E2%80%8B", .characters), ("https://shore.example/@a\u{AD}/1", .characters),
    ("https://shore.example/a b", .characters), ("https://shore.example/@a/1\n2", .characters),
    ("https://shore.example/%", .characters), ("https://shore.example/%zz", .characters),
    ("https://shore.example/%FF", .characters), ("https://shore.example/tags/%1B", .characters),
    ("https://shore.example/%E2%80%AE", .characters), ("howdah://compose?text=%1B%5B2J", .characters),
    ("howdah://compose?text=%00", .characters), ("@a\u{7}@shore.example", .characters),
    // Ours, wrongly.
    ("howdah://", .place("")), ("howdah:", .place("")),
    ("howdah://nowhere/else", .place("nowhere/else")), ("howdah://status/..%2F..", .place("status/../..")),
    ("howdah://status/delete", .place("status/delete")), ("howdah://tab/Home!", .place("Home!")),
    ("howdah://account/a/b", .place("account/a/b")), ("howdah://tag/a%20b", .noLink("#a b")),
    ("web+mastodon://post?text=x", .place("post")),
  ]

  @Test(arguments: refused) func ambiguousLinksAreRefused(_ text: String, _ refusal: DeepLink.Refusal) {
    #expect(throws: refusal) { try DeepLink(parsing: text) }
  }

  @Test func overlongLinksAreRefused() throws {
    let room = DeepLink.maximumBytes - "howdah:compose?text=".utf8.count
    let longest = "howdah:compose?text=" + String(repeating: "x", count: room)
    #expect(try DeepLink(parsing: longest) == .compose(String(repeating: "x", count: room)))
    #expect(throws: DeepLink.Refusal.tooLong) { try DeepLink(parsing: longest + "x") }
    #expect(throws: DeepLink.Refusal.tooLong) {
      try DeepLink(parsing: "https://shore.example/" + String(repeating: "%41", count: 1_000_000))
    }
  }

  @Test(arguments: refused.map(\.1)) func everyRejectionIsOneCleanSentence(_ refusal: DeepLink.Refusal) {
    let error = AppError(refusal)
    #expect(error.message.hasSuffix(".") && error.suggestion.hasSuffix("."))
    #expect(error.message.count < 140)
    #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test(arguments: [
    ("@rook", true), ("#canal", true), ("https://x", true), ("ftp://x", true), ("howdah:home", true),
    ("acct:a@b", true),
    ("@", false), ("#", false), ("3", false), ("1-3", false), ("01JD7M3ZV5D2H6QK8XW", false), ("", false),
    ("note:this", false),
  ])
  func aNumberOrAnIDIsLeftToTheScreen(_ word: String, _ isLikely: Bool) {
    #expect(DeepLink.isLikely(word) == isLikely)
  }
}
