/// The facts for a bug report: versions, the terminal, the server's software, the connection and its proxies, sizes of
/// files; no
/// names, no texts, no secrets.
public enum Diagnose {
  public struct State: Hashable, Sendable {
    /// The facts, in the order in which they are listed.
    public var facts: [Fact]

    public init(facts: [Fact]) { self.facts = facts }
  }

  public struct Fact: Hashable, Sendable {
    /// The name, in `snake_case`.
    public var name: String
    /// The value; `nil` where it is not known.
    public var value: String?

    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  @MainActor
  public struct Action {
    public var report: () async -> State
    /// Writes a text to a file that does not exist yet.
    public var write: (_ path: String, _ text: String) async throws -> Void

    public init(
      report: @escaping () async -> State, write: @escaping (_ path: String, _ text: String) async throws -> Void
    ) {
      self.report = report
      self.write = write
    }
  }
}
