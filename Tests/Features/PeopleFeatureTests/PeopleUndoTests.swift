import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import PeopleFeature
import TerminalKit
import Testing

/// What `undo` brings back after a change of a relationship.
extension PeopleTests {
  /// What was so before a command stays so after `undo`: a follow, a mute, a note.
  @Test(arguments: [
    ("follow @heron --no-boosts --language de", "follow @heron --boosts --language en,fr"),
    ("follow @heron --no-notify", "follow @heron --notify"),
    ("mute @heron --keep-notifications", "mute @heron"), ("mute @heron --for 1d", "mute @heron"),
    ("note @heron Two jars.", "note @heron \"A jar.\""), ("unnote @heron", "note @heron \"A jar.\""),
  ])
  func undoingAChangeGivesBackWhatWasThere(_ line: String, _ undo: String) async throws {
    let before = Relationship(
      id: "1", following: true, showingReblogs: true, notifying: true, languages: ["en", "fr"], muting: true,
      mutingNotifications: true, note: "A jar.")
    let toast = try await toast(line, before: before) { relationship in
      relationship.mutingNotifications = false
      relationship.note = line.hasPrefix("unnote") ? "" : "Two jars."
    }
    #expect(toast.undo == .command(.init(undo)), "\(String(describing: toast.undo))")
  }

  /// `undo` mutes for as long as the mute had still to go.
  @Test(arguments: ["mute @heron", "unmute @heron"])
  func undoKeepsTheEndOfAMute(_ line: String) async throws {
    let end = Date.fixtureNow.addingTimeInterval(2 * 86_400 + 3600 + 61)
    let before = Relationship(id: "1", muting: true, mutingExpiresAt: end)
    let toast = try await toast(line, before: before) {
      ($0.muting, $0.mutingExpiresAt) = (line.hasPrefix("mute"), nil)
    }
    #expect(toast.undo == .command("mute @heron --for 2d1h2m --keep-notifications"))
    #expect(
      try await said("mute @heron --for 2d1h2m") { id, _ in Relationship(id: id, muting: true, mutingExpiresAt: end) }
        .hasPrefix("Muted Heron for 2 days 1 hour 2 minutes."))
  }

  /// A block and an unfollow end more than they name.
  @Test func undoGivesBackTheFollowAndSaysWhatStaysLost() async throws {
    var before = Relationship(
      id: "1", following: true, showingReblogs: false, notifying: true, languages: ["de"], endorsed: true)
    let again = ["follow @heron --notify --no-boosts --language de", "endorse @heron"].map { Hint.Command($0) }
    #expect(try await block("@heron", before: before).undo == .commands(["unblock @heron"] + again, lost: nil))
    before.followedBy = true
    let blocked = try await block("@heron", before: before)
    #expect(
      blocked.undo
        == .commands(
          ["unblock @heron"] + again, lost: "Heron followed you before the block. Only they can follow you again."))
    #expect(blocked.hint == "unblock @heron")
    let unfollowed = try await toast("unfollow @heron", before: before) { $0.following = false }
    #expect(unfollowed.undo == .commands(again, lost: nil))
    before.following = false
    before.requested = true
    before.notifying = false
    before.languages = []
    before.endorsed = false
    #expect(
      try await toast("unfollow @heron", before: before) { $0.requested = false }.undo == .command("follow @heron"))
  }

  @Test func undoOfABlockOfSeveralFollowsThoseThatWereFollowed() async throws {
    var action = action { id, _ in Relationship(id: id, blocking: true) }
    action.service.relationships = { ids in ids.map { Relationship(id: $0, following: $0 == ids[0]) } }
    let toast = try await confirmed(try await run("block @heron @wren", action))
    #expect(toast.undo == .commands(["unblock @heron @wren", "follow @heron"], lost: nil))
  }

  private func block(_ name: String, before: Relationship) async throws -> Toast {
    try await confirmed(
      try await type("block \(name)", before: before) { id, _ in Relationship(id: id, blocking: true) })
  }

  private func confirmed(_ response: Response) async throws -> Toast {
    guard case .confirm(let confirmation) = response, case .toast(let toast) = try await confirmation.proceed() else {
      throw AppError.cancelled
    }
    return toast
  }
}

/// What is said where the server leaves something out.
extension PeopleTests {
  @Test(arguments: [
    (Page([Account.fixtures.heron], skipped: 1), "Your followers can't be compared: 1 entry can't be read."),
    (Page([], skipped: 2), "Your followers can't be compared: 2 entries can't be read."),
    (Page([]), "Your followers can't be compared: the server sent none of 3."),
  ])
  func listThatLacksFollowersIsNeitherComparedNorKept(page: Page<Account>, message: String) async throws {
    var action = action { id, _ in Relationship(id: id) }
    action.server.accounts = { _, _ in page }
    action.account = { Account(id: $0, username: "you", followersCount: 3) }
    let lacking = action
    let error = await #expect(throws: AppError.self) { try await run("followers --changes", lacking) }
    #expect(error?.message == message && looks.all.isEmpty)
  }
}
