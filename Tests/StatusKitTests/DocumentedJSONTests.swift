import FeatureKit
import Foundation
import MastodonKit
import StatusKit
import TerminalKit
import Testing

/// docs/json.md names what is printed of a post.
struct DocumentedJSONTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/json.md")

  private func section(_ title: String) throws -> Substring {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(title)\n")).upperBound
    let end = text.range(of: "\n## ", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
    return text[start..<end]
  }

  private func names(_ value: JSONValue) -> Set<String> {
    guard case .object(let members) = value else { return [] }
    return Set(members.map(\.name))
  }

  private func data(_ status: Status) -> JSONValue {
    StatusView(status, number: nil, context: .home, layout: Layout(width: 76, now: .fixtureNow)).data
  }

  @Test func membersOfAPostAreThoseOfTheTable() throws {
    var documented: Set<String> = []
    for row in try section("Post").split(separator: "\n") where row.hasPrefix("| `") {
      let column = row.split(separator: "|")[0]
      documented.formUnion(column.split(separator: "`").map(String.init).filter { $0.contains(where: \.isLetter) })
    }
    let fixtures = Status.fixtures
    for status in [fixtures.plain, fixtures.boost, fixtures.pollVoted, fixtures.quoteOfYou] {
      #expect(names(data(status)) == documented)
    }
  }

  @Test func membersOfAnAttachmentAreThoseOfTheList() throws {
    let list = try section("Attachment").split(separator: "`")[0]
    let documented = Set(list.split { "{}, \n".contains($0) }.map(String.init))
    #expect(names(MediaView.data(MediaAttachment(id: "1", kind: .image))) == documented)
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
