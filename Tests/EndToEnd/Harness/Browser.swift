import Glibc

/// A browser's part of signing in, as bytes over a loopback socket.
struct Browser {
  let port: UInt16

  /// An answer: its status, its headers in lower case, its body.
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: String
  }

  /// Opens the address that `howdah login` prints, allows it as an account, and returns the code that the page shows.
  func authorize(_ address: String, as account: String) throws -> String {
    let location = try location(address, as: account)
    guard let path = location.firstRange(of: "/oauth/") else { throw Problem("the form led to \(location)") }
    let page = try send("GET", String(location[path.lowerBound...]))
    return Self.attribute("value", in: page.body[...])
  }

  /// Opens the address, allows it, and follows the way back to the program that waits on this machine.
  func comeBack(from address: String, as account: String) throws -> Answer {
    let location = try location(address, as: account)
    let start = "http://127.0.0.1:"
    guard location.hasPrefix(start), let slash = location.dropFirst(start.count).firstIndex(of: "/"),
      let port = UInt16(location[..<slash].dropFirst(start.count))
    else { throw Problem("the form led to \(location)") }
    return try Browser(port: port).send("GET", String(location[slash...]))
  }

  /// The address to which the server sends a user who allows the program.
  private func location(_ address: String, as account: String) throws -> String {
    guard let range = address.firstRange(of: "/oauth/authorize?") else { throw Problem("not a page: \(address)") }
    let form = try send("GET", String(address[range.lowerBound...]))
    guard form.status == 200 else { throw Problem("the page answered \(form.status): \(form.body)") }
    var fields = form.body.split(separator: "<input type=\"hidden\" ").dropFirst().map { input in
      (Self.attribute("name", in: input), Self.attribute("value", in: input))
    }
    fields += [("account", account), ("decision", "authorize")]
    let sent = try send(
      "POST", "/oauth/authorize", body: fields.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&"))
    guard let location = sent.headers["location"] else { throw Problem("the form answered \(sent)") }
    return location
  }

  /// Sends a request and reads the answer to its end.
  func send(_ method: String, _ target: String, body: String = "") throws -> Answer {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Problem("nobody listens on port \(port): \(errno)") }
    var request = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if !body.isEmpty { request += "Content-Type: application/x-www-form-urlencoded\r\n" }
    request += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let written = request.withUTF8 { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard written == request.utf8.count else { throw Problem("the request was not sent: \(errno)") }
    return try Self.answer(in: Self.rest(of: descriptor))
  }

  private static func rest(of descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private static func answer(in text: String) throws -> Answer {
    guard let end = text.firstRange(of: "\r\n\r\n") else { throw Problem("no answer in \(text.prefix(200))") }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Problem("no status in \(text.prefix(200))")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return Answer(status: status, headers: headers, body: String(text[end.upperBound...]))
  }

  private static func attribute(_ name: String, in tag: Substring) -> String {
    guard let start = tag.firstRange(of: "\(name)=\"") else { return "" }
    return String(tag[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (byte >= 48 && byte <= 57) || (byte | 32 >= 97 && byte | 32 <= 122) || byte == 45 || byte == 95
      let digits = Array("0123456789ABCDEF")
      return isPlain ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}
