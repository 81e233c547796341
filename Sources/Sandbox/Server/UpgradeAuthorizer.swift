import NIOCore
import NIOHTTP1

/// Decides whether a request may upgrade the connection; other requests lose their `Upgrade` header.
///
/// NIO's upgrade handler drops the head of a request that it does not upgrade, so no response would be possible. Behind
/// this handler it never has to refuse. A connection without a request in time is closed.
final class UpgradeAuthorizer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let tasks: ServerTasks
  private let isGranted: @Sendable (HTTPRequestHead) async -> Bool
  private let patience: TimeAmount
  private var waiting: [HTTPServerRequestPart]?
  private var timer: Scheduled<Void>?

  init(
    _ tasks: ServerTasks, patience: TimeAmount, isGranted: @escaping @Sendable (HTTPRequestHead) async -> Bool
  ) {
    self.tasks = tasks
    self.patience = patience
    self.isGranted = isGranted
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

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
    // The server is stopping.
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

  /// Removes the handler: only the first request of a connection can upgrade it, and what follows may not be HTTP.
  private func retire(_ context: ChannelHandlerContext) {
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}

/// Closes the connection after an invalid request, once NIO has responded to it.
final class CloseOnErrorHandler: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
    context.fireErrorCaught(error)
  }
}
