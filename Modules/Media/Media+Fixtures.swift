import FeatureKit
import MastodonKit
import TerminalKit

extension Media.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// One picture, described.
    public let picture = Media.State.fixture([MediaAttachment.fixtures.heron])
    /// One picture that nobody described, with a point that matters.
    public let undescribed = Media.State.fixture([
      {
        var attachment = MediaAttachment.fixtures.undescribed
        attachment.meta?.focus = MediaAttachment.Focus(x: -0.5, y: 0.7)
        return attachment
      }()
    ])
    /// A picture that its author marked, before somebody asked to see it.
    public let sensitive = Media.State.fixture(
      [MediaAttachment.fixtures.sting], isSensitive: true,
      sight: Media.Sight(note: "The picture is marked sensitive: media 3 --show."))
    /// A film, whose length is said.
    public let film = Media.State.fixture([MediaAttachment.fixtures.lock])
    /// A picture that could not be fetched.
    public let unreachable = Media.State.fixture(
      [MediaAttachment.fixtures.heron],
      sight: Media.Sight(note: "The picture could not be fetched: sandbox.example cannot be reached."))
    /// A picture that the server still works on.
    public let processing = Media.State.fixture([MediaAttachment.fixtures.processing])
    /// Several, in words.
    public let several = Media.State.fixture(MediaAttachment.fixtures.all, index: nil)
    /// The sheet at the second of several.
    public let sheet = Media.State.fixture(MediaAttachment.fixtures.all, index: 3, isSheet: true)
    /// The sheet at the last.
    public let sheetAtTheEnd = Media.State.fixture(
      [MediaAttachment.fixtures.heron, MediaAttachment.fixtures.hum], index: 1, isSheet: true)
    /// Words that would like to be more than words.
    public let hostile = Media.State.fixture([
      {
        var attachment = MediaAttachment.fixtures.heron
        attachment.description = "A heron.\u{1B}]0;mine\u{07}\n\n\u{202E}backwards \u{1B}[2J"
        attachment.url = "https://sandbox.example/media/\u{1B}[31mheron.jpg"
        attachment.blurhash = "\u{1B}[2J"
        return attachment
      }()
    ])
  }

  private static func fixture(
    _ attachments: [MediaAttachment], index: Int? = 0, isSensitive: Bool = false, sight: Media.Sight? = nil,
    isSheet: Bool = false
  ) -> Media.State {
    Media.State(
      statusID: Status.fixtures.mediaWithAlt.id, author: Account.fixtures.heron.name, isSensitive: isSensitive,
      attachments: attachments, index: index, sight: sight, typed: "3", isSheet: isSheet)
  }
}

extension Media.Action {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  public struct Fixtures {
    /// Answers every request with a fixture and does nothing.
    public let none = Media.Action(
      status: { _ in Status.fixtures.mediaWithAlt }, look: { _, _ in Media.Sight() },
      save: { _, _ in Media.Saved(path: "heron.jpg", bytes: 0, type: nil) }, view: { _ in }, present: { _ in },
      close: {})
  }
}
