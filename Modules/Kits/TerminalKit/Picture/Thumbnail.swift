/// The place of a small picture, which is drawn when the document is printed; until then it is empty.
public struct Thumbnail: Hashable, Sendable {
  /// The address of the picture.
  public var url: String
  /// Its colours, for the time until it is there.
  public var blurhash: String?
  public var columns: Int
  public var rows: Int

  /// Creates a place in which a picture of this size in pixels fits.
  public init(url: String, blurhash: String?, width: Int, height: Int, within columns: Int) {
    self.url = url
    self.blurhash = blurhash
    (self.columns, rows) = Picture.fit(width: width, height: height, columns: min(columns, 32), rows: Self.most)
  }

  /// The most rows that it takes.
  private static let most = 6
}

extension Document {
  /// The places of small pictures, from top to bottom.
  public var thumbnails: [Thumbnail] { blocks.flatMap(\.thumbnails) }

  /// The same with these pictures in their places; the places of others are left out.
  public func drawn(_ pictures: [Thumbnail: Picture]) -> Document {
    var document = self
    document.blocks = blocks.compactMap { $0.drawn(pictures) }
    return document
  }
}

extension Block {
  fileprivate var thumbnails: [Thumbnail] {
    switch self {
    case .thumbnail(let thumbnail): [thumbnail]
    case .item(let item): item.blocks.flatMap(\.thumbnails)
    default: []
    }
  }

  fileprivate func drawn(_ pictures: [Thumbnail: Picture]) -> Block? {
    switch self {
    case .thumbnail(let thumbnail): return pictures[thumbnail].map(Block.picture)
    case .item(var item):
      item.blocks = item.blocks.compactMap { $0.drawn(pictures) }
      return .item(item)
    default: return self
    }
  }
}
