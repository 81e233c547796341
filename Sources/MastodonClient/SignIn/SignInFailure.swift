import MastodonKit

/// Why a sign-in failed although the server could be reached.
public enum SignInFailure: Error, Hashable, Sendable {
  /// The user did not allow the application.
  case denied
  /// The response belongs to another sign-in, or to none.
  case foreign
  /// The server gave another reason: OAuth's error code.
  case refused(code: String)
  case timedOut
  /// This machine has no free port for the browser's redirect.
  case noPort
  case cancelled
}

/// The query of the browser's redirect.
enum RedirectQuery {
  /// Reads the fields of the redirect.
  ///
  /// - Parameter needsState: whether a URL without the state of this sign-in counts as foreign.
  static func code(
    in fields: [Field], state: Secret, needsState: Bool
  ) -> Result<Secret, SignInFailure> {
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    let states = values("state")
    guard states.count == 1 || (states.isEmpty && !needsState), states.allSatisfy({ state.isSame(as: $0) }) else {
      return .failure(.foreign)
    }
    let (codes, errors) = (values("code"), values("error"))
    // OAuth sends each of them once, and never both.
    guard codes.count + errors.count == 1 else { return .failure(.foreign) }
    if let code = codes.first { return code.isEmpty ? .failure(.foreign) : .success(Secret(code)) }
    let word = errors.joined()
    guard word != "access_denied" else { return .failure(.denied) }
    // OAuth's error codes have this form; anything else is not worth repeating.
    let isWord = word.utf8.count <= 40 && word.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) }
    return .failure(.refused(code: isWord ? word : "error"))
  }
}
