public import FoundationEssentials

/// Makes the decoder and the encoder that the entities are read and written with.
///
/// The entities bring their own keys and dates, so no strategy is set, and any `JSONDecoder` would do.
public enum MastodonJSON {
  /// Makes a decoder for server answers.
  public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

  /// Makes an encoder that writes the JSON that a Mastodon server would.
  public static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }
}
