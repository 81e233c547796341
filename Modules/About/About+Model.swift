public import Observation

extension About {
  /// Looks each time it is asked.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let version: String
    @ObservationIgnored private let support: @MainActor () -> Support

    /// Takes the version, and the way to know who supports it.
    public init(version: String, support: @escaping @MainActor () -> Support) {
      self.version = version
      self.support = support
    }

    /// What there is to say now.
    public var state: State { State(version: version, support: support()) }
  }
}
