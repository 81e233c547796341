import FoundationEssentials
import Glibc

/// A certificate that was made for one test, for `localhost` and `pond.example`, signed by nobody but itself.
struct TestCertificate: Sendable {
  let certificate: [UInt8]
  let key: [UInt8]

  struct CannotMake: Error { var status: Int32 }

  /// Creates a certificate.
  ///
  /// - Parameter isExpired: Whether it was valid until yesterday.
  init(isExpired: Bool = false) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "howdah-certificate-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let (key, certificate) = (folder.appending(path: "key.pem"), folder.appending(path: "certificate.pem"))
    let names = folder.appending(path: "names").path(percentEncoded: false)
    try Data("subjectAltName=DNS:localhost,DNS:pond.example\nbasicConstraints=critical,CA:TRUE".utf8).write(
      to: folder.appending(path: "names"))
    let request = folder.appending(path: "request.pem").path(percentEncoded: false)
    try Self.run([
      "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-new",
      "-subj", "/CN=localhost", "-keyout", key.path(percentEncoded: false), "-out", request,
    ])
    // Only this command makes a certificate that has expired.
    try Self.run([
      "openssl", "x509", "-req", "-in", request, "-signkey", key.path(percentEncoded: false), "-days",
      isExpired ? "-1" : "2", "-extfile", names, "-out", certificate.path(percentEncoded: false),
    ])
    self.key = Array(try Data(contentsOf: key))
    self.certificate = Array(try Data(contentsOf: certificate))
  }

  private static func run(_ words: [String]) throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // It tells of its progress with dots.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    let failure = posix_spawnp(&process, words[0], &actions, nil, arguments, nil)
    guard failure == 0 else { throw CannotMake(status: failure) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    guard status == 0 else { throw CannotMake(status: status) }
  }
}
