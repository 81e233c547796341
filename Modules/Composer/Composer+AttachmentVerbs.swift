import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  @MainActor
  static func attachmentVerbs(_ state: @escaping () -> State, action: Action) -> [Verb] {
    [
      Verb(
        "attach", Parameter<String>.word("FILE"), Parameter<String?>.optionalText("DESCRIPTION"),
        help: "Attach an image, video or audio file",
        discussion: """
          DESCRIPTION is the alt text; if it is missing, /send asks once. Quote a path that contains spaces. The file is \
          uploaded when the post is sent, so leave it where it is until then.
          """
      ) { path, description in
        if let description, description.wholeMatch(of: /\S+\.[A-Za-z0-9]{2,5}/) != nil {
          let name = Sanitizer.oneLine(description)
          throw AppError.usage(
            "One file is attached at a time.",
            suggestion:
              "Quote a name with spaces: /attach \"\(Sanitizer.oneLine(path)) \(name)\". A second file: /attach \(name)"
          )
        }
        let file = try await action.attachments.attach(path, description.map(\.onOneLine))
        let number = state().draft.content.files.count
        return .success(
          "Attached \(Sanitizer.oneLine(file.name)) (\(number)).",
          hint: file.description.isEmpty ? "/describe \(number) TEXT" : nil)
      },
      Verb("attachments", aliases: ["files"], help: "List attachments") {
        .document(attachmentList(state()))
      },
      Verb(
        "describe", aliases: ["alt"], Parameter<Int>.attachment, .flag("suggest"), Parameter<String?>.optionalText(),
        help: "Add alt text to an attachment",
        discussion: """
          --suggest puts the text at the prompt that the program of the setting alt-text-command suggests; it gets the image \
          as its standard input and nothing else. Nothing is added until you press Return.
          """
      ) { number, suggests, text in
        @MainActor func describe(_ text: String) throws -> Response {
          try action.attachments.describe(number, text.onOneLine)
          return .success("Added alt text to attachment \(number).")
        }
        guard suggests == (text == nil) else {
          throw AppError.usage(
            suggests ? "--suggest takes no text." : "What is on attachment \(number)?",
            suggestion: "/describe \(number) TEXT, or /describe \(number) --suggest.")
        }
        if let text { return try describe(text) }
        let suggested = try await action.attachments.suggestion(number).onOneLine
        return .edit(TextEdit(suggested, prompt: "alt text \(number) │ ") { try describe($0) })
      },
      Verb(
        "focus", Parameter<Int>.attachment, Parameter<String>.word("X,Y"),
        help: "Set the point of an image that stays visible when it is cropped",
        discussion: "X is from -1, the left edge, to 1, the right, and Y from -1, the lower edge, to 1, the upper."
      ) { number, word in
        let point = try FocalPoint(typed: word)
        try action.attachments.focus(number, point)
        return .success("Set the focus of attachment \(number) to \(focusText(point)).")
      },
      Verb(
        "thumbnail", Parameter<Int>.attachment, Parameter<String>.word("FILE"),
        help: "Set the preview image of a video or an audio file"
      ) { number, path in
        try await action.attachments.setThumbnail(number, path)
        return .success("Set the thumbnail of attachment \(number).")
      },
      Verb(
        "move", Parameter<Int>.attachment, Parameter<Int>.attachment("TO"),
        help: "Move an attachment to another place",
        discussion: "The first number is the attachment's, the second one its new place: /move 3 1 makes it the first."
      ) { number, place in
        try action.attachments.move(number, place)
        return .document(attachmentList(state()))
      },
      Verb("detach", Parameter<Int>.attachment, help: "Remove an attachment") { number in
        .information("Removed \(Sanitizer.oneLine(try action.attachments.detach(number).name)).")
      },
      Verb(
        "sensitive", Parameter<String?>.optionalChoice("VALUE", ["yes", "no", "on", "off"]),
        help: "Show or set whether the attachments are marked as sensitive"
      ) { value in
        if let value { action.set(Options(sensitive: value == "yes" || value == "on")) }
        let message =
          switch state().draft.content.sensitive {
          case true?: "The attachments are marked as sensitive."
          case false?: "The attachments are not marked as sensitive."
          case nil: "Your account's default decides whether the attachments are marked as sensitive."
          }
        return .information(message)
      },
    ]
  }

  private static func attachmentList(_ state: State) -> Document {
    let blocks = attachmentBlocks(state)
    return Document(
      kind: "attachments", title: Document.Title("Attachments"),
      blocks: blocks.isEmpty ? [.paragraph(StyledText("No attachments.", .secondary))] : blocks,
      hint: StyledText("/attach FILE · /describe N TEXT · /move N TO · /detach N", .hint),
      data: [.init("files", attachmentData(state.draft.content))])
  }

  static func attachmentBlocks(_ state: State) -> [Block] {
    state.draft.content.files.enumerated().map { index, file in
      let attachment = MediaAttachment(id: "", kind: kind(of: file))
      let head = StyledText("\(MediaView.label(attachment)) \(index + 1)  \(Sanitizer.oneLine(file.name))", .secondary)
      var details = ""
      if let point = file.focus { details += " · focus \(focusText(point))" }
      if let path = file.thumbnail { details += " · thumbnail \(Sanitizer.oneLine(DraftFile(path: path).name))" }
      let text =
        file.description.isEmpty
        ? head + StyledText(" no alt text", .warning) : head + ": " + StyledText(Sanitizer.oneLine(file.description))
      return .paragraph(text + StyledText(details, .secondary))
    }
  }

  /// `0.5, -1`.
  static func focusText(_ point: FocalPoint) -> String { "\(number(point.x)), \(number(point.y))" }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(digits)"
  }

  /// The attachments in JSON: `[{path, description, focus, thumbnail}]`.
  static func attachmentData(_ content: StatusDraft) -> JSONValue {
    .array(
      content.files.map { file in
        [
          "path": .string(file.path), "description": .string(file.description),
          "focus": file.focus.map { ["x": .double($0.x), "y": .double($0.y)] } ?? .null,
          "thumbnail": .optional(file.thumbnail),
        ]
      })
  }
}

extension Parameter where Value == Int {
  static var attachment: Parameter { attachment("N") }

  /// An attachment's number, by this name in the usage.
  static func attachment(_ name: String) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .integer(1...99))) { reader in
      guard let word = reader.next() else { throw reader.refusal("Which attachment? Give its number.") }
      guard let number = Int(word), (1...99).contains(number) else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not an attachment number.")
      }
      return number
    }
  }
}
