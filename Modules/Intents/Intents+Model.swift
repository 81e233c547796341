public import Observation

extension Intents {
  /// Owns what was asked of this Howdah, and looks at the rest each time that it is asked.
  @MainActor @Observable
  public final class Model {
    private var requests: [Request] = []
    @ObservationIgnored private let door: @MainActor () -> (Door, subscribers: Int)

    /// How many requests are remembered.
    public static let most = 20

    /// Takes the way to look at the door.
    public init(door: @escaping @MainActor () -> (Door, subscribers: Int)) { self.door = door }

    /// What the screen shows now.
    public var state: State {
      let (door, subscribers) = door()
      return State(door: door, subscribers: subscribers, requests: requests)
    }

    /// Says what has become of a request since, which is known by its number.
    public func update(_ number: Int, _ outcome: String) {
      guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
      requests[index].outcome = outcome
    }

    /// Remembers a request.
    public func add(_ request: Request) {
      requests.insert(request, at: 0)
      if requests.count > Self.most { requests.removeLast() }
    }
  }
}
