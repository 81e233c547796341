import MastodonKit
import Testing

@Suite struct URLCodingTests {
  @Test(
    arguments: [
      ("", []), ("AA", [0]), ("AAE", [0, 1]), ("AAEC", [0, 1, 2]), ("-_8", [251, 255]), ("+/8=", [251, 255]),
      ("A", nil),
      ("A A", nil), ("AA=A", nil), ("äöü", nil),
    ] as [(String, [UInt8]?)])
  func base64IsDecodedInEitherAlphabet(_ text: String, _ expected: [UInt8]?) {
    #expect(Base64URL.decode(text) == expected)
  }

  @Test func base64IsEncodedForURLsWithoutPadding() {
    #expect(Base64URL.encode([251, 255]) == "-_8" && Base64URL.encode([0]) == "AA" && Base64URL.encode([]).isEmpty)
  }

  @Test(arguments: [
    ("a-z.A_Z~09", "a-z.A_Z~09"), ("a b&c=d/e?", "a%20b%26c%3Dd%2Fe%3F"), ("ü🐝", "%C3%BC%F0%9F%90%9D"), ("", ""),
  ]) func everythingButUnreservedCharactersIsEncoded(_ text: String, _ encoded: String) {
    #expect(PercentCoding.encode(text) == encoded && PercentCoding.decode(encoded[...]) == text)
  }

  @Test(arguments: [("a+b", "a b"), ("%zz%4", "%zz%4"), ("%c3%bc", "ü"), ("%2B", "+"), ("%", "%")])
  func invalidEscapesStayUnchanged(_ text: String, _ decoded: String) {
    #expect(PercentCoding.decode(text[...]) == decoded)
  }
}
