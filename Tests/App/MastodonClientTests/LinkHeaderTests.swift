import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct LinkHeaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let header: String
    var older: Cursor?
    var newer: Cursor?
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Case(
      rule: "Mastodon's usual pair",
      header: #"<https://s.example/api/v1/timelines/home?limit=2&max_id=7>; rel="next", "#
        + #"<https://s.example/api/v1/timelines/home?min_id=9>; rel="prev""#, older: "7", newer: "9"),
    Case(
      rule: "account-like lists go up by since_id",
      header: #"<https://s.example/a?max_id=7>; rel="next", <https://s.example/a?since_id=9>; rel="prev""#,
      older: "7", newer: "?since_id=9"),
    Case(
      rule: "another cursor is followed with all its parameters",
      header: #"<https://s.example/a?limit=2&page=a%2Bb&local=true>; rel="next""#,
      older: "?limit=2&page=a%2Bb&local=true"),
    Case(
      rule: "an offset",
      header: #"<https://s.example/a?offset=40>; rel="next", <https://s.example/a?offset=0>; rel="prev""#,
      older: "?offset=40", newer: "?offset=0"),
    Case(rule: "another host", header: #"<https://evil.example/a?max_id=7>; rel="next""#),
    Case(rule: "a host in the place of a name", header: #"<https://s.example@evil.example/a?max_id=7>; rel="next""#),
    Case(rule: "the same host behind a proxy", header: #"<http://S.example:3000/a?max_id=7>; rel="next""#, older: "7"),
    Case(rule: "the same host without a scheme", header: #"<//s.example/a?max_id=7>; rel="next""#, older: "7"),
    Case(
      rule: "a token in a link is not sent on", header: #"<https://s.example/a?access_token=t&x=1>; rel="next""#,
      older: "?x=1"),
    Case(rule: "a semicolon at the end", header: #"<https://s.example/a?max_id=7>; rel="next";"#, older: "7"),
    Case(rule: "no quotes", header: "<https://s.example/a?max_id=7>;rel=next", older: "7"),
    Case(rule: "capitals and spaces", header: #"<https://s.example/a?max_id=7> ; Rel = "NEXT" "#, older: "7"),
    Case(
      rule: "other parameters", header: #"<https://s.example/a?max_id=7>; title="a, b"; rel="next"; type=x"#, older: "7"
    ),
    Case(
      rule: "a missing relation is told by its cursor",
      header: #"<https://s.example/a?max_id=7>; rel="next", <https://s.example/a?min_id=9>"#, older: "7", newer: "9"),
    Case(
      rule: "no comma between them",
      header: #"<https://s.example/a?max_id=7>; rel="next" <https://s.example/a?min_id=9>; rel="prev""#, older: "7",
      newer: "9"),
    Case(rule: "opaque cursors", header: #"<https://s.example/a?max_id=01H%2BX%3D%3D>; rel="next""#, older: "01H+X=="),
    Case(rule: "relative addresses", header: #"</a?max_id=7>; rel="next""#, older: "7"),
    Case(rule: "only prev: the end of the list", header: #"<https://s.example/a?min_id=9>; rel="prev""#, newer: "9"),
    Case(rule: "an unknown relation", header: #"<https://s.example/a?max_id=7>; rel="last""#),
    Case(rule: "an empty cursor", header: #"<https://s.example/a?max_id=>; rel="next""#),
    Case(rule: "no query", header: #"<https://s.example/a>; rel="next""#),
    Case(rule: "nothing", header: ""),
    Case(rule: "rubbish", header: "><;rel=,<<"),
  ])
  func cursorsAreParsed(_ header: Case) {
    let links = LinkHeader([header.header], host: "s.example")
    #expect(links.older == header.older)
    #expect(links.newer == header.newer)
  }

  @Test func severalHeadersAreOne() {
    let links = LinkHeader([#"</a?max_id=7>; rel="next""#, #"</a?min_id=9>; rel="prev""#], host: "s.example")
    #expect(links.older == "7")
    #expect(links.newer == "9")
  }
}
