public import MastodonKit

/// A secret such as a token or a pasted code; it is never printed.
public struct Secret: Hashable, Sendable {
  /// The secret itself; for headers, forms and safe storage only.
  public let reveal: String

  public init(_ words: String) { reveal = words }

  /// Creates a secret from pasted or piped text, without its white space; no token contains any.
  public init(pasted text: String) { reveal = text.filter { !$0.isWhitespace } }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Secret(redacted)" }

  public var debugDescription: String { description }

  /// An empty mirror, so that a dump does not reveal the secret.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The source of a client's token; called for each request, so that a renewed token is used at once.
public struct TokenSource: Sendable {
  /// The current token; `nil` while signed out.
  public var current: @Sendable () async -> Secret?
  /// A new token in place of one that the server rejected; `nil` if there is none.
  ///
  /// - throws: why the token could not be renewed.
  public var renewed: @Sendable (_ refused: Secret) async throws(MastodonError) -> Secret?

  public init(current: @escaping @Sendable () async -> Secret?) {
    self.current = current
    renewed = { _ in nil }
  }

  public init(
    current: @escaping @Sendable () async -> Secret?,
    renewed: @escaping @Sendable (_ refused: Secret) async throws(MastodonError) -> Secret?
  ) {
    self.current = current
    self.renewed = renewed
  }

  /// A source without a token.
  public static let signedOut = TokenSource { nil }

  /// A source with one unchanging token.
  public static func fixed(_ token: Secret) -> TokenSource { TokenSource { token } }
}
