internal import NIOCore
internal import NIOHTTP1

/// Ends a connection that sends interim responses (1xx) in place of an answer.
///
/// The library reads over them, as many as come.
final class InterimResponseLimit: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  /// Servers send one or two: 100 after `Expect`, 103 with hints for a browser.
  static let most = 16
  private var count = 0

  /// Adds the limit to a connection, where its responses have been decoded.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(InterimResponseLimit(), position: .after(decoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      count = (100..<200).contains(head.status.code) ? count + 1 : 0
      if count > Self.most {
        context.fireErrorCaught(TransportFailure.malformedResponse)
        return context.close(promise: nil)
      }
    }
    context.fireChannelRead(data)
  }
}
