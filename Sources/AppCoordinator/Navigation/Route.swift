public import MastodonKit

/// A place inside a tab that can be gone to and come back from.
///
/// Routes are the root's: a feature asks through its `Action`, and the root turns that into one of these.
public enum Route: Hashable, Sendable {
  /// A status with its thread.
  case thread(Status.ID)
  /// An account with its posts.
  case profile(Account.ID)
  /// The posts with a hashtag, named without `#`.
  case tag(String)
}

/// A task that is done over whatever is shown, and left.
///
/// A new sheet is one case here and one branch in `AppCoordinator.createSheetScreen(for:)`.
public enum SheetDestination: Hashable, Sendable {
  /// Writing a post.
  case composer(ComposerSubject)
  /// Paging through a post's media, from one of them on, counted from 0.
  case media(Status.ID, index: Int)
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
