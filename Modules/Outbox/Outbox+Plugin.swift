public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Outbox {
  public static func plugin(model: Model, sync: Sync) -> Plugin {
    Plugin(
      id: "outbox", title: "Outbox", symbol: "⇪",
      verbs: [
        Verb(
          "outbox", .optionalChoice("send|discard", ["send", "discard"]), .optionalReference(kinds: [.outbox]),
          .flag("all"), help: "List changes that wait for the server, send or discard them",
          discussion: """
            A favourite, a boost, a follow, a deletion, an edit or a post that you make while the server cannot be reached is \
            kept on this machine: at the prompt by itself, in a shell and in scripts after set outbox on, and anywhere with \
            --later, which asks no server. The prompt sends it as soon as the server answers again, a command in a shell \
            before the next change. Everything is sent in the order in which you did it, and opposite changes cancel each other. Items older than a day \
            are sent only by outbox send, and newer ones go first; so do those after an item that cannot be sent as it is. \
            outbox discard N forgets one, outbox discard --all all of them; the text of a post stays a draft. A waiting post can be \
            answered: reply N.
            """
        ) { what, reference, isForAll in
          guard !isForAll || what == "discard" && reference == nil else {
            throw AppError.usage("--all is for discard.", suggestion: "Usage: outbox discard --all")
          }
          return switch what {
          case "send": try await send(model)
          case "discard": try discard(reference?.id, model)
          default: try await list(model)
          }
        },
        syncVerb(model, sync),
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }

  private static func list(_ model: Model) async throws -> Response {
    let state = try await model.namedState()
    return .view { layout in view(state, layout: layout) }
  }

  private static func send(_ model: Model) async throws -> Response {
    let before = try model.state()
    guard !before.entries.isEmpty else {
      let rest = before.unreadable > 0 ? " \(CountText.of(before.unreadable, "item")) can't be read." : ""
      return .information("Nothing waits in the outbox.\(rest)", data: try data(of: OutboxFlush(), model))
    }
    let flush = await model.flush(includesOld: true, isRequested: true)
    if let error = flush.stop { throw AppError(error) }
    if flush.isBusy {
      return .information(
        "Another prompt or command is sending the outbox now.", hint: "outbox", data: try data(of: flush, model))
    }
    let done = try Response.toast(sent(flush, model))
    guard let error = refusal(flush) else { return done }
    throw PartialFailure(
      done: done, error: error, left: (flush.refused + flush.problems).map(\.item.typedID),
      isPartial: !flush.sent.isEmpty)
  }

  /// The failure of a command that has sent the outbox, where something was refused or can't be sent; each reason was
  /// reported.
  static func refusal(_ flush: OutboxFlush) -> AppError? {
    guard let first = flush.refused.first else {
      let count = flush.problems.count
      guard count > 0 else { return nil }
      return .validation(
        "\(CountText.of(count, "item")) can't be sent as \(count == 1 ? "it is" : "they are").",
        suggestion: "outbox shows why.")
    }
    let isPost = flush.refused.contains { if case .post = $0.item.content { true } else { false } }
    let (count, way) = (flush.refused.count, isPost ? "To see the texts: drafts" : "It is not sent again.")
    return .validation(count == 1 ? AppError(first.error).message : "\(count) items were refused.", suggestion: way)
  }

  /// The message about what was sent, refused, and still waits.
  static func sent(_ flush: OutboxFlush, _ model: Model) throws -> Toast {
    let left = try model.state().entries.count
    let waiting =
      left == 0 ? "" : " \(CountText.of(left, "item")) still \(left == 1 ? "waits" : "wait"): outbox shows why."
    let omissions = flush.omissions.map { " " + $0.sentence }.joined()
    var toast = Toast(
      flush.refused.isEmpty && omissions.isEmpty ? .success : .warning,
      StyledText("Sent \(CountText.of(flush.sent.count, "item")).\(omissions)\(waiting)"),
      data: try data(of: flush, model))
    toast.dropped = flush.omissions.flatMap(\.names) + (flush.refused + flush.problems).map(\.item.typedID)
    return toast
  }

  private static func data(of flush: OutboxFlush, _ model: Model) throws -> [JSONValue.Member] {
    let refused = flush.refused.map { item, error -> JSONValue in
      ["id": .string(item.typedID), "operation": .string(item.operation), "message": .string(AppError(error).message)]
    }
    return [
      .init("sent", .int(flush.sent.count)), .init("waiting", .int(try model.state().entries.count)),
      .init("refused", .array(refused)),
    ]
  }

  private static func discard(_ id: String?, _ model: Model) throws -> Response {
    let state = try model.state()
    let entries = state.entries
    if let id {
      guard let entry = entries.first(where: { $0.id == id }) else {
        throw AppError.notFound(
          "No item in the outbox has the id “\(Sanitizer.clean(id))”.",
          suggestion: "outbox lists its items. In a shell, take the id from outbox --json.")
      }
      try model.discard([entry.item.id])
      return .toast(Toast(.success, "Discarded 1 item."))
    }
    guard !entries.isEmpty || state.unreadable > 0 else {
      return .toast(Toast(.information, "Nothing waits in the outbox."))
    }
    let count = CountText.of(entries.count + state.unreadable, "item")
    return .confirm(
      Confirmation("Discard \(count) in the outbox? The texts of posts stay drafts.") {
        // What was added since the question stays.
        try model.discard(state.unreadable > 0 ? nil : entries.map(\.item.id))
        return .success("Discarded \(count).")
      })
  }
}
