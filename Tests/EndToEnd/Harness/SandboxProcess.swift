import Glibc

/// `howdah sandbox` on a free port, in a process of its own that ends with the test.
final class SandboxProcess {
  /// The host for `howdah login`: `127.0.0.1:40123`.
  let host: String
  /// A token for the account `you`.
  let token: String
  private let machine: Machine
  let process: ChildProcess

  /// Starts a server whose residents rest, so that it answers the same every time.
  ///
  /// With a file for its state, another one can go on later where it left off. With faults it fails by these rules, with
  /// quirks it behaves like other server software.
  init(port: UInt16 = 0, state: String? = nil, faults: [String] = [], quirks: String? = nil) throws {
    let machine = try Machine()
    let (output, error) = (machine.folder.file("banner"), machine.folder.file("errors"))
    let process = try ChildProcess(
      Machine.program(),
      ["sandbox", "--port", "\(port)", "--seed", "1", "--quiet"] + (state.map { ["--state", $0] } ?? [])
        + faults.flatMap { ["--fault", $0] } + (quirks.map { ["--quirks", $0] } ?? []),
      environment: machine.environment, output: output, error: error)
    let banner = try Deadline.first("the sandbox's address") { () -> [Substring]? in
      if process.exitCode != nil { throw Problem("the sandbox ended: \(try Files.text(error))") }
      let lines = try Files.text(output).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return lines.count >= 2 ? Array(lines) : nil
    }
    guard let address = banner.first?.firstRange(of: "http://"), let token = Self.token(in: banner) else {
      throw Problem("the sandbox began with \(banner)")
    }
    host = String(banner[0][address.upperBound...].prefix { !$0.isWhitespace && $0 != "/" })
    self.token = token
    self.machine = machine
    self.process = process
  }

  private static func token(in lines: [Substring]) -> String? {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 && words[0] == "token" ? String(words[1]) : nil
    }.first
  }

  /// The password of any resident.
  func password() throws -> String {
    let words = try Files.text(machine.folder.file("banner")).split { $0 == " " || $0 == "\n" }
    guard let index = words.firstIndex(of: "password"), index + 1 < words.endIndex else {
      throw Problem("the sandbox tells no password")
    }
    return String(words[index + 1])
  }

  /// A token of a resident, as any program gets one.
  func token(of resident: String) throws -> String {
    let browser = Browser(port: port)
    let back = "redirect_uris=urn:ietf:wg:oauth:2.0:oob"
    let application = try browser.send(
      "POST", "/api/v1/apps", body: "client_name=Test&\(back)&scopes=read+write"
    ).body
    func field(_ name: String, of text: String) throws -> String {
      guard let start = text.firstRange(of: "\"\(name)\":\"") else { throw Problem("no \(name) in \(text)") }
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
    let answer = try browser.send(
      "POST", "/oauth/token",
      body: "grant_type=password&username=\(resident)&password=\(password())&scope=read+write"
        + "&client_id=\(field("client_id", of: application))&client_secret=\(field("client_secret", of: application))")
    return try field("access_token", of: answer.body)
  }

  /// The port that it listens on.
  var port: UInt16 { host.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  /// Asks it to end, and returns its exit code.
  func stop() throws -> Int32 {
    process.signal(SIGTERM)
    return try process.wait()
  }
}
