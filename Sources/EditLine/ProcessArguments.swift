internal import CEditLine

/// The arguments that the program was started with.
///
/// `CommandLine` has none where `/proc` is missing, as in a minimal chroot.
public enum ProcessArguments {
  /// The arguments after the program's name; `nil` in the place of each that is not text in UTF-8.
  public static var all: [String?] {
    (1..<max(Int(cel_argument_count()), 1)).map { index in
      cel_argument(Int32(index)).flatMap { String(validatingCString: $0) }
    }
  }
}
