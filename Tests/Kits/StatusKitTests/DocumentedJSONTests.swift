import FeatureKit
import Foundation
import MastodonKit
import StatusKit
import TerminalKit
import Testing

/// docs/json.md names what is printed of a post.
struct DocumentedJSONTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/json.md")

  /// The members that a table of the page lists, without those of members.
  private func documented(_ type: String) throws -> Set<String> {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "\n### \(type)\n")).upperBound
    let end = text.range(of: "\n### ", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
    let names = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "`")[1]
    }
    return Set(names.filter { !$0.contains(".") }.map(String.init))
  }

  private func names(_ value: JSONValue) -> Set<String> {
    guard case .object(let members) = value else { return [] }
    return Set(members.map(\.name))
  }

  private func data(_ status: Status) -> JSONValue {
    StatusView(status, number: nil, context: .home, layout: Layout(width: 76, now: .fixtureNow)).data
  }

  @Test func membersOfAPostAreThoseOfTheTable() throws {
    let documented = try documented("post")
    let fixtures = Status.fixtures
    for status in [fixtures.plain, fixtures.boost, fixtures.pollVoted, fixtures.quoteOfYou] {
      // Only a row of several accounts says to whom it came.
      #expect(names(data(status)).union(["to"]) == documented)
    }
  }

  @Test func membersOfAnAttachmentAreThoseOfTheList() throws {
    #expect(try names(MediaView.data(MediaAttachment(id: "1", kind: .image))) == documented("attachment"))
  }

  @Test func linksAreWhole() {
    var status = Status.fixtures.plain
    status.content = """
      <p>See <a href="https://shore.example/page?x=1&amp;y=2"><span class="invisible">https://</span>\
      <span class="ellipsis">shore.example/page</span><span class="invisible">?x=1&amp;y=2</span></a></p>
      """
    let data = data(status)
    #expect(data["text"] == "See https://shore.example/page?x=1&y=2")
    #expect(data["links"] == ["https://shore.example/page?x=1&y=2"])
  }
}
