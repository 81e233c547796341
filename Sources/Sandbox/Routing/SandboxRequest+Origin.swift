extension SandboxRequest {
  /// The host that the client sent its request to, with the port; `nil` without a valid one.
  ///
  /// Behind a proxy this is the proxy's host. The server has removed the headers if the client is on another machine.
  var host: String? {
    [forwarded("X-Forwarded-Host"), headers["Host"]].compactMap(\.self).first { host in
      !host.isEmpty
        && host.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "A")...UInt8(ascii: "["),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "]"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
  }

  /// The URL of the server as the client knows it, without a path; `nil` without a valid host.
  var origin: String? {
    let isSecure = isSecure || forwarded("X-Forwarded-Proto")?.lowercased() == "https"
    return host.map { "\(isSecure ? "https" : "http")://\($0)" }
  }

  /// The value added by the proxy nearest to the client.
  private func forwarded(_ name: String) -> String? {
    headers[name]?.split(separator: ",").first.map { String($0.filter { $0 != " " }) }
  }
}
