/// An error when media is shown, opened or saved.
public enum QuickLookError: Error, Hashable, Sendable {
  /// The private folder could not be created at this path.
  case noFolder(String)
  /// The file is not in a known image, video or audio format.
  case notMedia
  case noViewer
}
