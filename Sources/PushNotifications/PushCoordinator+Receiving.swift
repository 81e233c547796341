import FeatureKit
import LocalStore
import MastodonKit
public import PushKit

extension PushCoordinator {
  /// Reads a push from standard input and decrypts it.
  ///
  /// - Throws: ``PushFailure`` or `AppError` for anything that is not a push for an account on this machine.
  public func receive(
    _ input: PipedInput, _ options: PushReadingOptions, currentAccount: String
  ) async throws -> ReceivedPush {
    // Reading one byte more than a push may have shows that it is too long.
    guard let bytes = try await input.read(PushMessage.limit + 1) else { throw PushFailure.nothingCame }
    return try await receive(bytes, options, currentAccount: currentAccount)
  }

  /// Decrypts a push with the keys of the account that it is for, trying the current account first.
  ///
  /// A push does not name its account, but only that account's keys decrypt it.
  func receive(
    _ input: [UInt8], _ options: PushReadingOptions, currentAccount: String
  ) async throws -> ReceivedPush {
    let message = try PushMessage(input, options)
    var others = try await offMainActor { [secrets] in try secrets.places().filter { $0.kind == .push }.map(\.owner) }
    others.removeAll { $0 == currentAccount }
    var hasKeys = false
    for account in [currentAccount] + others {
      guard let tokens = try await tokens(of: account) else { continue }
      hasKeys = true
      let text: [UInt8]
      do throws(PushFailure) { text = try tokens.keys.open(message) } catch {
        guard error == .sealed else { throw error }
        continue
      }
      let serverKey = try preferences(of: account).serverKey ?? ""
      let signature = ServerSignature(serverKey: serverKey, endpoint: tokens.endpoint)
      let isSigned = try signature?.isOn(message) ?? false
      return ReceivedPush(
        try PushPayload(reading: text), account: account, isForCurrentAccount: account == currentAccount,
        isSigned: isSigned)
    }
    guard hasKeys else {
      throw AppError.usage(
        "No account has a push subscription, so there is no key to decrypt this push.",
        suggestion: "Subscribe first: push subscribe ADDRESS")
    }
    throw PushFailure.sealed
  }
}

extension PushMessage {
  /// Reads the input; the options override its header fields.
  fileprivate init(_ input: [UInt8], _ options: PushReadingOptions) throws(PushFailure) {
    var bytes = input
    if options.isBase64 {
      // Programs print base64 in lines.
      let text = String(decoding: input.filter { !$0.isSpace }, as: UTF8.self)
      guard let decoded = Base64URL.decode(text) else { throw .noBase64 }
      bytes = decoded
    }
    try self.init(reading: bytes)
    contentEncoding = options.contentEncoding ?? contentEncoding
    encryption = options.encryption ?? encryption
    cryptoKey = options.cryptoKey ?? cryptoKey
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ReceivedPush {
  fileprivate init(_ payload: PushPayload, account: String, isForCurrentAccount: Bool, isSigned: Bool) {
    self.init(
      account: account, isForCurrentAccount: isForCurrentAccount, notification: payload.notificationID,
      kind: payload.kind, title: payload.title, body: payload.body, isSigned: isSigned)
  }
}
