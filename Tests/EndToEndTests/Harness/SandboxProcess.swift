import Glibc

/// `howdah sandbox` on a free port, in a process of its own that ends with the test.
final class SandboxProcess {
  /// What `howdah login` takes: `127.0.0.1:40123`.
  let host: String
  /// A token for the account `you`.
  let token: String
  private let machine: Machine
  private let process: ChildProcess

  /// Starts a server whose residents rest, so that it answers the same every time.
  ///
  /// With a file for its state, another one can go on later where it left off. With faults it fails by these rules.
  init(port: UInt16 = 0, state: String? = nil, faults: [String] = []) throws {
    let machine = try Machine()
    let (output, error) = (machine.folder.file("banner"), machine.folder.file("errors"))
    let process = try ChildProcess(
      Machine.program(),
      ["sandbox", "--port", "\(port)", "--seed", "1", "--quiet"] + (state.map { ["--state", $0] } ?? [])
        + faults.flatMap { ["--fault", $0] },
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

  /// The port that it listens on.
  var port: UInt16 { host.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  /// Asks it to end, and returns its exit code.
  func stop() throws -> Int32 {
    process.signal(SIGTERM)
    return try process.wait()
  }
}
