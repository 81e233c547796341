/// The own posts that the server has confirmed lately, on this machine.
public struct ConfirmedPosts: Sendable {
  public var note: @Sendable (Status.ID, _ key: String) -> Void
  /// The idempotency key that a post was sent with; `nil` if it is not known to be confirmed.
  public var key: @Sendable (Status.ID) -> String?

  public init(
    note: @escaping @Sendable (Status.ID, _ key: String) -> Void, key: @escaping @Sendable (Status.ID) -> String?
  ) {
    self.note = note
    self.key = key
  }

  public static let none = ConfirmedPosts(note: { _, _ in }, key: { _ in nil })
}
