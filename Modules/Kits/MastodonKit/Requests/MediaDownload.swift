/// A file to download into a folder.
public struct MediaDownload: Hashable, Sendable {
  public var url: String
  public var folder: String
  /// The file's name, or that without its extension; by default the one in the URL.
  public var name: String?
  public var maxBytes: Int

  public init(url: String, folder: String, name: String? = nil, maxBytes: Int) {
    self.url = url
    self.folder = folder
    self.name = name
    self.maxBytes = maxBytes
  }
}

public struct DownloadedFile: Hashable, Sendable {
  public var path: String
  public var bytes: Int
  /// The MIME type by its first bytes; `nil` if it is not a known image, video or audio format.
  public var type: String?

  public init(path: String, bytes: Int, type: String?) {
    self.path = path
    self.bytes = bytes
    self.type = type
  }
}
