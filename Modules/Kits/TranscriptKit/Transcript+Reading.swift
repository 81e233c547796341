/// Why a file is not a session.
public enum TranscriptMistake: Error, Hashable, Sendable {
  /// It is longer than ``Transcript/maximumSize``.
  case tooLarge
  /// It is not text in UTF-8.
  case notText
  case nothingTyped
}

extension Transcript {
  /// Reads the bytes of a file.
  ///
  /// - Throws: ``TranscriptMistake`` if they are not session.
  public init(bytes: [UInt8]) throws(TranscriptMistake) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    self.init(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
    guard !typed.isEmpty || start.opensScreen else { throw .nothingTyped }
  }
}
