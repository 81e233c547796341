import MastodonClient
import MastodonKit
import Testing

/// Addresses that were typed while the server could not be asked what they stand for.
@Suite struct AddressTests {
  /// A server whose search finds one post, whatever was searched for.
  private func server(url: String) -> ScriptedServer {
    ScriptedServer { request, _ in
      let post = Sample.status(of: "77", with: #","uri":"https://pl.example/objects/9","url":"\#(url)""#)
      return .text(request.target.hasPrefix("/api/v2/search") ? #"{"statuses":[\#(post)]}"# : post)
    }
  }

  @Test(arguments: [
    "https://pl.example/notice/AbC", "https://PL.example/notice/AbC/", "https://pl.example/objects/9",
    "https://shore.example/@pool@pl.example/77",
  ])
  func anAddressIsThePostThatHasIt(_ address: String) async throws {
    let server = server(url: "https://pl.example/notice/AbC")
    _ = try await server.client().send(.favourite(Status.ID(address)))
    #expect(server.requests.contains { $0.target == "/api/v1/statuses/77/favourite" })
  }

  /// Some servers find posts that mention the address, or any.
  @Test func anotherPostIsNotActedOn() async throws {
    let server = server(url: "https://pl.example/notice/Other")
    let client = try server.client()
    let error = await failure {
      () async throws(MastodonError) in try await client.send(.favourite("https://pl.example/notice/AbC"))
    }
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.count == 1)
  }

  /// A server without look-up whose search finds one account.
  private func searching(_ acct: String, lookup: String = #"{"error":"Record not found"}"#) -> ScriptedServer {
    ScriptedServer { request, _ in
      if request.path.hasSuffix("lookup") { return .text(lookup, status: 404) }
      return .text(#"{"accounts":[{"id":"7","username":"rook","acct":"\#(acct)"}]}"#)
    }
  }

  @Test(arguments: [#"{"error":"Not implemented"}"#, "<!DOCTYPE html><title>404</title>"])
  func localNameIsSearchedWhereTheServerHasNoLookup(lookup: String) async throws {
    for acct in ["Rook", "rook@shore.example"] {
      let server = searching(acct, lookup: lookup)
      #expect(try await server.client().accountService.lookup("rook").id == "7")
      #expect(server.requests.last?.target == "/api/v2/search?q=%40rook&type=accounts&limit=5")
    }
    await #expect(throws: MastodonError.notFound(host: "shore.example", operation: "find the account rook")) {
      try await searching("rook2", lookup: lookup).client().accountService.lookup("rook")
    }
  }

  @Test func localAccountIsNotTakenForOneOfAnotherServer() async throws {
    let client = try searching("rook").client()
    await #expect(throws: MastodonError.self) { try await client.transferService.account("rook@pool.example") }
    #expect(try await client.transferService.account("rook@shore.example").id == "7")
  }
}
