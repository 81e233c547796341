internal import CEditLine

/// The keys that a terminal normally turns into signals; here they are keys, so that their order is kept.
struct ControlKeys {
  let interrupt = Self.key(cel_interrupt_key())
  let suspend = Self.key(cel_suspend_key())
  let quit = Self.key(cel_quit_key())

  private static func key(_ code: UInt8) -> Key? {
    code == 0 ? nil : .scalar(Unicode.Scalar(code))
  }
}
