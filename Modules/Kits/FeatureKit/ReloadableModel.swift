/// A model whose next visit can be told to fetch again, after what it shows was changed elsewhere.
@MainActor
public protocol ReloadableModel: AnyObject {
  /// Makes the next visit fetch again.
  func invalidate()
}
