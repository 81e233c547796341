import CustomDump
import MastodonClient
import MastodonKit
import Testing

/// The client's endpoints against a table of all that the API has: nothing can be forgotten silently.
@Suite struct EndpointCoverageTests {
  @Test func everyMethodOfTheAPIIsAnEndpointOrSaysWhyNot() throws {
    let covered = Set(try Specimen.all().map(\.key))
    let rows = try MethodRow.all()
    let missing = rows.filter { $0.leftOut.isEmpty && !covered.contains($0.key) }.map(\.key)
    #expect(missing == [])
    #expect(rows.count == Set(rows.map(\.key)).count)
  }

  @Test func everyEndpointIsAMethodOfTheAPI() throws {
    let wanted = Set(try MethodRow.all().filter { $0.leftOut.isEmpty }.map(\.key))
    let unknown = try Specimen.all().map(\.key).filter { !wanted.contains($0) }
    #expect(unknown == [])
  }

  @Test func scopePagingAndAccessAreThoseOfTheTable() throws {
    let rows = Dictionary(try MethodRow.all().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var wrong: [String] = []
    for specimen in try Specimen.all() {
      guard let row = rows[specimen.key] else { continue }
      // Where only some of a list can be paged through, or asking needs an account, the rest says so for itself.
      if specimen.paging != row.paging, specimen.paging != "none" { wrong.append("\(row.key): \(specimen.paging)") }
      if specimen.scope != row.scope { wrong.append("\(row.key): \(specimen.scope), not \(row.scope)") }
      if specimen.access != row.access, specimen.access != "account" { wrong.append("\(row.key): \(specimen.access)") }
    }
    #expect(wrong == [])
    let paged = Set(try Specimen.all().filter { $0.paging != "none" }.map(\.key))
    let unpaged = try MethodRow.all().filter { $0.leftOut.isEmpty && $0.paging != "none" && !paged.contains($0.key) }
    #expect(unpaged.map(\.key) == [])
  }

  @Test func everyTemplateHasAsManyArgumentsAsVariableParts() throws {
    for specimen in try Specimen.all() {
      let parts = specimen.template.split(separator: "/").count { $0.first == ":" }
      #expect(parts == specimen.arguments.count, "\(specimen.key)")
    }
  }

  /// Each request whole: the method, the path, the query, the body.
  @Test func everyEndpointSendsItsRequest() async throws {
    let server = ScriptedServer("{")
    let client = try server.client()
    for specimen in try Specimen.all() {
      do { try await specimen.send(client) } catch is MastodonError {}
    }
    let multipart = try Regex(#"howdah-[0-9a-z]+"#)
    let sent = server.requests.map { $0.line.replacing(multipart, with: "BOUNDARY").replacing("\r\n", with: "⏎") }
    let wanted = try MethodRow.text("requests.txt").split(separator: "\n").map(String.init)
    // In portions: a report of everything would be cut off.
    for start in stride(from: 0, to: max(sent.count, wanted.count), by: 40) {
      func portion(_ lines: [String]) -> String {
        lines.dropFirst(start).prefix(40).joined(separator: "\n")
      }
      expectNoDifference(portion(sent), portion(wanted))
    }
  }

  @Test func everyEndpointReadsTheLeastAnswer() async throws {
    let rows = Dictionary(try MethodRow.all().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for specimen in try Specimen.all() {
      let returns = specimen.operation == "schedule the post" ? "ScheduledStatus" : rows[specimen.key]?.returns ?? ""
      let answer = try #require(LeastAnswer.json(returns), "\(specimen.key) returns \(returns)")
      // An account is answered with itself.
      let id = specimen.key == "GET /api/v1/accounts/:id" ? specimen.arguments[0] : "1"
      let client = try ScriptedServer(answer.replacing(#""id":"1""#, with: #""id":"\#(id)""#)).client()
      await #expect(throws: Never.self, "\(specimen.key) reads \(answer)") { try await specimen.send(client) }
    }
  }

  /// Whatever an answer lacks, the failure is typed and names what was wanted.
  @Test(arguments: ["", "<html></html>", "[[", "null"]) func noEndpointTrapsOnAnAnswerThatIsNone(body: String)
    async throws
  {
    let client = try ScriptedServer(body).client()
    for specimen in try Specimen.all() {
      do {
        try await specimen.send(client)
      } catch let error as MastodonError {
        #expect(error == .invalidResponse(host: "shore.example", operation: specimen.operation))
      }
    }
  }

  @Test func accountEndpointSendsNothingWhileSignedOut() async throws {
    let server = ScriptedServer("{}")
    let client = try server.client(token: nil)
    for specimen in try Specimen.all() where specimen.access == "account" {
      await #expect(throws: MastodonError.signedOut, "\(specimen.key)") { try await specimen.send(client) }
    }
    #expect(server.requests.isEmpty)
  }
}
