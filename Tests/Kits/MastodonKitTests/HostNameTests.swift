import Testing

@testable import MastodonKit

@Suite struct HostNameTests {
  /// Samples of RFC 3492, 7.1, and others that registries use.
  @Test(
    arguments: [
      ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
      ("bücher", "bcher-kva"), ("münchen", "mnchen-3ya"), ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
      ("президент", "d1abbgf6aiiy"),
    ] as [(Substring, String)])
  func aNameInAnotherScriptIsWrittenAsDNSHasIt(_ label: Substring, _ encoded: String) {
    #expect(HostName.encode(label) == encoded)
  }

  @Test(arguments: [
    ("bawü.example", "xn--baw-joa.example"), ("BAWÜ.EXAMPLE", "xn--baw-joa.example"),
    ("xn--baw-joa.example", "xn--baw-joa.example"), ("shore.example", "shore.example"),
    ("bawu\u{308}.example", "xn--baw-joa.example"), ("BAWU\u{308}.example", "xn--baw-joa.example"),
    ("\u{1107}\u{1161}.example", "xn--9g3b.example"),
    ("bawq\u{308}.example", nil), ("ｓhore.example", nil),
  ])
  func internationalNamesAreConvertedOnce(_ typed: String, _ name: String?) {
    #expect(HostName.ascii(typed) == name)
  }

  @Test(arguments: [
    ("Pool@bawü.example", "pool@xn--baw-joa.example", true), ("@pool@BAWÜ.example", "pool@bawü.example", true),
    ("pool@bawu\u{308}.example", "pool@xn--baw-joa.example", true),
    ("pool@bawu\u{308}.example", "pool@bawü.example", true),
    ("pool@home.example", "pool", true), ("pool@media.home.example", "pool", true),
    ("pool@shore.example", "pool", false),
    ("pool", "rook", false),
  ])
  func handlesAreComparedInOneForm(_ one: String, _ other: String, _ isSame: Bool) {
    let own = ["home.example", "media.home.example"]
    #expect((Handle(one, at: own) == Handle(other, at: own)) == isSame)
  }
}
