internal import FoundationEssentials

/// Base64 with the URL-safe alphabet and without padding, as Web Push and PKCE use it.
public enum Base64URL {
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Decodes either alphabet, padded or not; returns `nil` for anything else.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while plain.last == "=" { plain.removeLast() }
    guard !plain.contains("=") else { return nil }
    plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain).map { Array($0) }
  }
}
