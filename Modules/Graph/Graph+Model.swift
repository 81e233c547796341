public import Observation
public import OwnershipKit

extension Graph {
  /// Reads the app's objects each time the screen is shown.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let nodes: @MainActor () -> [Node]

    /// Creates a model from a closure that returns the objects.
    public init(nodes: @escaping @MainActor () -> [Node]) { self.nodes = nodes }

    public var state: State { State(nodes: nodes()) }
  }
}
