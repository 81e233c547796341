/// Objects of one kind that are in use, in the order in which they were made; none of them is kept alive.
///
/// What a session tells all models that show a post goes to such a list: each joins where it is made.
@MainActor
public final class Living<Object> {
  private var references: [@MainActor () -> Object?] = []

  public init() {}

  public var all: [Object] { references.compactMap { $0() } }

  /// Adds one.
  ///
  /// - Parameter reference: Returns it, and captures it weakly.
  public func add(_ reference: @escaping @MainActor () -> Object?) {
    references.removeAll { $0() == nil }
    references.append(reference)
  }
}
