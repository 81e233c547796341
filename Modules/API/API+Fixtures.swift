extension API.Answer {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let values = API.Answer(
      json: #"{"id":"117","text":"a \"b\" ü","n":[1,2.50],"x":{"on":true,"poll":null},"e":[]}"#)
    public let empty = API.Answer(json: "[]")
    public let secrets = API.Answer(json: #"{"access_token":"ab","user":{"password":"c"}}"#)
    public let page = API.Answer(json: "<h1>Bad gateway</h1>\n")
    /// Wide characters, and control sequences for the terminal.
    public let hostile = API.Answer(json: "{\"名\":\"活字\u{1B}[2J\u{202E}x\u{9B}31m\u{7}\"}")
  }
}
