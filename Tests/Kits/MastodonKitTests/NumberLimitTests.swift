import FoundationEssentials
import MastodonKit
import Testing

/// Numbers of any size become numbers that the program can calculate with, whatever the field.
@Suite struct NumberLimitTests {
  private static let numbers = [
    ("9223372036854775807", MastodonJSON.numberLimit), ("-9223372036854775808", -MastodonJSON.numberLimit),
    ("18446744073709551616", MastodonJSON.numberLimit), ("1e300", MastodonJSON.numberLimit),
    (#""9223372036854775807""#, MastodonJSON.numberLimit), (#""-1e300""#, -MastodonJSON.numberLimit),
    ("1e999", 0), (#""1e999""#, 0), (#""nan""#, 0), ("1000000000000", 1_000_000_000_000), ("-7.9", -7),
  ]

  @Test(arguments: numbers) func integersAreClampedWhenTheyAreRead(text: String, number: Int) throws {
    let json = Data(#"{"id": "1", "votes_count": \#(text), "options": []}"#.utf8)
    #expect(try MastodonJSON.decode(Poll.self, from: json).votesCount == number)
  }

  @Test func identifiersKeepAllTheirDigits() throws {
    let json = Data(#"{"id": 9223372036854775807, "options": []}"#.utf8)
    #expect(try MastodonJSON.decode(Poll.self, from: json).id == "9223372036854775807")
  }

  @Test(arguments: ["9223372036854775807", "1e300", "-1e300", #""99999999999999999999""#, "999999999.5"])
  func aDateBeyondAllYearsIsClampedAndWritten(text: String) throws {
    let token = try MastodonJSON.decode(
      Token.self, from: Data(#"{"access_token": "t", "created_at": \#(text), "expires_in": 1e300}"#.utf8))
    _ = token.expiresAt
    _ = try MastodonJSON.makeEncoder().encode(token)
  }

  @Test func everyDateIsWritten() {
    for seconds in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(abs(MastodonDate.wholeSeconds(date)) < MastodonJSON.numberLimit)
      #expect(MastodonDate.format(date).count == 24)
      #expect(MastodonDate.formatDay(date).count == 10)
    }
  }

  @Test func limitBelowZeroIsNone() throws {
    let json = #"""
      {"domain": "a.example", "title": "", "version": "", "configuration": {
        "statuses": {"max_media_attachments": -1, "max_characters": -1},
        "polls": {"max_options": -1, "min_expiration": -1}}}
      """#
    #expect(try MastodonJSON.decode(Instance.self, from: json).configuration == Instance.Configuration())
    let none = try MastodonJSON.decode(
      Instance.self, from: json.replacing(#"attachments": -1"#, with: #"attachments": 0"#))
    #expect(none.configuration.maxMediaAttachments == 0)
  }

  @Test func choicesThatNoPollCanHaveAreDropped() throws {
    let json = Data(#"{"id": "1", "options": [], "own_votes": [1, -1, 9223372036854775807]}"#.utf8)
    #expect(try MastodonJSON.decode(Poll.self, from: json).ownVotes == [1])
  }
}

/// The amount that an answer may make this program hold.
@Suite struct AnswerLimitTests {
  @Test func aTextIsCutBetweenTwoCharacters() throws {
    let long = String(repeating: "ä", count: 600_000)
    let status = try MastodonJSON.decode(
      Status.self,
      from: #"{"id": "1", "content": "\#(long)", "account": {"id": "1", "acct": "wren", "display_name": "\#(long)"}}"#)
    #expect(status.content.utf8.count == MastodonJSON.textLimit + "…".utf8.count)
    #expect(status.content.hasSuffix("ä…"))
    #expect(status.account.displayName.utf8.count == MastodonJSON.nameLimit + "…".utf8.count)
  }

  @Test func anIdentifierIsNeverCut() {
    let long = String(repeating: "9", count: MastodonJSON.identifierLimit + 1)
    #expect(throws: DecodingError.self) { try MastodonJSON.decode(Poll.self, from: #"{"id": "\#(long)"}"#) }
    #expect(throws: DecodingError.self) { try MastodonJSON.decode(Status.ID.self, from: #""\#(long)""#) }
  }

  @Test func ofALongListTheFirstElementsAreRead() throws {
    let numbers = "[" + String(repeating: "1,", count: 49_999) + "1]"
    let list = try MastodonJSON.decode(LossyList<Int>.self, from: numbers)
    #expect(list.elements.count == MastodonJSON.listLimit)
    #expect(list.skipped == 50_000 - MastodonJSON.listLimit)
  }

  @Test func aTextWithTooManyValuesIsRefused() {
    let numbers = "[" + String(repeating: "1,", count: MastodonJSON.valueLimit) + "1]"
    do {
      _ = try MastodonJSON.decode(LossyList<Status>.self, from: numbers)
      Issue.record("it was read")
    } catch {
      #expect((error as? JSONSyntaxError)?.reason == .tooMany)
    }
  }
}
