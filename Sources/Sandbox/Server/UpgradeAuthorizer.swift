import NIOCore
import NIOHTTP1

/// Lets a connection ask for an upgrade only where it will be granted, and makes a plain request of any other.
///
/// NIO's upgrade handler forgets the head of a request that it does not upgrade, so that nobody could answer it. It sits
/// behind this one and never refuses.
final class UpgradeAuthorizer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let tasks: ServerTasks
  private let isGranted: @Sendable (HTTPRequestHead) async -> Bool
  private var waiting: [HTTPServerRequestPart]?

  init(_ tasks: ServerTasks, isGranted: @escaping @Sendable (HTTPRequestHead) async -> Bool) {
    self.tasks = tasks
    self.isGranted = isGranted
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if waiting != nil {
      waiting?.append(part)
    } else if case .head(let head) = part, head.headers.contains(name: "Upgrade") {
      ask(head, context)
    } else {
      context.fireChannelRead(data)
      retire(context)
    }
  }

  private func ask(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let hasBody =
      head.headers.contains(name: "Transfer-Encoding") || (head.headers.first(name: "Content-Length") ?? "0") != "0"
    guard !hasBody, head.headers.first(name: "Upgrade")?.lowercased() == "websocket" else {
      return pass(head, isGranted: false, context)
    }
    waiting = []
    let (loop, asking) = (context.eventLoop, NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop))
    let task = tasks.begin { [isGranted] in
      let isGranted = await isGranted(head)
      loop.execute { asking.value.gate.pass(head, isGranted: isGranted, asking.value.context) }
    }
    // The server is about to end.
    if task == nil { context.close(promise: nil) }
  }

  private func pass(_ head: HTTPRequestHead, isGranted: Bool, _ context: ChannelHandlerContext) {
    var head = head
    if !isGranted { head.headers.remove(name: "Upgrade") }
    let parts = [HTTPServerRequestPart.head(head)] + (waiting ?? [])
    waiting = nil
    for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
    context.fireChannelReadComplete()
    retire(context)
  }

  /// Only the first request of a connection may upgrade it, and what follows may be no HTTP at all.
  private func retire(_ context: ChannelHandlerContext) {
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}

/// Closes a connection that sent what is no HTTP, once it has been told so.
final class CloseOnErrorHandler: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
    context.fireErrorCaught(error)
  }
}
