import MastodonKit

extension RawResponse {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let values = RawResponse(
      json: #"{"id":"117","text":"a \"b\" ü","n":[1,2.50],"x":{"on":true,"poll":null},"e":[]}"#)
    let empty = RawResponse(json: "[]")
    let secrets = RawResponse(json: #"{"access_token":"ab","user":{"password":"c"}}"#)
    let page = RawResponse(json: "<h1>Bad gateway</h1>\n")
    /// Wide characters, and control sequences for the terminal.
    let hostile = RawResponse(json: "{\"名\":\"活字\u{1B}[2J\u{202E}x\u{9B}31m\u{7}\"}")
  }

  init(json: String, next: String? = nil) {
    self.init(type: "application/json", body: Array(json.utf8), next: next)
  }
}
