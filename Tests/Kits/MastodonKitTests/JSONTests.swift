import FoundationEssentials
import MastodonKit
import Testing

/// The project's reading of JSON: what is JSON and what is not, and the handling of the odd parts.
@Suite struct JSONTests {
  @Test(
    arguments: [
      ("null", .null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)), ("-0", .number(0)),
      ("-12.5e-1", .number(-1.25)), ("1E3", .number(1000)), ("1e+2", .number(100)), ("0.1", .number(0.1)),
      ("9007199254740993", .number(9_007_199_254_740_992)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-999", .number(0)),
      ("123456789012345678901234567890", .number(1.2345678901234568e29)),
      (#""""#, .string("")), (#""a""#, .string("a")), (#""wörter 鹿 👩‍👩‍👧""#, .string("wörter 鹿 👩‍👩‍👧")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u003cp\u003E\u00e9\u9e7f\ud83d\udc1D\u0000""#, .string("<p>é鹿🐝\u{0}")),
      (#""1234567\"89abcdef\\""#, .string("1234567\"89abcdef\\")), ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
      ("[]", .array([])), ("[ ]", .array([])),
      ("[1,[2,[]],{}]", .array([.number(1), .array([.number(2), .array([])]), .object([:])])),
      ("{}", .object([:])), ("{ }", .object([:])), (#"{"":1}"#, .object(["": .number(1)])),
      (
        #"{ "a" : [ { "b" : null } ] , "c" : "d" }"#,
        .object(["a": .array([.object(["b": .null])]), "c": .string("d")])
      ),
      (#"{"\u0061\n":1,"b":2}"#, .object(["a\n": .number(1), "b": .number(2)])),
      ("\u{FEFF}[1]", .array([.number(1)])),
    ] as [(String, AnyJSON)])
  func wellFormedJSONIsReadForWhatItSays(_ json: String, _ value: AnyJSON) throws {
    #expect(try MastodonJSON.decode(AnyJSON.self, from: json) == value)
    #expect(try MastodonJSON.decode(AnyJSON.self, from: Data(json.utf8)) == value)
  }

  @Test(
    arguments: [
      ("", .truncated, 0), ("  ", .truncated, 2), ("\u{FEFF}", .truncated, 3), ("[", .truncated, 1),
      ("[1", .truncated, 2),
      ("[1,", .truncated, 3), ("{", .truncated, 1), (#"{"a"#, .truncated, 3), (#"{"a""#, .truncated, 4),
      (#"{"a":"#, .truncated, 5), (#"{"a":1"#, .truncated, 6), (#"{"a":1,"#, .truncated, 7), (#"""#, .truncated, 1),
      (#""a\"#, .truncated, 3), (#""a\u00"#, .truncated, 6), ("tru", .truncated, 3), ("-", .truncated, 1),
      ("1.", .truncated, 2), ("1e", .truncated, 2), ("1e+", .truncated, 3),
      ("[,1]", .unexpectedByte, 1), ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3),
      ("[1}", .unexpectedByte, 2),
      ("{]", .unexpectedByte, 1), ("{1:2}", .unexpectedByte, 1), (#"{"a" 1}"#, .unexpectedByte, 5),
      (#"{"a":1,}"#, .unexpectedByte, 7), (#"{"a":}"#, .unexpectedByte, 5), ("nul!", .unexpectedByte, 3),
      ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0),
      ("+1", .unexpectedByte, 0),
      (".5", .unexpectedByte, 0), ("// a\n1", .unexpectedByte, 0), ("<html>", .unexpectedByte, 0),
      ("\u{0}", .unexpectedByte, 0),
      ("\u{A0}1", .unexpectedByte, 0),
      ("1 2", .trailingBytes, 2), ("[]]", .trailingBytes, 2), ("{},", .trailingBytes, 2),
      ("nullnull", .trailingBytes, 4),
      ("1\u{0}", .trailingBytes, 1), ("0x10", .trailingBytes, 1),
      ("\"a\nb\"", .controlCharacter, 2), ("\"a\u{0}b\"", .controlCharacter, 2), ("{\"\t\":1}", .controlCharacter, 2),
      (#""\x""#, .badEscape, 1), (#""ab\'""#, .badEscape, 3), (#""\u12G4""#, .badEscape, 1),
      (#""\U0041""#, .badEscape, 1),
      (#""\u12""#, .badEscape, 1), ("01", .badNumber, 1), ("-a", .badNumber, 1), ("1.]", .badNumber, 2),
      ("[1.e5]", .badNumber, 3), ("[1e]", .badNumber, 3), ("-01", .badNumber, 2),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func invalidJSONIsRefusedWithItsPosition(_ json: String, _ reason: JSONSyntaxError.Reason, _ offset: Int) {
    #expect(throws: JSONSyntaxError(reason: reason, offset: offset)) {
      try MastodonJSON.decode(Ignored.self, from: json)
    }
  }

  @Test func everyBeginningOfAnAnswerIsRefusedAsTruncated() throws {
    let json = Array(#"{"a":[true,null,-1.5e3,"\u00e9\n"],"b":{}}"#.utf8)
    for length in 0..<json.count {
      #expect(throws: JSONSyntaxError(reason: .truncated, offset: length), "\(length)") {
        try MastodonJSON.decode(Ignored.self, from: Data(json[..<length]))
      }
    }
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], "\u{FFFD}"), ([0x22, 0x61, 0xC3, 0x22], "a\u{FFFD}"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "\u{FFFD}\u{FFFD}\u{FFFD}"), (Array(#""\ud83d""#.utf8), "\u{FFFD}"),
      (Array(#""\udc1d\ud83dx""#.utf8), "\u{FFFD}\u{FFFD}x"), (Array(#""\ud83d\ud83d\udc1d""#.utf8), "\u{FFFD}🐝"),
      (Array(#""\ud83d\n""#.utf8), "\u{FFFD}\n"),
    ] as [([UInt8], String)])
  func aCharacterThatIsBrokenCostsOnlyItself(_ json: [UInt8], _ text: String) throws {
    #expect(try MastodonJSON.decode(String.self, from: Data(json)) == text)
  }

  @Test func ofTwoMembersWithOneNameTheFirstIsRead() throws {
    #expect(try MastodonJSON.decode([String: Int].self, from: #"{"a":1,"b":2,"a":3}"#) == ["a": 1, "b": 2])
    #expect(try MastodonJSON.decode([String: Int].self, from: #"{"\u0061":1,"a":3}"#) == ["a": 1])
    let tag = try MastodonJSON.decode(MastodonKit.Tag.self, from: #"{"name":"bees","url":"1","n\u0061me":"wasps"}"#)
    #expect(tag.name == "bees")
    // Beyond a size the members are looked up another way.
    let many = (0..<1000).map { #""k\#($0)":\#($0),"k\#($0)":-1"# }.joined(separator: ",")
    let read = try MastodonJSON.decode([String: Int].self, from: "{\(many)}")
    #expect(read.count == 1000 && read.allSatisfy { $0.key == "k\($0.value)" })
  }

  @Test func depthIsLimitedAndCostsNoStack() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let limit = MastodonJSON.depthLimit
    #expect(throws: Never.self) { try MastodonJSON.decode(Ignored.self, from: nested(limit, "[", "]")) }
    #expect(throws: Never.self) { try MastodonJSON.decode(AnyJSON.self, from: nested(limit, #"{"a":"#, "}")) }
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      for bomb in [nested(limit + 1, open, close), String(repeating: open, count: 1_000_000)] {
        do {
          _ = try MastodonJSON.decode(Ignored.self, from: bomb)
          Issue.record("a depth bomb was read")
        } catch let error as JSONSyntaxError {
          #expect(error.reason == .tooDeep)
        }
      }
    }
    let account = #""account":{"id":"1","acct":"wren"}"#
    let boosts = nested(limit - 2, #"{"id":"1",\#(account),"reblog":"#, "}")
    var status = try MastodonJSON.decode(Status.self, from: boosts)
    var count = 1
    while let inner = status.reblog {
      status = inner
      count += 1
    }
    #expect(count == limit - 2)
  }

  @Test func longAnswersAreReadInTimeThatGrowsWithTheirLength() throws {
    // Long enough that time which grew with the square would be minutes.
    let plain = String(repeating: "häyhä ", count: 300_000)
    #expect(try MastodonJSON.decode(String.self, from: "\"\(plain)\"") == plain)
    let escaped = String(repeating: #"\u003c\n"#, count: 200_000)
    #expect(try MastodonJSON.decode(String.self, from: "\"\(escaped)\"").utf8.count == 400_000)
    let digits = String(repeating: "7", count: 200_000)
    #expect(throws: DecodingError.self) { try MastodonJSON.decode(Double.self, from: digits) }
    #expect(throws: DecodingError.self) { try MastodonJSON.decode(Status.ID.self, from: digits) }
    let numbers = "[" + String(repeating: "1,", count: 100_000) + "1]"
    #expect(try MastodonJSON.decode(LossyList<Int>.self, from: numbers).elements.count == MastodonJSON.listLimit)
    // Each of the first fails, and must not look for its place in the list.
    #expect(try MastodonJSON.decode(LossyList<Status>.self, from: numbers).skipped == 100_001)
    let members = (0..<50_000).map { #""\#($0)":1"# }.joined(separator: ",")
    #expect(try MastodonJSON.decode([String: Int].self, from: "{\(members)}").count == 50_000)
    let instance = #"{"domain":"town.example","api_versions":{\#(members)}}"#
    #expect(try MastodonJSON.decode(Instance.self, from: instance).apiVersions.count == 50_000)
  }

  @Test func syntaxErrorHasAPositionAndNoContent() throws {
    let json = #"{"notifications":[{"id":"1","type":"mention","account":{"acct":"s3cret"}}]}"#
    do {
      _ = try MastodonJSON.decode([String: [MastodonKit.Notification]].self, from: json)
      Issue.record("an account without an id was read")
    } catch DecodingError.keyNotFound(let key, let context) {
      #expect(key.stringValue == "id")
      #expect(context.codingPath.map(\.stringValue) == ["notifications", "Index 0", "account"])
      #expect(context.codingPath.map(\.intValue) == [nil, 0, nil])
      #expect(!"\(context)".contains("s3cret"))
    }
    let error = JSONSyntaxError(reason: .badEscape, offset: 17)
    #expect("\(error)" == "The JSON has an unknown escape, at byte 17.")
  }

  @Test(
    arguments: [
      ("17", 17), ("-9223372036854775808", Int.min), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
      ("2.0", 2), ("2e3", 2000), ("2.5", nil), ("1e30", nil), ("\"2\"", nil), ("true", nil), ("null", nil),
    ] as [(String, Int?)])
  func anIntegerIsExact(_ json: String, _ integer: Int?) throws {
    if let integer {
      #expect(try MastodonJSON.decode(Int.self, from: json) == integer)
    } else {
      #expect(throws: DecodingError.self) { try MastodonJSON.decode(Int.self, from: json) }
    }
  }

  @Test func fieldIsReadFromAnyJSONType() throws {
    struct Case { var json: String, count: Int, voted: Bool, expires: Double? }
    for item in [
      Case(
        json: #""votes_count":"12","voted":"true","expires_at":1792670400"#, count: 12, voted: true,
        expires: 1_792_670_400),
      Case(
        json: #""votes_count":12.9,"voted":1,"expires_at":1.7926704e9"#, count: 12, voted: true, expires: 1_792_670_400),
      Case(
        json: #""votes_count":"\u0031e2","voted":"0","expires_at":"1792670400.5""#, count: 100, voted: false,
        expires: 1_792_670_400.5),
      Case(
        json: #""votes_count":1e99,"voted":{},"expires_at":true"#, count: MastodonJSON.numberLimit, voted: false,
        expires: nil),
      Case(
        json: #""votes_count":null,"voted":[],"expires_at":"2026-10-22T12\u003a00:00Z""#, count: 0, voted: false,
        expires: 1_792_670_400),
    ] {
      let json = #"{"id":123456789012345678901234567890,\#(item.json)}"#
      let poll = try MastodonJSON.decode(Poll.self, from: json)
      #expect(poll.id == "123456789012345678901234567890")
      #expect(poll.votesCount == item.count && poll.voted == item.voted, "\(item.json)")
      #expect(poll.expiresAt?.timeIntervalSince1970 == item.expires, "\(item.json)")
    }
  }
}

/// Takes any JSON and keeps none of it.
struct Ignored: Decodable, Equatable {
  init(from decoder: any Decoder) {}
}
