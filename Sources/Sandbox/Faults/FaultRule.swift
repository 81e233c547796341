/// Which requests fail, how, and how often.
///
///     FaultRule(.status(503, .html), method: "GET", path: "/api/v1/timelines/*", when: .first(2))
public struct FaultRule: Sendable, Hashable {
  public var fault: Fault
  /// The method in capitals; `nil` for any.
  public var method: String?
  /// The path; `*` matches one segment, `**` any number.
  public var path: String
  /// Which of the matching requests fail.
  public var frequency: Frequency

  /// Which of the matching requests fail.
  public enum Frequency: Sendable, Hashable {
    case always
    /// The first requests, up to this number.
    case first(Int)
    case after(Int)
    case every(Int)
    /// A random choice with this probability from 0 to 1.
    case chance(Double)
  }

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
