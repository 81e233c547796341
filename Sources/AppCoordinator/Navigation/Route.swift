import Links
public import MastodonKit

/// A place inside a tab that can be gone to and come back from.
///
/// Routes are the root's: a feature asks through its `Action`, and the root turns that into one of these. A new screen is one
/// case and one fixture here, and one branch in `AppCoordinator.createScreen(for:)`.
public enum Route: Hashable, Sendable {
  /// A status with its thread.
  case thread(Status.ID)
  /// A status with its thread, read without an account from the server that has this id for it.
  case foreignThread(Status.ID, host: String)
  /// An account with its posts.
  case profile(Account.ID)
  /// The posts with a hashtag, named without `#`.
  case tag(String)
  /// The posts of a list's members.
  case list(List.ID)
  /// The posts with any hashtag of a group.
  case tagGroup(TagGroup.ID)
  /// The public posts of another server.
  case localTimeline(LocalTimeline.ID)
  /// The posts that the user bookmarked.
  case bookmarks
  /// The posts that the user favourited.
  case favourites

  /// One route for each case, held complete by a test.
  static var fixtures: [Route] {
    [
      .thread("1"), .foreignThread("1", host: "shore.example"), .profile("1"), .tag("canal"), .list("1"),
      .tagGroup("1"), .localTimeline("1"), .bookmarks, .favourites,
    ]
  }
}

/// A task that is done over whatever is shown, and left.
///
/// A new sheet is one case here and one branch in `AppCoordinator.createSheetScreen(for:)`; a test holds that each can be
/// presented and closed, and has a preview.
public enum SheetDestination: Hashable, Sendable {
  /// Writing a post.
  case composer(ComposerSubject)
  /// Paging through a post's media, from one of them on, counted from 0.
  case media(Status.ID, index: Int)
  /// The settings, of one section where it is named.
  case settings(section: String?)
  /// A list of accounts; a new one without an id.
  case list(List.ID?)
  /// A filter; a new one without an id.
  case filter(Filter.ID?)
  /// A group of hashtags; a new one without an id.
  case tagGroup(TagGroup.ID?)
  /// A server that is read without an account; a new one without an id.
  case localTimeline(LocalTimeline.ID?)
  /// Telling the moderators of an account, by these posts of it.
  case report(Account.ID, [Status.ID])
  /// Signing in; at this server where it is named.
  case signIn(String?)
  /// The first pages that a newcomer may read.
  case onboarding

  /// One sheet for each case that can be presented in the seeded sandbox, held complete by a test.
  static var fixtures: [SheetDestination] {
    [
      .composer(.new), .media("117654299695841280", index: 0), .settings(section: "reading"), .list(nil),
      .filter(nil), .tagGroup(nil), .localTimeline(nil), .report(Account.fixtures.rook.id, []), .signIn(nil),
      .onboarding,
    ]
  }
}

/// What the composer is opened for.
public enum ComposerSubject: Hashable, Sendable {
  /// A post of one's own.
  case new
  /// An answer to a status.
  case reply(Status.ID)
  /// A draft that was kept.
  case draft(Draft.ID)
}

extension Route {
  /// The screen that a link leads to; `nil` for a tab and for a text to write.
  init?(_ destination: DeepLinks.Destination) {
    switch destination {
    case .status(let id): self = .thread(id)
    case .account(let id): self = .profile(id)
    case .tag(let name): self = .tag(name)
    case .tab, .compose: return nil
    }
  }
}
