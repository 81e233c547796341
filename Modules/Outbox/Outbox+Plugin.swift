public import FeatureKit
import StatusKit
import TerminalKit

extension Outbox {
  /// Makes the feature: its global command and its previews.
  @MainActor
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "outbox", title: "Outbox", symbol: "⇪",
      verbs: [
        Verb(
          "outbox", .optionalChoice("send|discard", ["send", "discard"]), .optionalReference(kinds: [.outbox]),
          help: "List what waits until the server can be reached, send it, or discard it",
          discussion: """
            A favourite, a boost, a follow or a post that you make at the prompt while the server cannot be reached is kept \
            on this machine. It is sent as soon as the server answers again; after a day only outbox send sends it. Of \
            what undoes each other the later one counts. outbox discard N forgets one, outbox discard all of them; the \
            text of a post stays a draft.
            """
        ) { what, reference in
          switch what {
          case "send": try await send(model)
          case "discard": try discard(reference?.id, model)
          default: try list(model)
          }
        }
      ], previews: { previews })
  }

  /// One preview for each fixture.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }

  @MainActor
  private static func list(_ model: Model) throws -> Response {
    let state = try model.state()
    return .view { layout in view(state, layout: layout) }
  }

  @MainActor
  private static func send(_ model: Model) async throws -> Response {
    guard try !model.state().entries.isEmpty else { return .toast(Toast(.information, "Nothing waits in the outbox.")) }
    let (sent, error) = await model.flush(includesOld: true)
    let left = try model.state().entries.count
    if let error { throw error }
    let waiting = left == 0 ? "" : " \(CountText.of(left, "item")) still there."
    return .toast(Toast(.success, StyledText("Sent \(CountText.of(sent, "item")).\(waiting)")))
  }

  @MainActor
  private static func discard(_ id: String?, _ model: Model) throws -> Response {
    let entries = try model.state().entries
    if let id {
      guard entries.contains(where: { $0.id == id }) else {
        throw AppError.notFound("That no longer waits in the outbox.", suggestion: "See what does: outbox.")
      }
      try model.discard([id])
      return .toast(Toast(.success, "Discarded 1 item."))
    }
    guard !entries.isEmpty else { return .toast(Toast(.information, "Nothing waits in the outbox.")) }
    let count = CountText.of(entries.count, "item")
    return .confirm(
      Confirmation("Discard \(count) in the outbox? The texts of posts stay drafts.") {
        try model.discard(entries.map(\.id))
        return .toast(Toast(.success, StyledText("Discarded \(count).")))
      })
  }
}
