internal import Glibc
internal import MastodonKit
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOPosix
internal import NIOSSL

extension TransportFailure {
  /// Classifies the errors of the network libraries by what the user can do about them.
  init(_ error: any Error, limits: NetworkLimits, afterHead: Bool) {
    self =
      switch error {
      case let failure as TransportFailure: failure
      case is CancellationError: .cancelled
      case let error as NIOConnectionError: Self.sort(error, limits: limits, afterHead: afterHead)
      case let error as IOError: Self.sort(error, afterHead: afterHead)
      case let error as NIOSSLExtraError where error == .failedToValidateHostname: .unreachable(.wrongName)
      case NIOSSLError.handshakeFailed(let error): .unreachable(MastodonError.Reachability(handshake: error))
      case let error as BoringSSLError: .unreachable(MastodonError.Reachability(handshake: error))
      case NIOSSLError.uncleanShutdown: afterHead ? .closedMidResponse : .closedBeforeResponse
      case is NIOSSLError, is NIOSSLExtraError: .unreachable(.insecure)
      case HTTPParserError.invalidEOFState: .closedMidResponse
      case NIOHTTPDecompression.DecompressionError.limit: .tooLarge
      case let error as ChannelError: Self.sort(error, limits: limits, afterHead: afterHead)
      default: .malformedResponse
      }
  }

  private static func sort(_ error: NIOConnectionError, limits: NetworkLimits, afterHead: Bool) -> TransportFailure {
    // No address was tried: the name did not resolve.
    guard let first = error.connectionErrors.first else { return .unreachable(.unknownHost) }
    return TransportFailure(first.error, limits: limits, afterHead: afterHead)
  }

  private static func sort(_ error: ChannelError, limits: NetworkLimits, afterHead: Bool) -> TransportFailure {
    switch error {
    case .connectTimeout: .timedOut(seconds: limits.connect.wholeSeconds)
    default: afterHead ? .closedMidResponse : .closedBeforeResponse
    }
  }

  private static func sort(_ error: IOError, afterHead: Bool) -> TransportFailure {
    switch error.errnoCode {
    case ECONNREFUSED: .unreachable(.refused)
    case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EADDRNOTAVAIL: .unreachable(.offline)
    default: afterHead ? .closedMidResponse : .closedBeforeResponse
    }
  }
}

extension MastodonError.Reachability {
  /// Reads why a TLS handshake failed; the library has it only in words.
  fileprivate init(handshake error: BoringSSLError) {
    let reasons: [BoringSSLInternalError]
    switch error {
    case .sslError(let stack), .unknownError(let stack): reasons = stack
    default: reasons = []
    }
    let words = reasons.map(\.description).joined(separator: " ")
    self =
      if words.contains("CERTIFICATE_VERIFY_FAILED") {
        .untrusted
      } else if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST")
        || words.contains("UNEXPECTED_RECORD") || words.contains("INVALID_SSL_MESSAGE")
      {
        .noTLS
      } else if words.contains("UNSUPPORTED_PROTOCOL") || words.contains("PROTOCOL_VERSION") {
        .oldTLS
      } else {
        .insecure
      }
  }
}
