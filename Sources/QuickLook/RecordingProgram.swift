/// The programs that read video and audio: ffmpeg and ffprobe (ffmpeg.org).
///
/// The files are untrusted. The format is named, so that none of those is tried that lists other files; only files can be
/// opened; one thread decodes; no allocation may exceed 256 MB; and time and output are limited.
enum RecordingProgram {
  /// The number of samples in a second, of one byte each, and of seconds that are read.
  static let (rate, seconds) = (4000, 1800)

  /// ffmpeg's name of the format of a file; `nil` for one that is not read.
  static func format(of type: String) -> String? {
    switch type {
    case "video/mp4", "video/quicktime", "audio/mp4": "mov"
    case "video/webm", "audio/webm", "video/x-matroska": "matroska"
    case "audio/ogg", "video/ogg": "ogg"
    case "audio/mpeg": "mp3"
    case "audio/flac": "flac"
    case "audio/wav": "wav"
    case "audio/aac": "aac"
    default: nil
    }
  }

  private static let guarded = ["-nostdin", "-hide_banner", "-v", "error", "-max_alloc", "268435456"]

  private static func input(_ file: String, _ format: String) -> [String] {
    ["-protocol_whitelist", "file", "-threads", "1", "-f", format, "-i", file]
  }

  /// The arguments of ffmpeg that write the first frame as rows of points, three bytes each.
  static func frame(of file: String, format: String, width: Int, height: Int) -> [String] {
    guarded + input(file, format) + [
      "-map", "0:v:0", "-an", "-sn", "-dn", "-frames:v", "1", "-vf", "scale=\(width):\(height):flags=area",
      "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1",
    ]
  }

  /// The arguments of ffmpeg that write the sound as samples of one byte each.
  static func samples(of file: String, format: String) -> [String] {
    guarded + input(file, format) + [
      "-map", "0:a:0", "-vn", "-sn", "-dn", "-t", "\(seconds)", "-ac", "1", "-ar", "\(rate)", "-c:a", "pcm_u8", "-f",
      "u8", "pipe:1",
    ]
  }

  /// The arguments of ffprobe that write the length in seconds.
  static func length(of file: String, format: String) -> [String] {
    [
      "-v", "error", "-protocol_whitelist", "file", "-f", format, "-show_entries", "format=duration", "-of",
      "default=noprint_wrappers=1:nokey=1", file,
    ]
  }

  /// Reads the length that ffprobe writes; `nil` for anything that cannot be one.
  static func length(in output: [UInt8]) -> Double? {
    let text = String(decoding: output.prefix(64), as: UTF8.self).prefix { !$0.isWhitespace }
    guard let seconds = Double(text), seconds.isFinite, seconds > 0, seconds < 360_000 else { return nil }
    return seconds
  }

  /// Draws samples as a line of bars, one for each column: the loudest of its time, as against the loudest of all.
  static func wave(_ samples: [UInt8], columns: Int) -> String? {
    guard columns > 0, samples.count >= columns else { return nil }
    let peaks = (0..<columns).map { column in
      samples[(column * samples.count / columns)..<((column + 1) * samples.count / columns)]
        .reduce(0) { max($0, abs(Int($1) - 128)) }
    }
    // Noise alone would look like a song.
    let loudest = max(peaks.max() ?? 0, 8)
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(peaks.map { bars[$0 * (bars.count - 1) / loudest] })
  }
}
