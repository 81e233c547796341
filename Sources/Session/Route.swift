public import ArchiveFeature
public import BookmarksFeature
public import CatchUpFeature
public import ComposerFeature
public import ExploreFeature
package import Links
public import MastodonKit
public import TerminalKit

/// A screen that can be pushed in a tab.
///
/// Routes are the root's: a feature asks through its `Action`, and the root turns that into one of these. A new screen is one
/// case and one fixture here, and one branch in `SessionCoordinator.createScreen(for:)`.
public enum Route: Hashable, Sendable {
  case thread(Status.ID)
  /// A status with its thread, read without an account from the server that has this id for it.
  case foreignThread(Status.ID, host: String)
  case profile(Account.ID)
  /// The posts with a hashtag, and with conditions on others.
  case tag(TagTimelineQuery)
  /// The posts of a list's members.
  case list(List.ID)
  /// The user's lists that hold an account.
  case membership(Account.ID)
  case group(TagGroup.ID)
  case server(SavedServer.ID)
  /// The Home timelines of several accounts.
  case homes([String])
  case accountNotifications([String], NotificationQuery)
  case feed(PublicFeed, host: String)
  /// What came since the user was last here.
  case catchUp(CatchUp.Query)
  /// The posts of one account in the last catch-up.
  case catchUpPosts(Account.ID)
  /// The posts that the user bookmarked, or some of them.
  case bookmarks(Bookmarks.Query)
  /// The posts that the user favourited, or those with some words.
  case favourites([String])
  case people(AccountListing)
  /// The accounts whose notifications the server holds back.
  case filtered
  /// The notifications of one account, also those that are held back.
  case notificationsFrom(Account.ID)
  case conversations
  /// One of them as a chat: by its id, or the latest with an account.
  case conversation(Reference)
  case mentions
  case quotes(Status.ID)
  /// The server's recommendations.
  case explore(Explore.Subject)
  case search(SearchQuery)
  /// The posts that were read on this machine and contain these words.
  case archive(Archive.Search)

  /// One route for each case, held complete by a test.
  package static var fixtures: [Route] {
    [
      .thread("1"), .foreignThread("1", host: "shore.example"), .profile("1"), .tag("canal"), .list("1"),
      .membership("1"),
      .group("1"), .server("1"), .feed(.local, host: "sandbox.example"),
      .bookmarks(Bookmarks.Query()), .favourites([]), .quotes("1"),
      .mentions, .people(.mutes), .catchUp(CatchUp.Query()), .catchUpPosts(Account.fixtures.rook.id),
      .homes(["you@sandbox.example"]), .accountNotifications(["you@sandbox.example"], NotificationQuery()),
      .filtered, .notificationsFrom("1"), .conversations, .conversation(Reference(kind: .account, id: "1")),
      .explore(.trendingTags), .search(SearchQuery("canal")),
      .archive(Archive.Search("canal", ArchiveQuery())),
    ]
  }
}

/// A task over the screens of a tab: it is done, then closed.
///
/// A new sheet is one case here and one branch in `SessionCoordinator.createSheetScreen(for:)`; a test holds that each can be
/// presented and closed, and has a preview.
public enum SheetDestination: Hashable, Sendable {
  case composer(Composer.Subject)
  /// A post's attachments, at one of them, counted from 0.
  case media(Status.ID, index: Int)
  case settings(section: String?)
  /// A list of accounts; a new one without an id.
  case list(List.ID?)
  /// A filter; a new one without an id.
  case filter(Filter.ID?)
  /// A group of hashtags; a new one without an id.
  case group(TagGroup.ID?)
  /// A server that is read without an account; a new one without an id.
  case server(SavedServer.ID?)
  /// Reporting an account and posts of it to the moderators.
  case report(Account.ID, [Status.ID])
  case profile
  /// Signing in, at a server if one was named.
  case signIn(String?)
  case onboarding

  /// One sheet for each case that can be presented in the seeded sandbox, held complete by a test.
  package static var fixtures: [SheetDestination] {
    [
      .composer(.new), .media("117654299695841280", index: 0), .settings(section: "reading"), .list(nil),
      .filter(nil), .group(nil), .server(nil), .report(Account.fixtures.rook.id, []), .profile,
      .signIn(nil), .onboarding,
    ]
  }
}

extension Route {
  /// The screen that a link leads to; `nil` for a tab and for a text.
  package init?(_ destination: DeepLinks.Destination) {
    switch destination {
    case .status(let id): self = .thread(id)
    case .account(let id): self = .profile(id)
    case .tag(let name): self = .tag(TagTimelineQuery(name))
    case .tab, .compose: return nil
    }
  }
}

extension Route {
  /// The object of a link or a full name, `@rook@shore.example`, on its own server; `nil` for anything else.
  init?(elsewhere word: String) {
    // Anything that is not a link needs an account.
    switch try? DeepLink(parsing: word) {
    case .page(let page):
      switch page.place {
      case .status(let id): self = .foreignThread(Status.ID(id), host: page.host)
      case .account(let name):
        self = .feed(.account(Handle(name, at: [page.host]).text), host: page.host)
      case .tag(let name): self = .feed(.tag(name), host: page.host)
      case .unknown: return nil
      }
    case .account(let name):
      let parts = name.split(separator: "@")
      guard parts.count == 2 else { return nil }
      self = .feed(.account(String(parts[0])), host: String(parts[1]))
    default: return nil
    }
  }
}
