extension SandboxProcess {
  /// Asks the server itself, past the program.
  func get(_ target: String) throws -> JSON {
    let separator = target.contains("?") ? "&" : "?"
    return try JSON(Browser(port: port).send("GET", "\(target)\(separator)access_token=\(token)").body)
  }

  /// Posts past the program, as the user or with the token of somebody else.
  func post(_ text: String, token: String? = nil) throws {
    let status = text.replacing(" ", with: "+").replacing("/", with: "%2F").replacing("@", with: "%40")
      .replacing(",", with: "%2C").replacing(":", with: "%3A")
    let answer = try Browser(port: port).send(
      "POST", "/api/v1/statuses", body: "access_token=\(token ?? self.token)&status=\(status)")
    guard answer.status == 200 else { throw Problem("the post was answered with \(answer)") }
  }
}
