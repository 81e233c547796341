public import MastodonKit
public import TerminalKit

/// A post's attachments as text: the kind and the alt text of each.
public struct MediaView {
  public var attachments: [MediaAttachment]
  public var expansion: Expansion
  /// How the post is typed after `media` and `show`: `3`, `3q`.
  public var typed: String?

  /// The amount of the attachments that is shown.
  public enum Expansion: Hashable, Sendable {
    /// The kind and the alt text.
    case described
    /// Only the kind, as the user prefers.
    case hidden
    /// Only the kind, since the author marked the post as sensitive.
    case sensitive
    /// Only the kind and the titles of the user's filters that matched.
    case filtered([String])
  }

  public init(_ attachments: [MediaAttachment], expansion: Expansion, typed: String? = nil) {
    self.attachments = attachments
    self.expansion = expansion
    self.typed = typed
  }

  /// The longest alt text in a list, in characters; `media N` prints the whole.
  private static let longestDescription = 300

  public var blocks: [Block] {
    guard !attachments.isEmpty else { return [] }
    guard expansion == .described else {
      return [PollView.line(StyledText(summary, .warning), trailing: typed.map { StyledText("show \($0)", .hint) })]
    }
    return attachments.indices.map { index in
      let isLast = index == attachments.count - 1
      return PollView.line(
        line(attachments[index]), trailing: isLast ? typed.map { StyledText("media \($0)", .hint) } : nil)
    }
  }

  /// The attachments as sentences for screen readers.
  public var spoken: String {
    guard !attachments.isEmpty else { return "" }
    guard expansion == .described else {
      return Sentence.joined([SpokenText.capitalized(summary), typed.map { "Show \($0) to see" } ?? ""])
    }
    return Sentence.joined(
      attachments.map { attachment in
        let label = SpokenText.capitalized(Self.label(attachment))
        return Self.description(attachment).map { "\(label): \($0)" } ?? "\(label), no alt text"
      })
  }

  private func line(_ attachment: MediaAttachment) -> StyledText {
    let label = Self.label(attachment)
    guard var description = Self.description(attachment) else {
      return StyledText("\(label), no alt text", .secondary)
    }
    if description.count > Self.longestDescription {
      description = ExcerptText.cut(description, to: Self.longestDescription)
    }
    return StyledText("\(label): ", .secondary) + StyledText(description)
  }

  /// `image, marked sensitive`, `3 images`, `image, filtered: stings`.
  private var summary: String {
    let kinds = Set(attachments.map { Self.noun($0.kind) })
    let noun = kinds.count == 1 ? kinds.first ?? "attachment" : "attachment"
    let what = attachments.count == 1 ? noun : CountText.of(attachments.count, noun)
    return switch expansion {
    case .described, .hidden: what
    case .sensitive: "\(what), marked sensitive"
    case .filtered(let titles): "\(what), filtered: \(titles.map(Sanitizer.oneLine).joined(separator: ", "))"
    }
  }

  /// The kind and the duration: `image`, `video, 1:32`.
  public static func label(_ attachment: MediaAttachment) -> String {
    let noun = noun(attachment.kind)
    guard let seconds = attachment.meta?.duration, attachment.kind != .gifv, seconds >= 1, seconds < 360_000 else {
      return noun
    }
    let (minutes, second) = Int(seconds).quotientAndRemainder(dividingBy: 60)
    return "\(noun), \(minutes):\(second < 10 ? "0" : "")\(second)"
  }

  static func noun(_ kind: MediaAttachment.Kind) -> String {
    switch kind {
    case .image: "image"
    case .gifv: "animation"
    case .video: "video"
    case .audio: "recording"
    case .unknown: "file"
    }
  }

  /// The alt text on one line; `nil` if it is empty.
  public static func description(_ attachment: MediaAttachment) -> String? {
    let text = (attachment.description ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// An attachment in JSON: `{id, type, kind, url, remote_url, preview_url, description, width, height, duration, focus, blurhash}`.
  ///
  /// `kind` is the earlier name of `type`.
  public static func data(_ attachment: MediaAttachment) -> JSONValue {
    let size = attachment.meta?.original
    let focus: JSONValue = attachment.meta?.focus.map { ["x": .double($0.x), "y": .double($0.y)] } ?? .null
    return [
      "id": .string(attachment.id.rawValue), "type": .string(attachment.kind.rawValue),
      "kind": .string(attachment.kind.rawValue), "url": .optional(attachment.url ?? attachment.remoteURL),
      "remote_url": .optional(attachment.remoteURL),
      "preview_url": .optional(attachment.previewURL), "description": .optional(attachment.description),
      "width": .optional(size?.width), "height": .optional(size?.height),
      "duration": attachment.meta?.duration.map(JSONValue.double) ?? .null, "focus": focus,
      "blurhash": .optional(attachment.blurhash),
    ]
  }
}
