import Crypto
public import FoundationEssentials
import Glibc
import MastodonKit
import NIOCore
import NIOSSL

/// A certificate for a server on this machine, and the authority that signed it.
///
/// Both are made anew, and the authority's key is gone once it has signed: a client that trusts it trusts this server only.
public struct ServerCertificate: Sendable {
  /// The authority's certificate in PEM, for clients to trust.
  public let authority: String
  let certificate: NIOSSLCertificate
  /// The server's side of TLS.
  let context: NIOSSLContext

  static let names = ["localhost", "*.localhost", "sandbox.example", "127.0.0.1", "::1"]

  private static let issuer = "Howdah's sandbox"

  /// Whether a file has nothing but the certificate of such an authority, so that a new one may replace it.
  public static func isAuthority(_ file: [UInt8]) -> Bool {
    let lines = String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let certificate = Data(base64Encoded: lines.dropFirst().dropLast().joined()) else { return false }
    return certificate.firstRange(of: Data(issuer.utf8)) != nil
  }

  /// Makes a certificate that is valid for a year.
  ///
  /// - Parameters:
  ///   - hosts: The names and addresses it is for, besides those of the loopback interface.
  ///   - now: The time of the machine's clock, by which clients judge it.
  public init(for hosts: [String] = [], now: Date) throws {
    let (signer, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let validity = DER.validity(from: now.addingTimeInterval(-86_400), to: now.addingTimeInterval(365 * 86_400))
    let issuer = Self.issuer
    let root = try DER.certificate(
      issuer, of: signer.publicKey, by: signer, issuer, validity,
      extensions: [
        // An authority for servers' certificates only: no authorities below it.
        DER.extension([0x55, 0x1D, 0x13], DER.sequence([[0x01, 0x01, 0xFF], [0x02, 0x01, 0x00]]), isCritical: true),
        DER.extension([0x55, 0x1D, 0x0F], [0x03, 0x02, 0x02, 0x04], isCritical: true),
      ])
    let leaf = try DER.certificate(
      "localhost", of: key.publicKey, by: signer, issuer, validity,
      extensions: [
        DER.extension([0x55, 0x1D, 0x0F], [0x03, 0x02, 0x07, 0x80], isCritical: true),
        DER.extension([0x55, 0x1D, 0x25], DER.sequence([DER.identifier([0x2B, 6, 1, 5, 5, 7, 3, 1])])),
        DER.extension([0x55, 0x1D, 0x11], DER.sequence((Self.names + hosts).map(DER.alternativeName))),
      ])
    authority = Self.pem(root)
    certificate = try NIOSSLCertificate(bytes: leaf, format: .der)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(certificate)],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)))
    configuration.applicationProtocols = ["http/1.1"]
    // A client that does not say goodbye keeps nobody waiting.
    configuration.shutdownTimeout = .milliseconds(200)
    context = try NIOSSLContext(configuration: configuration)
  }

  private static func pem(_ certificate: [UInt8]) -> String {
    let text = Data(certificate).base64EncodedString()
    let lines = stride(from: 0, to: text.count, by: 64).map { text.dropFirst($0).prefix(64) }
    return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
  }
}

/// The parts of a certificate in X.509, encoded by the Distinguished Encoding Rules.
private enum DER {
  static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let (high, low) = (UInt8(content.count >> 8), UInt8(content.count & 0xFF))
    let length = high > 0 ? [0x82, high, low] : low < 0x80 ? [low] : [0x81, low]
    return [tag] + length + content
  }

  static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, Array(parts.joined())) }
  static func identifier(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

  static func name(_ common: String) -> [UInt8] {
    sequence([value(0x31, sequence([identifier([0x55, 0x04, 0x03]), value(0x0C, Array(common.utf8))]))])
  }

  static func validity(from start: Date, to end: Date) -> [UInt8] {
    sequence(
      [start, end].map { date in
        let digits = MastodonDate.format(date).utf8.filter { (0x30...0x39).contains($0) }.prefix(14)
        // Years before 2050 have two digits.
        return digits.starts(with: "20".utf8) && digits[2] < UInt8(ascii: "5")
          ? value(0x17, digits.dropFirst(2) + [UInt8(ascii: "Z")]) : value(0x18, digits + [UInt8(ascii: "Z")])
      })
  }

  static func `extension`(_ name: [UInt8], _ content: [UInt8], isCritical: Bool = false) -> [UInt8] {
    sequence([identifier(name), isCritical ? [0x01, 0x01, 0xFF] : [], value(0x04, content)])
  }

  /// A host name, or an address in its bytes.
  static func alternativeName(_ host: String) -> [UInt8] {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 { return value(0x87, withUnsafeBytes(of: &four) { Array($0) }) }
    if inet_pton(AF_INET6, host, &six) == 1 { return value(0x87, withUnsafeBytes(of: &six) { Array($0) }) }
    return value(0x82, Array(host.utf8))
  }

  static func certificate(
    _ subject: String, of key: P256.Signing.PublicKey, by signer: P256.Signing.PrivateKey, _ issuer: String,
    _ validity: [UInt8], extensions: [[UInt8]]
  ) throws -> [UInt8] {
    func keyID(_ key: P256.Signing.PublicKey) -> [UInt8] { Array(SHA256.hash(data: key.derRepresentation).prefix(20)) }
    let algorithm = sequence([identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])])
    let serial = (0..<8).map { _ in UInt8.random(in: 1...0x7F) }
    let keys = [
      Self.extension([0x55, 0x1D, 0x0E], value(0x04, keyID(key))),
      Self.extension([0x55, 0x1D, 0x23], sequence([value(0x80, keyID(signer.publicKey))])),
    ]
    let content = sequence([
      value(0xA0, [0x02, 0x01, 0x02]), value(0x02, serial), algorithm, name(issuer), validity, name(subject),
      Array(key.derRepresentation), value(0xA3, sequence(extensions + keys)),
    ])
    let signature = try signer.signature(for: content)
    return sequence([content, algorithm, value(0x03, [0] + Array(signature.derRepresentation))])
  }
}
