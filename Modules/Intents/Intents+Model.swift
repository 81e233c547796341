public import IntentKit
public import Observation

extension Intents {
  /// Combines the log of requests with the current state of the socket.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let log: IntentLog
    @ObservationIgnored private let socket: @MainActor () -> (IntentSocketState, subscribers: Int)

    /// Creates a model of a log and of a closure that returns the state of the socket.
    public init(log: IntentLog, socket: @escaping @MainActor () -> (IntentSocketState, subscribers: Int)) {
      self.log = log
      self.socket = socket
    }

    public var state: State {
      let (socket, subscribers) = socket()
      return State(socket: socket, subscribers: subscribers, requests: log.records)
    }
  }
}
