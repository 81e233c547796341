public import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
public import TerminalKit

extension OwnPosts {
  public struct History: Hashable, Sendable {
    /// The versions, the oldest first.
    public var versions: [StatusEdit]
  }

  /// The versions as text, the oldest first, each with what was changed.
  ///
  /// As JSON it is `{screen, items: [{version, created_at, text, content_warning, sensitive, attachments, poll, changes}]}`, where
  /// `changes` is `[{kept|removed|added: text}]`, and null for the first version.
  public static func view(_ history: History, layout: Layout) -> Document {
    let versions = history.versions
    guard let first = versions.first else {
      return Document(
        kind: "history", title: Document.Title("Edit history"),
        blocks: [.paragraph(StyledText("The server keeps no versions of that post.", .secondary))],
        data: [.init("items", .array([]))])
    }
    let count = versions.count == 1 ? "never edited" : CountText.of(versions.count - 1, "edit")
    let name = Sanitizer.oneLine(first.account.shownName)
    return Document(
      kind: "history", title: Document.Title("Edit history · \(name)", note: count),
      blocks: versions.indices.flatMap { index in
        (index == 0 ? [] : [.blank])
          + [
            .item(
              item(
                versions[index], before: index == 0 ? nil : versions[index - 1], number: index + 1,
                isLast: index == versions.count - 1, layout: layout))
          ]
      })
  }

  private static func item(
    _ version: StatusEdit, before: StatusEdit?, number: Int, isLast: Bool, layout: Layout
  ) -> Item {
    let time = RelativeTime(version.createdAt, in: layout)
    let label = before == nil ? "Original" : isLast ? "Edit \(number - 1), as it is now" : "Edit \(number - 1)"
    let text = plain(version)
    let diff = before.map { TextDiff(from: plain($0), to: text) }
    var blocks: [Block] = [
      .paragraph(StyledText(label, .name) + StyledText(" · \(time.short)", .secondary))
    ]
    var spoken = ["\(label), \(time.spoken)"]
    let others = before.map { changes(from: $0, to: version) } ?? []
    if let diff, !diff.isEmpty {
      blocks += lines(of: diff).map { .paragraph($0) }
      spoken += sentences(of: diff)
    } else if before == nil {
      let warning = Sanitizer.oneLine(version.spoilerText)
      if !warning.isEmpty { blocks.append(.paragraph(StyledText("Content warning: \(warning)", .warning))) }
      blocks += text.split(separator: "\n").map { .paragraph(StyledText(String($0))) }
      spoken += (warning.isEmpty ? [] : ["Content warning: \(warning)"]) + [text]
    } else if others.isEmpty {
      blocks.append(.paragraph(StyledText("The server reports no changes to it.", .secondary)))
      spoken.append("Nothing that the server tells was changed")
    }
    blocks += others.map { .paragraph(StyledText($0, .secondary)) }
    spoken += others.map { $0.replacing(" → ", with: ", now ") + "." }
    return Item(
      number: nil, blocks: blocks, spoken: Sentence.joined(spoken.filter { !$0.isEmpty }),
      data: [
        "version": .int(number), "created_at": .string(MastodonDate.format(version.createdAt)), "text": .string(text),
        "content_warning": .optional(version.spoilerText.isEmpty ? nil : version.spoilerText),
        "sensitive": .bool(version.sensitive),
        "attachments": .array(
          version.mediaAttachments.map {
            ["id": .string($0.id.rawValue), "description": .optional($0.description)]
          }),
        "poll": version.poll.map { .array($0.options.map { .string($0.title) }) } ?? .null,
        "changes": diff.map { .array($0.parts.map(data)) } ?? .null,
      ])
  }

  /// The text without markup, its paragraphs as lines.
  private static func plain(_ version: StatusEdit) -> String {
    HTMLText.wholeText(version.content)
  }

  /// The changed text, with the marks of `git diff --word-diff`; a line without changes is left out if it is long ago.
  private static func lines(of diff: TextDiff) -> [StyledText] {
    var lines: [StyledText] = [StyledText()]
    func add(_ text: String, _ role: Role, _ open: String, _ close: String) {
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(StyledText()) }
        if !part.isEmpty { lines[lines.count - 1] += StyledText("\(open)\(part)\(close)", role) }
      }
    }
    for part in diff.parts {
      switch part {
      case .kept(let text): add(text, .text, "", "")
      case .removed(let text): add(text, .error, "[-", "-]")
      case .added(let text): add(text, .success, "{+", "+}")
      }
    }
    return lines.filter { !$0.plain.isEmpty }
  }

  private static func sentences(of diff: TextDiff) -> [String] {
    diff.parts.compactMap { part -> String? in
      switch part {
      case .kept: nil
      case .removed(let text): "Removed: \(Sanitizer.oneLine(text))"
      case .added(let text): "Added: \(Sanitizer.oneLine(text))"
      }
    }
  }

  private static func data(_ part: TextDiff.Part) -> JSONValue {
    switch part {
    case .kept(let text): ["kept": .string(text)]
    case .removed(let text): ["removed": .string(text)]
    case .added(let text): ["added": .string(text)]
    }
  }

  /// The changes besides the text.
  private static func changes(from old: StatusEdit, to new: StatusEdit) -> [String] {
    var texts: [String] = []
    func quoted(_ text: String) -> String { text.isEmpty ? "none" : "“\(Sanitizer.oneLine(text))”" }
    if old.spoilerText != new.spoilerText {
      texts.append("Content warning: \(quoted(old.spoilerText)) → \(quoted(new.spoilerText))")
    }
    if old.sensitive != new.sensitive {
      texts.append(new.sensitive ? "Media marked as sensitive" : "Media no longer marked as sensitive")
    }
    let (before, after) = (old.mediaAttachments, new.mediaAttachments)
    let removed = before.count { one in !after.contains { $0.id == one.id } }
    let added = after.count { one in !before.contains { $0.id == one.id } }
    if removed > 0 { texts.append("Removed \(CountText.of(removed, "attachment"))") }
    if added > 0 { texts.append("Added \(CountText.of(added, "attachment"))") }
    for attachment in after {
      guard let earlier = before.first(where: { $0.id == attachment.id }),
        (earlier.description ?? "") != (attachment.description ?? "")
      else { continue }
      texts.append("Alt text: \(quoted(earlier.description ?? "")) → \(quoted(attachment.description ?? ""))")
    }
    if removed == 0, added == 0, before.map(\.id) != after.map(\.id) { texts.append("Attachments in another order") }
    let polls = (old.poll?.options.map(\.title) ?? [], new.poll?.options.map(\.title) ?? [])
    if polls.0 != polls.1 {
      func list(_ options: [String]) -> String {
        options.isEmpty ? "none" : options.map { Sanitizer.oneLine($0) }.joined(separator: ", ")
      }
      texts.append("Poll: \(list(polls.0)) → \(list(polls.1))")
    }
    return texts
  }
}

extension OwnPosts.History {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = OwnPosts.History(versions: [])
    public let one = OwnPosts.History(versions: [edit("Low water at six.", minutesAgo: 90)])
    /// A word was replaced, then a warning, an attachment and a paragraph were added.
    public let several = OwnPosts.History(versions: [
      edit("<p>Low water at six. Bring boots.</p>", minutesAgo: 90),
      edit("<p>Low water at seven. Bring boots.</p>", minutesAgo: 60),
      edit(
        "<p>Low water at seven. Bring boots.</p><p>And a lamp.</p>", minutesAgo: 5, warning: "mud",
        media: [MediaAttachment(id: "1", kind: .image, description: "Boots on a gate.")]),
    ])
    /// Only the alt text was changed.
    public let altText = OwnPosts.History(versions: [
      edit("Boots.", minutesAgo: 90, media: [MediaAttachment(id: "1", kind: .image)]),
      edit("Boots.", minutesAgo: 60, media: [MediaAttachment(id: "1", kind: .image, description: "Boots on a gate.")]),
    ])
    public let wideCharacters = OwnPosts.History(versions: [
      edit("活字を一本落としました。", minutesAgo: 90), edit("活字を二本落としました。👩🏽‍🔧", minutesAgo: 30),
    ])
    public let hostile = OwnPosts.History(versions: [
      edit("one\u{1B}[2J", minutesAgo: 90),
      edit("two\u{202E}\u{7}", minutesAgo: 30, warning: "\u{1B}]0;title\u{7}"),
    ])

    private static func edit(
      _ content: String, minutesAgo: Int, warning: String = "", media: [MediaAttachment] = []
    ) -> StatusEdit {
      StatusEdit(
        content: content, spoilerText: warning, sensitive: false, createdAt: .fixture(minutesAgo: minutesAgo),
        account: Account.fixtures.you, mediaAttachments: media)
    }
  }
}
