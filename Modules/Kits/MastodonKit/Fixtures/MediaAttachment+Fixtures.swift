extension MediaAttachment {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let heron = picture(
      "201", "heron",
      description: """
        A heron on one leg at the edge of a canal, in fog. Behind it a lock gate with one arm missing. It looks past the \
        camera, as at a party.
        """)
    /// An image without alt text.
    public let undescribed = picture("202", "untitled")
    /// An image that is marked as sensitive.
    public let sting = picture(
      "203", "hand", description: "A hand, twice the size of its fellow, with one sting in it.")
    public let lock = MediaAttachment(
      id: "204", kind: .video, url: "https://sandbox.example/media/lock.mp4",
      previewURL: "https://sandbox.example/media/lock.jpg",
      description: "The upper lock fills, in a minute and a half. A duck goes up with it.",
      meta: Meta(original: Size(width: 1920, height: 1080), duration: 92.4))
    /// A short repeating video.
    public let wheel = MediaAttachment(
      id: "205", kind: .gifv, url: "https://sandbox.example/media/wheel.mp4",
      previewURL: "https://sandbox.example/media/wheel.jpg", description: "A wheel runs true at last.",
      meta: Meta(original: Size(width: 480, height: 480), duration: 3))
    public let hum = MediaAttachment(
      id: "206", kind: .audio, url: "https://sandbox.example/media/hum.ogg",
      description: "Forty thousand bees, in January, through the wall of a hive.", meta: Meta(duration: 184.05))
    /// A file that the server could not fetch.
    public let unknown = MediaAttachment(
      id: "207", kind: .unknown("unknown"), remoteURL: "https://reef.example/files/chart.djvu",
      description: "A chart of the estuary.")
    /// A picture that the server still works on.
    public let processing = MediaAttachment(
      id: "208", kind: .image, previewURL: "https://sandbox.example/media/later-small.jpg")
    public var all: [MediaAttachment] { [heron, undescribed, sting, lock, wheel, hum, unknown, processing] }
  }

  private static func picture(_ id: ID, _ name: String, description: String? = nil) -> MediaAttachment {
    MediaAttachment(
      id: id, kind: .image, url: "https://sandbox.example/media/\(name).jpg",
      previewURL: "https://sandbox.example/media/\(name)-small.jpg", description: description,
      blurhash: "L5H2EC=PM+yV0g-mq.wG9c010J}I",
      meta: Meta(original: Size(width: 1600, height: 1200), small: Size(width: 640, height: 480)))
  }
}
