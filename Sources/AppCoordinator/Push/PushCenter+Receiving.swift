import FeatureKit
import LocalStore
import PushFeature
import WebPush

extension PushCenter {
  /// Opens a push with the keys of whichever account it is for, the one in use first.
  ///
  /// Nothing in a push says whose it is, but only the right keys open it.
  func receive(
    _ input: [UInt8], _ delivery: Push.Delivery, accountInUse: String
  ) async throws -> Push.Received {
    let message = try PushMessage(input, delivery)
    var others = try await AppCoordinator.aside { [secrets] in
      try secrets.places().filter { $0.kind == .push }.map(\.owner)
    }
    others.removeAll { $0 == accountInUse }
    var hasKeys = false
    for account in [accountInUse] + others {
      guard let tokens = try await tokens(of: account) else { continue }
      hasKeys = true
      let text: [UInt8]
      do throws(PushFailure) { text = try tokens.keys.open(message) } catch {
        guard error == .sealed else { throw error }
        continue
      }
      let signature = ServerSignature(serverKey: try wish(of: account).serverKey ?? "", endpoint: tokens.endpoint)
      let isSigned = try signature?.isOn(message) ?? false
      return Push.Received(
        try PushPayload(reading: text), account: account, isForAccountInUse: account == accountInUse,
        isSigned: isSigned)
    }
    guard hasKeys else {
      throw AppError.usage(
        "Nothing is pushed to anybody here, so there is no key to open a push with.",
        suggestion: "push subscribe ADDRESS makes one.")
    }
    throw PushFailure.sealed
  }
}

extension PushMessage {
  /// Reads what came, and lets the options take the place of its own lines.
  fileprivate init(_ input: [UInt8], _ delivery: Push.Delivery) throws(PushFailure) {
    var bytes = input
    if delivery.isBase64 {
      // As programs print it: in lines, and with one at the end.
      let text = String(decoding: input.filter { !$0.isSpace }, as: UTF8.self)
      guard let decoded = Base64URL.decode(text) else { throw .noBase64 }
      bytes = decoded
    }
    try self.init(reading: bytes)
    contentEncoding = delivery.contentEncoding ?? contentEncoding
    encryption = delivery.encryption ?? encryption
    cryptoKey = delivery.cryptoKey ?? cryptoKey
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension Push.Received {
  fileprivate init(_ payload: PushPayload, account: String, isForAccountInUse: Bool, isSigned: Bool) {
    self.init(
      account: account, isForAccountInUse: isForAccountInUse, notification: payload.notificationID,
      kind: payload.kind, title: payload.title, body: payload.body, isSigned: isSigned)
  }
}
