public import FeatureKit
import PushKit
import TerminalKit

@MainActor extension Push {
  /// Creates the feature: its command everywhere, and its previews.
  ///
  /// The action is created when the command runs, since most runs never need it.
  public static func plugin(action: @escaping @MainActor () throws -> Action) -> Plugin {
    Plugin(id: "push", title: "Push", symbol: "⇥", verbs: [verb(action)], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: ReceivedPush.fixtures, prefix: "received") { (received: ReceivedPush, layout) in
        receivedView(received, layout: layout)
      }
  }

  /// The command `push`, whose first argument is the request.
  static func verb(_ action: @escaping @MainActor () throws -> Action) -> Verb {
    Verb(
      "push", Parameter<String?>.optionalChoice("WHAT", Request.allCases.map(\.rawValue)),
      Parameter<String?>.optionalWord("ADDRESS"),
      Parameter<String?>.option("content-encoding", "NAME", choices: ["aes128gcm", "aesgcm"]),
      Parameter<String?>.option("encryption", "FIELD"), Parameter<String?>.option("crypto-key", "FIELD"),
      .flag("base64"),
      help: "Receive notifications while Howdah is not running",
      discussion: """
        push status shows the subscription of the current account. push subscribe ADDRESS asks the server to push to \
        an address; with - for ADDRESS, it prompts for the address or reads it from standard input, so that it appears \
        nowhere else; without ADDRESS, it renews the subscription. push unsubscribe cancels it. Type settings push to \
        choose which notifications are pushed, for example set push-mentions on.

        push receive decrypts a push from standard input and prints it: howdah push receive < FILE. The push may begin \
        with the header fields of its HTTP request; --content-encoding, --encryption and --crypto-key override them. \
        Add --base64 for a push in base64.

        docs/push.md explains how to receive pushes on a computer at home.
        """
    ) { word, endpoint, encoding, encryption, key, isBase64 in
      let request = word.flatMap(Request.init(rawValue:)) ?? .status
      guard endpoint == nil || request == .subscribe else {
        throw AppError.usage(
          "push \(request.rawValue) takes no further arguments.",
          suggestion: request == .receive
            ? "Usage: howdah push receive < FILE" : "Usage: push \(request.rawValue)")
      }
      let options = PushReadingOptions(
        contentEncoding: encoding, encryption: encryption, cryptoKey: key, isBase64: isBase64)
      guard request == .receive || options == PushReadingOptions() else {
        throw AppError.usage(
          "These options are for push receive only.", suggestion: "Usage: push \(request.rawValue)")
      }
      return try await response(to: request, endpoint, options, try action())
    }.reading(
      with: Request.status.rawValue,
      otherwise: .changesMachine("the keys that it registers are made on this machine"))
  }

  private enum Request: String, CaseIterable {
    case status, subscribe, unsubscribe, receive
  }

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
        return .toast(Toast(.information, "This account has no push subscription.", hint: "push subscribe ADDRESS"))
      }
      return .toast(Toast(.success, "Unsubscribed from pushes.", hint: "push subscribe ADDRESS"))
    case .receive:
      let received = try await action.receive(options)
      return .view { receivedView(received, layout: $0) }
    }
  }

  private static func subscribe(_ endpoint: String?, _ action: Action) async throws -> Response {
    let subscription = try await action.subscribe(endpoint)
    return .success(
      "Subscribed: pushes for @\(subscription.account) go to \(subscription.host).", hint: "settings push",
      data: [.init("subscription", data(subscription))])
  }
}
