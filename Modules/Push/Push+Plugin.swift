public import FeatureKit
import PushKit
import TerminalKit

extension Push {
  /// Makes the feature: its verb everywhere, and its previews.
  ///
  /// The action is asked for when the verb runs: most runs never do.
  @MainActor
  public static func plugin(action: @escaping @MainActor () throws -> Action) -> Plugin {
    Plugin(id: "push", title: "Push", symbol: "⇥", verbs: [verb(action)], previews: { previews })
  }

  /// The screen in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: ReceivedPush.fixtures, prefix: "received") { (received: ReceivedPush, layout) in
        receivedView(received, layout: layout)
      }
  }

  /// The one verb, whose first word says what to do.
  @MainActor
  static func verb(_ action: @escaping @MainActor () throws -> Action) -> Verb {
    Verb(
      "push", Parameter<String?>.optionalChoice("WHAT", Request.allCases.map(\.rawValue)),
      Parameter<String?>.optionalWord("ADDRESS"),
      Parameter<String?>.option("content-encoding", "NAME", choices: ["aes128gcm", "aesgcm"]),
      Parameter<String?>.option("encryption", "FIELD"), Parameter<String?>.option("crypto-key", "FIELD"),
      .flag("base64"),
      help: "Let the server tell you while no Howdah runs",
      discussion: """
        push status says what is pushed to this account, and where to. push subscribe ADDRESS lets the server push to an \
        address of yours; with - for ADDRESS it asks for the address, or reads it from standard input, so that nobody \
        else sees it; without ADDRESS, the server pushes to the present one again. push unsubscribe ends it. \
        set push-mentions on and the other settings of settings push say what about, and from whom.

        push receive opens a push from standard input and says what happened: howdah push receive < FILE. The push may \
        begin with the lines of the request that brought it; --content-encoding, --encryption and --crypto-key take the \
        place of these lines, and --base64 says that the push is written in that.

        docs/push.md shows how a push finds its way to a machine at home.
        """
    ) { word, endpoint, encoding, encryption, key, isBase64 in
      let request = word.flatMap(Request.init(rawValue:)) ?? .status
      guard endpoint == nil || request == .subscribe else {
        throw AppError.usage(
          "push \(request.rawValue) takes nothing behind it.",
          suggestion: request == .receive
            ? "Hand the push over: howdah push receive < FILE." : "Usage: push \(request.rawValue)")
      }
      let options = PushReadingOptions(
        contentEncoding: encoding, encryption: encryption, cryptoKey: key, isBase64: isBase64)
      guard request == .receive || options == PushReadingOptions() else {
        throw AppError.usage(
          "The options are for push receive.", suggestion: "Usage: push \(request.rawValue)")
      }
      return try await response(to: request, endpoint, options, try action())
    }
  }

  /// What the verb can be asked for.
  private enum Request: String, CaseIterable {
    case status, subscribe, unsubscribe, receive
  }

  @MainActor
  private static func response(
    to request: Request, _ endpoint: String?, _ options: PushReadingOptions, _ action: Action
  ) async throws -> Response {
    switch request {
    case .status:
      let state = await action.load()
      if let error = state.subscription.error { throw error }
      return .view { view(state, layout: $0) }
    case .subscribe:
      guard endpoint == "-" else { return try await subscribe(endpoint, action) }
      return .ask(
        Question(prompt: "Address", isSecret: true) { text in
          try await subscribe(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), action)
        })
    case .unsubscribe:
      guard try await action.unsubscribe() else {
        return .toast(Toast(.information, "Nothing was pushed.", hint: "push subscribe ADDRESS"))
      }
      return .toast(Toast(.success, "Nothing is pushed any more.", hint: "push subscribe ADDRESS"))
    case .receive:
      let received = try await action.receive(options)
      return .view { receivedView(received, layout: $0) }
    }
  }

  @MainActor
  private static func subscribe(_ endpoint: String?, _ action: Action) async throws -> Response {
    let subscription = try await action.subscribe(endpoint)
    return .toast(
      Toast(
        .success, StyledText("Pushes for @\(subscription.account) go to \(subscription.host) now."),
        hint: "settings push", data: [.init("subscription", data(subscription))]))
  }
}
