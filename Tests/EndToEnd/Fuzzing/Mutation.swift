/// One way to change a JSON value.
struct Mutation: Sendable {
  let name: String
  /// Changes the value at a field; `nil` where that makes no sense.
  let apply: @Sendable (_ json: [UInt8], _ field: JSONField) -> [UInt8]?
  /// Whether it makes a large text, of which fewer are tried.
  var isLarge = false

  /// Puts another value in the place.
  static func replacing(_ name: String, _ value: String, isLarge: Bool = false) -> Mutation {
    Mutation(
      name: name,
      apply: { json, field in json[..<field.value.lowerBound] + Array(value.utf8) + json[field.value.upperBound...] },
      isLarge: isLarge)
  }

  /// Makes the new value from the present one.
  static func changing(_ name: String, _ change: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]?) -> Mutation {
    Mutation(
      name: name,
      apply: { json, field in
        change(json[field.value]).map { json[..<field.value.lowerBound] + $0 + json[field.value.upperBound...] }
      })
  }

  /// A list of the same elements so many times.
  private static func list(_ elements: String, _ count: Int) -> [UInt8] {
    Array(("[" + Array(repeating: elements, count: count).joined(separator: ",") + "]").utf8)
  }

  static func string(_ name: String, _ text: String, isLarge: Bool = false) -> Mutation {
    replacing(name, "\"\(text)\"", isLarge: isLarge)
  }

  static let all: [Mutation] = numbers + texts + lists + structure
  static let small = all.filter { !$0.isLarge }
  static let large = all.filter(\.isLarge)

  private static let numbers = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775806", "9223372036854775808", "18446744073709551615",
    "99999999999999999999999999", "-99999999999999999999999999", "2147483648", "4294967296", "1000000000000", "-1", "0",
    "-0", "1", "0.5", "-0.5", "1e18", "1e19", "1e308", "-1e308", "1e-320", "1e999", "253402300800", "-62135596801",
    "1795260000000",
  ].flatMap { [replacing("number \($0)", $0), string("text \($0)", $0)] }

  private static let texts =
    [
      string("empty text", ""), string("space", "  \\n\\t "), string("a NUL", "\\u0000"),
      string("half a surrogate pair", "\\ud800"), string("an escape sequence", "\\u001b[31m\\u001b]0;x\\u0007"),
      string("an override", "\\u202eabc"), string("combining marks", "e" + String(repeating: "\\u0301", count: 2000)),
      string("joined emoji", String(repeating: "👩🏽‍🔧\\u200d", count: 500)), string("a flag", "🏴\\udb40\\udc67"),
      string("a late date", "9999-12-31T23:59:59.999-23:59"), string("an early date", "0000-01-01T00:00:00+23:59"),
      string("no date", "2026-13-45T99:99:99Z"), string("a short address", "http://"), string("a path", "../../etc"),
      string("no host", "https://[::1"), string("a port", "https://a.example:99999/"),
      string("a scheme", "javascript:x"), string("a loopback address", "http://127.0.0.1:1/"),
      string("odd names", "@@a@b@c"), string("a size", "-1x99999999999"),
      string("open tags", String(repeating: "<p><b><a href=x>", count: 300)),
      string("entities", "&#x110000;&#0;&#99999999999;&bogus;"), string("colons", ":a::b:::" + "\\ufffd"),
      string("one long word", String(repeating: "x", count: 5000)),
      string("many lines", String(repeating: "<br>\\n", count: 2000)),
      string("1 MB of x", String(repeating: "x", count: 1 << 20), isLarge: true),
      string("1 MB of words", String(repeating: "ab ", count: 350_000), isLarge: true),
      string("1 MB of lines", String(repeating: "a<br>\\n", count: 150_000), isLarge: true),
      string("1 MB of wide characters", String(repeating: "木", count: 350_000), isLarge: true),
    ] + ["public", "direct", "true", "mention", "image", "hide"].map { string("the word \($0)", $0) }

  private static let lists: [Mutation] = [
    replacing("an empty list", "[]"), replacing("a list of null", "[null]"), replacing("a list of lists", "[[[[]]]]"),
    changing("the value twice", { Array("[".utf8) + $0 + Array(",".utf8) + $0 + Array("]".utf8) }),
    changing(
      "a list of many", { value in value.count <= 3000 ? list(String(decoding: value, as: UTF8.self), 200) : nil }),
    changing(
      "its elements fifty times",
      { value in
        guard value.first == UInt8(ascii: "["), (3...6000).contains(value.count) else { return nil }
        return list(String(decoding: value.dropFirst().dropLast(), as: UTF8.self), 50)
      }),
    replacing("100,000 numbers", "[" + String(repeating: "1,", count: 99_999) + "1]", isLarge: true),
    replacing("100,000 nulls", "[" + String(repeating: "null,", count: 99_999) + "null]", isLarge: true),
    replacing("30,000 objects", "[" + String(repeating: "{\"id\":1},", count: 29_999) + "{}]", isLarge: true),
  ]

  private static let structure: [Mutation] = [
    replacing("null", "null"), replacing("true", "true"), replacing("false", "false"),
    replacing("an empty object", "{}"), replacing("an object", "{\"a\":{\"id\":[{}]},\"\":1}"),
    changing("the value in an object", { Array("{\"id\":".utf8) + $0 + Array("}".utf8) }),
    replacing("100 lists deep", String(repeating: "[", count: 100) + String(repeating: "]", count: 100)),
    replacing("1000 lists deep", String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)),
    replacing(
      "100 objects deep", String(repeating: "{\"reblog\":", count: 100) + "1" + String(repeating: "}", count: 100)),
    changing(
      "itself in itself",
      { value in
        guard value.first == UInt8(ascii: "{"), value.count < 20_000 else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        let nested = (0..<6).reduce(text) { inner, _ in
          "{\"reblog\":\(inner),\"quote\":{\"quoted_status\":\(text)}," + text.dropFirst()
        }
        return Array(nested.utf8)
      }),
    replacing("nothing", ""), replacing("half a text", "\"abc"),
    Mutation(
      name: "left out",
      apply: { json, field in
        field.member.map { json[..<$0.lowerBound] + Array(json[$0.upperBound...]) }
      }),
  ]
}
