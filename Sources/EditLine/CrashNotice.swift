internal import CEditLine

/// The handling of the memory when the program crashes.
public enum CoreDump {
  /// Writes none from now on, since the memory has tokens and private posts.
  public static func prevent() { cel_protect_memory() }
}

/// A message that is written when the program crashes.
public enum CrashNotice {
  /// Writes a line to standard error when the program crashes, after a ``LineEditor`` has restored the terminal.
  ///
  /// The process ends by the same signal as without it. A crash can leave the heap in any state, so the line, of at most 250
  /// bytes, is kept beforehand.
  public static func install(_ line: String) { cel_crash_notice_start(line + "\n") }
}
