public import MastodonKit

/// Words that open doors, such as a token or a pasted code; it never prints.
public struct Secret: Hashable, Sendable {
  /// The words themselves; for headers, forms and safe storage only.
  public let reveal: String

  /// Takes the words.
  public init(_ words: String) { reveal = words }

  /// Takes what was pasted or piped in, without the white space that came along; no token has any.
  public init(pasted text: String) { reveal = text.filter { !$0.isWhitespace } }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the words.
  public var description: String { "Secret(redacted)" }

  /// Never the words.
  public var debugDescription: String { description }

  /// Nothing, so that a dump does not tell the words.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// Where a client gets its token from; asked for each request, so that a renewed token is used at once.
public struct TokenSource: Sendable {
  /// The token of now, or `nil` while nobody is signed in.
  public var current: @Sendable () async -> Secret?
  /// Another token in place of one that the server has just refused, or `nil` if there is none.
  ///
  /// - throws: why the server could not be asked for one.
  public var renewed: @Sendable (_ refused: Secret) async throws(MastodonError) -> Secret?

  /// Makes a source whose tokens cannot be renewed.
  public init(current: @escaping @Sendable () async -> Secret?) {
    self.current = current
    renewed = { _ in nil }
  }

  /// Makes a source that can renew its token.
  public init(
    current: @escaping @Sendable () async -> Secret?,
    renewed: @escaping @Sendable (_ refused: Secret) async throws(MastodonError) -> Secret?
  ) {
    self.current = current
    self.renewed = renewed
  }

  /// Nobody is signed in.
  public static let signedOut = TokenSource { nil }

  /// One token that stays.
  public static func fixed(_ token: Secret) -> TokenSource { TokenSource { token } }
}
