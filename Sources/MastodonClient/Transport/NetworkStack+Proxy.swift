internal import FoundationEssentials
internal import MastodonKit
internal import NIOCore
internal import NIOSOCKS

extension NetworkStack {
  /// Classifies an error before the response of a server, which may be about the proxy that leads to it.
  func failure(_ error: any Error, of server: ServerAddress) -> TransportFailure {
    // One that can't be used has been reported before.
    let proxy = try? surroundings.proxies.proxy(to: server)
    return TransportFailure(error, through: proxy, limits: limits)
  }
}

extension TransportFailure {
  /// Classifies an error of a connection that has not brought a response yet.
  init(_ error: any Error, through proxy: Proxy?, limits: NetworkLimits) {
    let problem = proxy.flatMap { _ in ProxyTrouble.Problem(error) }
    self = problem.flatMap { proxy?.failure($0) } ?? TransportFailure(error, limits: limits, afterHead: false)
  }
}

extension ProxyTrouble.Problem {
  /// Reads it from an error of the libraries; `nil` for one that has to do with the server behind the proxy.
  fileprivate init?(_ error: any Error) {
    switch error {
    case ChannelError.connectTimeout: self = .unreachable
    case is SOCKSError.NoValidAuthenticationMethod, is SOCKSError.InvalidAuthenticationSelection: self = .needsPassword
    case is SOCKSError.ConnectionFailed, is SOCKSError.InvalidProtocolVersion, is SOCKSError.InvalidReservedByte,
      is SOCKSError.InvalidAddressType, is SOCKSError.UnexpectedRead:
      self = .refused
    default: return nil
    }
  }
}

extension Proxy {
  /// The handler that makes a connection to the proxy one to a server; it comes first.
  func handler(to server: ServerAddress, at host: String) throws -> any ChannelHandler {
    switch kind {
    case .http:
      let name = host.contains(":") ? "[\(host)]:\(server.port)" : "\(host):\(server.port)"
      let sign =
        credentials.map { "Proxy-Authorization: Basic \(Data($0.reveal.utf8).base64EncodedString())\r\n" } ?? ""
      return ConnectHandler("CONNECT \(name) HTTP/1.1\r\nHost: \(name)\r\n\(sign)\r\n", of: self)
    case .socks:
      let isAddress = host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
      return SOCKSClientHandler(
        targetAddress: isAddress
          ? .address(try SocketAddress(ipAddress: host, port: server.port)) : .domain(host, port: server.port))
    }
  }
}

/// Asks an HTTP proxy for a connection; the handlers after it see no connection before there is one to the server.
private final class ConnectHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let request: String
  private let proxy: Proxy
  private var head = ByteBuffer()
  private var isOpen = false

  /// The longest head of a response, in bytes.
  private static let limit = 16 << 10

  init(_ request: String, of proxy: Proxy) {
    self.request = request
    self.proxy = proxy
  }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOpen else { return context.fireChannelRead(data) }
    var bytes = unwrapInboundIn(data)
    head.writeBuffer(&bytes)
    guard let end = head.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else {
      if head.readableBytes > Self.limit { fail(.refused, context: context) }
      return
    }
    let status = String(decoding: head.readableBytesView.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    switch status.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
    case .some(200..<300) where status.hasPrefix("HTTP/1."):
      isOpen = true
      context.fireChannelActive()
      head.moveReaderIndex(to: end.upperBound)
      if head.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(head)) }
    case 407: fail(.needsPassword, context: context)
    default: fail(.refused, context: context)
    }
  }

  private func fail(_ problem: ProxyTrouble.Problem, context: ChannelHandlerContext) {
    context.fireErrorCaught(proxy.failure(problem))
    context.close(promise: nil)
  }
}
