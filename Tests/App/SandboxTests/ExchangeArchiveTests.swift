import FoundationEssentials
import Synchronization
import Testing

@testable import Sandbox

/// The archive of exchanges: complete, and without secrets.
@Suite(.timeLimit(.minutes(10))) struct ExchangeArchiveTests {
  private struct Archive: Decodable {
    struct Log: Decodable {
      var version: String
      var entries: [Entry]
    }
    struct Entry: Decodable {
      var request: Request
      var response: Response
    }
    struct Pair: Decodable {
      var name: String
      var value: String?
      var fileName: String?
    }
    struct Request: Decodable {
      struct Body: Decodable {
        var mimeType: String
        var params: [Pair]?
        var text: String?
      }
      var method: String
      var url: String
      var headers: [Pair]
      var queryString: [Pair]
      var postData: Body?
    }
    struct Response: Decodable {
      struct Content: Decodable {
        var size: Int
        var text: String?
      }
      var status: Int
      var headers: [Pair]
      var content: Content
      var redirectURL: String
    }
    var log: Log
  }

  /// What is written about requests and their answers.
  private func archive(
    _ exchanges: [(SandboxRequest, SandboxResponse)]
  ) throws -> (entries: [Archive.Entry], text: String) {
    let parts = Mutex("")
    let archive = ExchangeArchive(version: "1") { part in parts.withLock { $0 += part } }
    for (request, response) in exchanges {
      archive.add(request, response, took: .milliseconds(3), at: Moment(milliseconds: 0))
    }
    archive.end()
    let text = parts.withLock(\.self)
    return (try JSONDecoder().decode(Archive.self, from: Data(text.utf8)).log.entries, text)
  }

  @Test func requestsAndAnswersAreKept() throws {
    var request = SandboxRequest("POST", "/api/v1/statuses?x=a%20b", form: ["status": "Hello & you"])
    request.headers.append("Host", "127.0.0.1:3000")
    let (entries, _) = try archive([
      (request, .json { $0.object { $0.field("content", "Hello \"you\"") } }),
      (.get("/health"), SandboxResponse(status: 0)),
    ])
    #expect(entries.count == 2)
    #expect(entries[0].request.url == "http://127.0.0.1:3000/api/v1/statuses?x=a%20b")
    #expect(entries[0].request.queryString.first?.value == "a b")
    #expect(entries[0].request.postData?.params?.first?.value == "Hello & you")
    #expect(entries[0].response.content.text == #"{"content":"Hello \"you\""}"#)
    #expect(entries[1].response.status == 0)
    #expect(try archive([]).entries.isEmpty)
  }

  @Test func secretsAreMasked() throws {
    let secret = "s3cret"
    var basic = SandboxRequest(
      "POST", "/oauth/token?access_token=\(secret)&limit=1",
      form: ["code": secret, "client_secret": secret, "password": secret, "code_verifier": secret], token: secret)
    basic.headers.append("Cookie", "session=\(secret)")
    basic.headers.append("Sec-WebSocket-Protocol", secret)
    var redirect = SandboxResponse(status: 302)
    redirect.headers.append("Location", "http://localhost/?code=\(secret)&state=1")
    redirect.headers.append("Set-Cookie", secret)
    let json = SandboxRequest(
      "POST", "/api/v1/push/subscription", headers: ["Content-Type": "application/json"],
      body: Array(#"{"subscription": {"keys" : {"auth" : "\#(secret)"}}, "status": "the \"token\": word"}"#.utf8))
    let multipart = SandboxRequest(
      "POST", "/x", headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: Array(
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(secret)\r\n--b\r\n".utf8
          + Array("Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nPNG\r\n--b--".utf8)))
    let issued = SandboxResponse.json {
      $0.object {
        $0.field("access_token", secret)
        $0.field("client_secret", secret)
        $0.field("token_type", "Bearer")
      }
    }
    let (entries, text) = try archive([
      (basic, redirect), (json, issued), (multipart, SandboxResponse()),
      (.get("/oauth/authorize"), .html("<code>\(secret)</code>")),
    ])
    #expect(!text.contains(secret))
    #expect(entries[0].request.url.hasSuffix("/oauth/token?access_token=***&limit=1"))
    #expect(entries[0].response.redirectURL == "http://localhost/?code=***&state=1")
    #expect(entries[1].request.postData?.text?.contains(#"the \"token\": word"#) == true)
    #expect(entries[1].response.content.text == #"{"access_token":"***","client_secret":"***","token_type":"Bearer"}"#)
    #expect(entries[2].request.postData?.params?.map(\.name) == ["password", "file"])
    #expect(entries[2].request.postData?.params?.last?.fileName == "a.png")
    #expect(entries[3].response.content.size > 0)
  }
}
