/// The own posts that the server has confirmed lately, on this machine.
public struct ConfirmedPosts: Sendable {
  public var note: @Sendable (Status.ID) -> Void
  public var contains: @Sendable (Status.ID) -> Bool

  public init(note: @escaping @Sendable (Status.ID) -> Void, contains: @escaping @Sendable (Status.ID) -> Bool) {
    self.note = note
    self.contains = contains
  }

  public static let none = ConfirmedPosts(note: { _ in }, contains: { _ in false })
}
