/// What can fail when media are looked at.
public enum QuickLookError: Error, Hashable, Sendable {
  /// There is no place for a private folder.
  case noFolder(String)
  /// The file is nothing that a viewer should be given.
  case notMedia
  /// There is no program to view it with.
  case noViewer
}
