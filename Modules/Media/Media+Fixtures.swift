import FeatureKit
import MastodonKit
import TerminalKit

extension Media.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let picture = Media.State.fixture([MediaAttachment.fixtures.heron])
    /// One image without alt text, with a focal point.
    public let undescribed = Media.State.fixture([
      {
        var attachment = MediaAttachment.fixtures.undescribed
        attachment.meta?.focus = MediaAttachment.Focus(x: -0.5, y: 0.7)
        return attachment
      }()
    ])
    /// An image that is marked sensitive, not revealed yet.
    public let sensitive = Media.State.fixture(
      [MediaAttachment.fixtures.sting], isSensitive: true,
      drawing: Media.Drawing(note: "Marked as sensitive. Type media 3 --show to show it."))
    public let film = Media.State.fixture([MediaAttachment.fixtures.lock])
    /// A recording as a wave, with the size of its file.
    public let sound = Media.State.fixture(
      [MediaAttachment.fixtures.hum],
      drawing: Media.Drawing(wave: String(repeating: "▁▃▅█▆▂", count: 6), bytes: 2_940_000))
    /// A video whose length and size were read from its file, on a machine without ffmpeg's other half.
    public let measured = Media.State.fixture(
      [
        {
          var attachment = MediaAttachment.fixtures.lock
          attachment.meta?.duration = nil
          return attachment
        }()
      ], drawing: Media.Drawing(seconds: 92.4, bytes: 18_400_000))
    public let loading = Media.State.fixture(
      [MediaAttachment.fixtures.heron], drawing: Media.Drawing(note: "Loading…"))
    public let unreachable = Media.State.fixture(
      [MediaAttachment.fixtures.heron],
      drawing: Media.Drawing(note: "The image could not be loaded. sandbox.example cannot be reached."))
    /// An image that the server is still processing.
    public let processing = Media.State.fixture([MediaAttachment.fixtures.processing])
    public let several = Media.State.fixture(MediaAttachment.fixtures.all, index: nil)
    /// The sheet at the second of several.
    public let sheet = Media.State.fixture(MediaAttachment.fixtures.all, index: 3, isSheet: true)
    /// The sheet at the last.
    public let sheetAtTheEnd = Media.State.fixture(
      [MediaAttachment.fixtures.heron, MediaAttachment.fixtures.hum], index: 1, isSheet: true)
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
    _ attachments: [MediaAttachment], index: Int? = 0, isSensitive: Bool = false, drawing: Media.Drawing? = nil,
    isSheet: Bool = false
  ) -> Media.State {
    Media.State(
      statusID: Status.fixtures.mediaWithAlt.id, author: Account.fixtures.heron.name, isSensitive: isSensitive,
      attachments: attachments, index: index, drawing: drawing, typed: "3", isSheet: isSheet)
  }
}

extension Media {
  final class GalleryFixtures: Sendable {
    let timeline = Gallery(of: [
      Status.fixtures.mediaWithAlt, Status.fixtures.plain, Status.fixtures.gallery, Status.fixtures.sensitiveMedia,
    ])
    let account = Gallery(account: "heron", of: [Status.fixtures.mediaWithAlt, Status.fixtures.mediaOnly])
    let empty = Gallery(of: [Status.fixtures.plain])
    let none = Gallery(account: "rook", of: [])
    let hostile = Gallery(
      account: "h\u{1B}[31meron",
      of: [
        {
          var status = Status.fixtures.mediaWithAlt
          status.mediaAttachments = Media.State.fixtures.hostile.attachments
          status.account.displayName = "H\u{1B}]0;x\u{07}\neron"
          return status
        }()
      ])
  }
}

extension Media.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    /// Answers every request with a fixture and does nothing.
    public let none = Media.Action(
      status: { _ in Status.fixtures.mediaWithAlt }, look: { _, _ in Media.Drawing() }, colors: { _, _ in nil },
      shown: { _ in [] }, home: { [] }, posts: { _ in [] }, report: { _ in },
      save: { _, _ in DownloadedFile(path: "heron.jpg", bytes: 0, type: nil) }, view: { _ in 0 },
      present: { _ in .screen },
      close: {})
  }
}
