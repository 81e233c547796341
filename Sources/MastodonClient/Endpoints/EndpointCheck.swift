public import FoundationEssentials
public import MastodonKit

/// The comparison of the answer to a change with the request.
public struct EndpointCheck: Sendable {
  /// The parts of the request that an answer does not have; `answered` is its time by the server's clock, if that is known.
  public var missing: @Sendable (any Sendable, _ answered: Date?) -> [RequestPart]
  /// Reads the same again, for an answer that lacks a part or cannot be read; `nil` if nothing names what to read.
  public var rereading: @Sendable ((any Sendable)?) -> AnyEndpoint?
}

extension HTTPResponse {
  /// The content of an answer of any form, or none; throws for a page and for half an answer.
  func content() throws -> JSONTree {
    body.contains { $0 > 0x20 } ? try MastodonJSON.decode(JSONTree.self, from: body) : .null
  }
}

extension Endpoint {
  /// The endpoint of an act that its answer shows to be done or not.
  func confirmed(by again: Endpoint, _ isDone: @escaping @Sendable (Response) -> Bool) -> Endpoint {
    checked(rereading: { _ in again }) { isDone($0) ? [] : [.change] }
  }
}

extension Endpoint {
  /// The endpoint whose answer is refused if it is about something else than what was asked for.
  func about<Entity>(
    _ id: Identifier<Entity>, _ answered: @escaping @Sendable (Response) -> Identifier<Entity>
  ) -> Endpoint {
    map { answer, _, context in
      guard answered(answer).answers(id) else {
        throw MastodonError.invalidResponse(host: context.server.name, operation: "")
      }
      return answer
    }
  }
}

extension Identifier {
  /// Whether an answer with this id is about what was asked for.
  ///
  /// Sharkey sends no id, and a name or an address in place of one, such as `@zoe`, says nothing of the id.
  func answers(_ asked: Self) -> Bool {
    self == asked || rawValue.isEmpty || asked.rawValue.contains(":") || asked.rawValue.hasPrefix("@")
  }
}

extension MastodonClient {
  /// The delay after which an incomplete answer is read again: some servers are done only then.
  static let rereadingDelay = Duration.seconds(1)

  /// Returns the answer to a change.
  ///
  /// One that lacks a part of the request is read once more before that is reported.
  func confirmed(
    _ answer: any Sendable, of endpoint: AnyEndpoint, answered: Date? = nil
  ) async -> any Sendable {
    guard let check = endpoint.check, !transport.changesNothing, !check.missing(answer, answered).isEmpty else {
      return answer
    }
    var answer = answer
    if let newer = await reread(answer, check) { answer = newer }
    let missing = check.missing(answer, answered).filter { $0 != .change }
    guard !missing.isEmpty else { return answer }
    missingEndpoints.note(missing)
    answers.add(.omission(Omission(host: server.name, parts: missing)))
    return answer
  }

  /// Reads what a change was about; `nil` if that is not possible.
  func reread(_ answer: (any Sendable)?, _ check: EndpointCheck) async -> (any Sendable)? {
    guard let again = check.rereading(answer) else { return nil }
    do {
      try await retries.sleep(Self.rereadingDelay)
      return try await sendNow(again)
    } catch {
      // The change was made, and its answer is what is known about it.
      return nil
    }
  }
}
