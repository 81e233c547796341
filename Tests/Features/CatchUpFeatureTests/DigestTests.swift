import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import CatchUpFeature

/// What came, printed or mailed.
@MainActor @Suite struct DigestTests {
  private static func post(_ number: Int, by account: Account = .fixtures.rook, _ text: String = "Short.") -> Status {
    Status(
      id: Status.ID("\(1000 + number)"), createdAt: .fixture(minutesAgo: 2000 - number), account: account,
      content: "<p>\(text)</p>")
  }

  private static let mention = {
    var notification = MastodonKit.Notification.fixtures.mention
    notification.status = post(9, by: .fixtures.wren, "Straw and tar paper.")
    return notification
  }()

  @Test func aDigestIsMailedUnlessNothingIsNew() async throws {
    var sent: [String] = []
    var action = CatchUp.Action.fixtures.none
    action.mail = { sent.append(String(decoding: $0, as: UTF8.self)) }
    let quiet = try await CatchUp.plugin(action: action).verbs.type("digest --mail wren@garden.example")
    guard case .toast(let toast) = quiet else {
      Issue.record("\(quiet)")
      return
    }
    #expect(toast.text.plain == "Nothing new: no mail was sent." && sent.isEmpty)
    var asked: [CatchUp.Query] = []
    action.digest = { query, _ in
      asked.append(query)
      return CatchUp.Digest([Self.post(1), Self.post(2)])
    }
    action.notifications = { _, _ in [Self.mention] }
    _ = try await CatchUp.plugin(action: action).verbs.type("digest --since 2h --html --mail wren@garden.example")
    #expect(asked.count == 1 && asked[0].since != nil)
    let head = try #require(sent.first?.components(separatedBy: "\n\n").first)
    #expect(
      head.hasPrefix("To: wren@garden.example\nSubject: Digest of @you: ") && head.contains("multipart/alternative"))
    let parts = (sent.first ?? "").components(separatedBy: "--=_howdah_digest\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n\n").dropFirst().first?.components(separatedBy: "\n--").first
    }.compactMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(parts.count == 2 && parts.allSatisfy { $0.contains("Straw and tar paper.") && $0.contains("Mentions") })
    #expect(parts.last?.hasPrefix("<!DOCTYPE html>") == true)
  }

  @Test func aDigestSaysHowMuchResponseAPostHas() {
    var post = Self.post(1)
    (post.reblogsCount, post.favouritesCount) = (2, 6)
    let report = CatchUp.Report(
      account: "@you", source: .home, since: .fixtureNow - 86_400, digest: CatchUp.Digest([post]), notifications: [])
    #expect(report.document(isNumbered: false, layout: .fixture).written(as: .text).contains("⟳ 2  ★ 6"))
  }

  @Test func aDigestOfListsHasTheTopOfEachAndEveryPostOnce() async throws {
    var action = CatchUp.Action.fixtures.none
    let (friends, quiet) = (CatchUp.Source.list("1", title: "Friends"), CatchUp.Source.list("2", title: "Quiet"))
    action.lists = { [friends, quiet] }
    action.source = { _ in friends }
    action.digest = { query, _ in
      switch query.source {
      case friends: CatchUp.Digest([Self.post(1, "In both."), Self.post(2, "Of the list alone.")])
      case quiet: CatchUp.Digest()
      default: CatchUp.Digest([Self.post(1, "In both.")])
      }
    }
    let verbs = CatchUp.plugin(action: action).verbs
    guard case .document(let document) = try await verbs.type("digest --lists") else { throw AppError.cancelled }
    let lines = text(document).split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("2 posts.") }, "each post is counted once: \(lines)")
    #expect(lines.count { $0.contains("In both.") } == 1)
    let title = try #require(lines.firstIndex { $0.contains("Most response in Friends") })
    #expect(lines[title...].contains { $0.contains("Of the list alone.") })
    #expect(!lines.contains { $0.contains("Quiet") }, "nothing came there")
    #expect(document.items.compactMap(\.number) == [1, 2])
    let lists = try JSONDecoder().decode(Lists.self, from: Data(text(document, as: .json).utf8)).lists
    #expect(lists.map(\.title) == ["Friends", "Quiet"] && lists.map(\.items.count) == [1, 0])
    // The list that the digest is of is none besides, and without the option no list is read.
    for line in ["digest Friends --lists", "digest"] {
      guard case .document(let document) = try await verbs.type(line) else { throw AppError.cancelled }
      #expect(!text(document).contains("Most response in Friends") == (line == "digest"))
      #expect(text(document).components(separatedBy: "Most response").count == 2)
    }
  }

  private struct Lists: Decodable {
    struct List: Decodable {
      struct Post: Decodable { let id: String }
      let title: String
      let items: [Post]
    }
    let lists: [List]
  }

  @Test func aDigestBeginsAtATimeAndOffersNothingElse() async {
    let verbs = CatchUp.plugin(action: .fixtures.none).verbs
    #expect(verbs.first { $0.name == "digest" }?.usage.contains("[--since WHEN]") == true)
    for word in ["last", "117690254187692032"] {
      await #expect(throws: AppError.self) { _ = try await verbs.type("digest --since \(word)") }
    }
  }

  @Test func aMailSaysNothingOfWhatIsNotForEveryone() throws {
    var direct = Self.mention
    direct.status?.visibility = .direct
    let report = CatchUp.Report(
      account: "@you", source: .home, since: .fixtureNow - 86_400, digest: CatchUp.Digest(), notifications: [direct])
    let layout = Layout.fixture
    #expect(text(report.document(isNumbered: false, layout: layout)).contains("tar paper"))
    let masked = report.document(isNumbered: false, layout: layout).masked().written(as: .text)
    #expect(masked.contains("[private post]") && !masked.contains("tar paper"))
  }

  @Test(arguments: [
    "wren", "@garden.example", "wren@", "a@b@c", "a@b.example\nBcc: x@y.example", "a@b.example,c@d.example",
    "-t@b.example",
    "Wren <wren@garden.example>", "a b@c.example", "",
  ])
  func anAddressAddsNoHeaderAndNoRecipient(_ text: String) {
    #expect(throws: AppError.self) { try CatchUp.mailAddress(text) }
  }
}
