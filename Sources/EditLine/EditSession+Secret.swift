extension EditSession {
  /// Waits for the next key; `nil` once the line has ended.
  func typedKey() -> Key? {
    while outcome == nil {
      if let key = keys.popFirst() { return key }
      repaint()
      wait()
    }
    return nil
  }

  /// Reads a secret without libedit, which would store it in its kill buffer.
  func readSecret(_ request: LineRequest) -> LineEditor.Outcome {
    var secret = ""
    while let key = typedKey() {
      switch key {
      case controls.interrupt: outcome = .interrupted("")
      case controls.suspend: suspendGroup()
      case .scalar("\n"), .scalar("\r"): outcome = .line(secret)
      case .scalar("\u{04}"): if secret.isEmpty { outcome = .endOfInput }
      case .scalar("\u{15}"): secret = ""
      case .scalar("\u{7F}"), .scalar("\u{08}"): _ = secret.popLast()
      case .scalar(let scalar): if scalar.value >= 0x20 { secret.unicodeScalars.append(scalar) }
      case .paste(let text): secret += text
      case .sequence, .report: break
      }
    }
    let outcome = outcome ?? .endOfInput
    leaveLine(outcome)
    return outcome
  }
}
