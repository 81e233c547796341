internal import FoundationEssentials

/// Recognises the type of a media file by its first bytes, or else by its name.
enum MediaType {
  /// The number of a file's first bytes that are read.
  static let peek = 32

  /// The MIME type of a file; `nil` if it is not a known image, video or audio format.
  ///
  /// The bytes take precedence over the name: a camera's `.jpg` that is a HEIF would be rejected as a JPEG.
  static func mimeType(ofFileNamed name: String, beginning head: Data) -> String? {
    let ending = ending(of: name)
    let named = types.first { $0.endings.contains(ending) }?.type
    guard let found = mimeType(beginning: [UInt8](head.prefix(peek))) else { return named }
    // A container may hold audio only, which only the name tells.
    switch (found, ending) {
    case ("video/mp4", "m4a"): return "audio/mp4"
    case ("video/webm", "weba"): return "audio/webm"
    case ("audio/ogg", "ogv"): return "video/ogg"
    default: return found
    }
  }

  /// The type of a download: that of its bytes, except that the server knows whether a container holds audio only.
  static func told(by found: String?, _ said: String?) -> String? {
    switch (found, said) {
    case ("video/mp4", "audio/mp4"?), ("video/mp4", "audio/x-m4a"?), ("video/webm", "audio/webm"?),
      ("audio/ogg", "video/ogg"?):
      said
    default: found ?? said
    }
  }

  /// The usual file extension of a type, without a dot.
  static func ending(for mimeType: String) -> String? {
    types.first { $0.type == mimeType || $0.aliases.contains(mimeType) }?.endings.first
  }

  /// Whether a file extension fits the type.
  static func suits(_ ending: String, _ mimeType: String) -> Bool {
    types.first { $0.type == mimeType || $0.aliases.contains(mimeType) }?.endings.contains(ending) ?? true
  }

  /// The file extension in lower case.
  static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  private static let types: [(type: String, endings: [String], aliases: [String])] = [
    ("image/jpeg", ["jpg", "jpeg", "jpe", "jfif"], ["image/jpg", "image/pjpeg"]), ("image/png", ["png"], []),
    ("image/gif", ["gif"], []), ("image/webp", ["webp"], []), ("image/avif", ["avif"], []),
    ("image/heic", ["heic"], []), ("image/heif", ["heif"], []), ("image/svg+xml", ["svg"], []),
    ("video/mp4", ["mp4", "m4v"], ["video/x-m4v"]), ("video/quicktime", ["mov", "qt"], []),
    ("video/webm", ["webm"], []), ("video/x-matroska", ["mkv"], []), ("video/ogg", ["ogv"], []),
    ("audio/mpeg", ["mp3"], ["audio/mp3"]), ("audio/ogg", ["ogg", "oga", "opus"], ["audio/opus"]),
    ("audio/wav", ["wav"], ["audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-pn-wave"]),
    ("audio/flac", ["flac"], ["audio/x-flac"]), ("audio/mp4", ["m4a"], ["audio/x-m4a", "audio/m4a"]),
    ("audio/aac", ["aac"], []), ("audio/webm", ["weba"], []), ("text/plain", ["txt"], []),
    ("text/html", ["html", "htm"], []),
  ]

  /// The MIME type of the first bytes; a container that may hold video counts as video.
  static func mimeType(beginning head: [UInt8]) -> String? {
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }
    func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
    if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has([0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if has("GIF8") { return "image/gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
    if has("RIFF"), has("WAVE", at: 8) { return "audio/wav" }
    if has("ftyp", at: 4) { return brand(String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)) }
    if has([0x1A, 0x45, 0xDF, 0xA3]) { return "video/webm" }
    if has("OggS") { return "audio/ogg" }
    if has("fLaC") { return "audio/flac" }
    if has("ID3") || has([0xFF, 0xFB]) || has([0xFF, 0xF3]) { return "audio/mpeg" }
    return nil
  }

  /// The type of an ISO media file by its first brand.
  private static func brand(_ brand: String) -> String {
    switch brand {
    case "heic", "heix", "hevc", "heim": "image/heic"
    case "mif1", "msf1": "image/heif"
    case "avif", "avis": "image/avif"
    case "qt  ": "video/quicktime"
    case "M4A ", "M4B ": "audio/mp4"
    default: "video/mp4"
    }
  }
}
