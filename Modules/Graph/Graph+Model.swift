public import Observation
public import OwnershipKit

extension Graph {
  /// Looks at the app's objects each time it is asked, so that what is shown is what there is.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let nodes: @MainActor () -> [Node]

    /// Takes the way to look.
    public init(nodes: @escaping @MainActor () -> [Node]) { self.nodes = nodes }

    /// The objects as they are now.
    public var state: State { State(nodes: nodes()) }
  }
}
