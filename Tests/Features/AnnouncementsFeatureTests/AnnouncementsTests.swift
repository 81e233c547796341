import AnnouncementsFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@MainActor
@Suite struct AnnouncementsTests {
  @MainActor private final class Server {
    var all = Announcement.fixtures.all
    var dismissed: [Announcement.ID] = []
    var reactions: [String] = []
    var fails: Set<Announcement.ID> = []
  }

  private let server = Server()

  private func run(_ words: String...) async throws -> Response {
    let plugin = Announcements.plugin(
      AnnouncementService(
        all: { @MainActor [server] in server.all },
        dismiss: { @MainActor [server] id in
          if server.fails.contains(id) { throw MastodonError.fixtures.offline }
          server.dismissed.append(id)
        },
        setReaction: { @MainActor [server] id, name, isOn in server.reactions.append("\(isOn ? "+" : "-")\(id) \(name)")
        }))
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 2 },
      shown: { number in
        Announcement.fixtures.all.indices.contains(number - 1)
          ? [Reference(kind: .init(rawValue: "announcement"), id: Announcement.fixtures.all[number - 1].id.rawValue)]
          : nil
      }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
  }

  @Test func unreadOnesAreMarkedAndCounted() async throws {
    guard case .view(let view) = try await run() else { throw AppError.cancelled }
    let document = view(Layout(now: .fixtureNow))
    #expect(document.items.map { $0.spoken.hasPrefix("Unread") } == [true, false])
    #expect(document.data == [.init("unread", 1)])
  }

  @Test func severalAreDismissedAndAFailureSaysWhatWasDone() async throws {
    _ = try await run("dismiss", "1-2")
    #expect(server.dismissed == Announcement.fixtures.all.map(\.id))
    server.fails = [Announcement.fixtures.allDay.id]
    await #expect(throws: PartialFailure.self) { try await run("dismiss", "1", "2") }
  }

  @Test func reactionIsAnEmojiOrAShortcode() async throws {
    _ = try await run("react", "1", "👍")
    _ = try await run("react", "1", ":kettle:")
    _ = try await run("unreact", "2", "kettle")
    #expect(server.reactions == ["+902 👍", "+902 kettle", "-901 kettle"])
    await #expect(throws: AppError.self) { try await run("react", "1") }
  }

  @Test func otherWordsAreAnsweredWithTheChoicesAndBeginningsAreTaken() async throws {
    let error = await #expect(throws: AppError.self) { try await run("foo") }
    #expect(error?.suggestion == "Use dismiss, react, unreact.")
    _ = try await run("Dis", "1")
    #expect(server.dismissed == [Announcement.fixtures.all[0].id])
  }

  @Test func unreadNotificationsAreReportedOnce() {
    let kept = Mutex<[String: Status.ID]>([:])
    let positions = ReadingPositions(
      position: { timeline in kept.withLock { $0[timeline] } },
      keep: { id, timeline in kept.withLock { $0[timeline] = id } })
    #expect(Announcements.note([Announcement.fixtures.allDay], positions: positions) == nil)
    let note = Announcements.note(Announcement.fixtures.all, positions: positions)
    #expect(note?.plain.hasPrefix("New announcement: “The upper lock is drained") == true)
    #expect(note?.plain.hasSuffix(" · announcements") == true)
    #expect(Announcements.note(Announcement.fixtures.all, positions: positions) == nil, "at the next start")
  }
}
