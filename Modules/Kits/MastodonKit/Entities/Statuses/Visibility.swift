public enum Visibility: OpenEnum {
  /// Visible to everyone, and in public timelines.
  case `public`
  /// Visible to everyone, but not in public timelines.
  case unlisted
  case `private`
  case direct
  /// A visibility of some servers, such as Akkoma's `local` or GoToSocial's `mutuals_only`.
  case unknown(String)

  public static let names: KeyValuePairs<Visibility, String> = [
    .public: "public", .unlisted: "unlisted", .private: "private", .direct: "direct",
  ]
}

extension Visibility {
  /// The name that users read and type; the API's `private` is `followers`.
  public var word: String { self == .private ? "followers" : rawValue }

  /// Whether not everyone can read a post of it.
  public var isLimited: Bool { self != .public && self != .unlisted }

  /// Finds the visibility that the user typed: by its name, the API's or another common one, or an unambiguous prefix.
  public init?(typed: String, among offered: [Visibility] = known) {
    let wanted = typed.lowercased()
    let names: KeyValuePairs<String, Visibility> = [
      "public": .public, "unlisted": .unlisted, "quiet": .unlisted, "followers": .private, "private": .private,
      "direct": .direct, "mentioned": .direct,
    ]
    let exact = names.first { $0.key == wanted }.map { [$0.value] }
    let meant = exact ?? (wanted.isEmpty ? [] : names.filter { $0.key.hasPrefix(wanted) }.map(\.value))
    guard let visibility = meant.first, meant.allSatisfy({ $0 == visibility }), offered.contains(visibility) else {
      return nil
    }
    self = visibility
  }
}
