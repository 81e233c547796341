/// Which requests a fault happens to, and how often.
///
///     FaultRule(.status(503, .html), method: "GET", path: "/api/v1/timelines/*", when: .first(2))
public struct FaultRule: Sendable, Hashable {
  /// What happens.
  public var fault: Fault
  /// The method in capitals, `nil` for any.
  public var method: String?
  /// The path; `*` stands for one segment of it, `**` for any number.
  public var path: String
  /// Which of the requests that match it happens to.
  public var frequency: Frequency

  /// Which of the matching requests a fault happens to.
  public enum Frequency: Sendable, Hashable {
    /// Every one.
    case always
    /// The first so many.
    case first(Int)
    /// All but the first so many.
    case after(Int)
    /// Each so-manieth: 3 spares two, then takes one.
    case every(Int)
    /// As a seeded die decides, with this probability from 0 to 1.
    case chance(Double)
  }

  /// Makes a rule; by default every request suffers.
  public init(_ fault: Fault, method: String? = nil, path: String = "**", when frequency: Frequency = .always) {
    self.fault = fault
    self.method = method
    self.path = path
    self.frequency = frequency
  }

  func matches(_ request: SandboxRequest, isUpgrade: Bool) -> Bool {
    (method ?? request.method) == request.method && fault.concerns(request, isUpgrade: isUpgrade)
      && PathPattern(path).matches(request.path)
  }
}
