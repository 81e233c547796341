public import Observation

extension About {
  /// Reads the supporter flag each time the screen is shown.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let version: String
    @ObservationIgnored private let isSupporter: @MainActor () -> Bool

    /// Creates a model from the version and a closure that reads the supporter flag.
    public init(version: String, isSupporter: @escaping @MainActor () -> Bool) {
      self.version = version
      self.isSupporter = isSupporter
    }

    public var state: State { State(version: version, isSupporter: isSupporter()) }
  }
}
