/// Why a sign-in came to nothing although the server could be reached.
public enum SignInFailure: Error, Hashable, Sendable {
  /// The person did not allow the program.
  case denied
  /// What came back belongs to another sign-in, or to none.
  case foreign
  /// The server sent the person back with another reason: OAuth's code word for it.
  case refused(code: String)
  /// Nobody came back in time.
  case timedOut
  /// This machine has no port for a browser to come back to.
  case noPort
  /// The person gave up.
  case cancelled
}

/// What a browser brings back from the server's page.
enum RedirectAnswer {
  /// Reads the fields of the address that it was sent to.
  ///
  /// - Parameter needsState: whether an address without the word of this sign-in counts as foreign.
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
    // A code word of OAuth is one; anything else is not worth repeating.
    let isWord = word.utf8.count <= 40 && word.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) }
    return .failure(.refused(code: isWord ? word : "error"))
  }
}
