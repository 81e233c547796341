import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The commands for attachments.
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
        let file = try await action.attachments.attach(path, description.map(oneLine))
        let number = state().draft.content.files.count
        return .toast(
          Toast(
            .success, StyledText("Attached \(oneLine(file.name)) (\(number))."),
            hint: file.description.isEmpty ? "/describe \(number) TEXT" : nil))
      },
      Verb("attachments", aliases: ["files"], help: "List attachments") {
        .document(attachmentList(state()))
      },
      Verb(
        "describe", aliases: ["alt"], Parameter<Int>.attachment, Parameter<String>.text(),
        help: "Add alt text to an attachment"
      ) { number, text in
        try action.attachments.describe(number, oneLine(text))
        return .toast(Toast(.success, StyledText("Added alt text to attachment \(number).")))
      },
      Verb("detach", Parameter<Int>.attachment, help: "Remove an attachment") { number in
        .toast(Toast(.information, StyledText("Removed \(oneLine(try action.attachments.detach(number).name)).")))
      },
      Verb(
        "sensitive", Parameter<String?>.optionalChoice("VALUE", ["on", "off"]),
        help: "Show or set whether the attachments are marked as sensitive"
      ) { value in
        if let value { action.set(Options(sensitive: value == "on")) }
        let message =
          switch state().draft.content.sensitive {
          case true?: "The attachments are marked as sensitive."
          case false?: "The attachments are not marked as sensitive."
          case nil: "Your account's default decides whether the attachments are marked as sensitive."
          }
        return .toast(Toast(.information, StyledText(message)))
      },
    ]
  }

  private static func attachmentList(_ state: State) -> Document {
    let blocks = attachmentBlocks(state)
    return Document(
      kind: "attachments", title: Document.Title("Attachments"),
      blocks: blocks.isEmpty ? [.paragraph(StyledText("No attachments.", .secondary))] : blocks,
      hint: StyledText("/attach FILE · /describe N TEXT · /detach N", .hint),
      data: [.init("files", attachmentData(state.draft.content))])
  }

  /// The attachments with their numbers.
  static func attachmentBlocks(_ state: State) -> [Block] {
    state.draft.content.files.enumerated().map { index, file in
      let attachment = MediaAttachment(id: "", kind: kind(of: file))
      let head = StyledText("\(MediaView.label(attachment)) \(index + 1)  \(oneLine(file.name))", .secondary)
      return .paragraph(
        file.description.isEmpty
          ? head + StyledText(" no alt text", .warning) : head + ": " + StyledText(oneLine(file.description)))
    }
  }

  /// The attachments in JSON: `[{path, description}]`.
  static func attachmentData(_ content: StatusDraft) -> JSONValue {
    .array(content.files.map { ["path": .string($0.path), "description": .string($0.description)] })
  }
}

extension Parameter where Value == Int {
  /// An attachment's number.
  static var attachment: Parameter {
    Parameter(ParameterDescription(name: "N", form: .integer(1...99))) { reader in
      guard let word = reader.next() else { throw reader.refusal("Which attachment? Give its number.") }
      guard let number = Int(word), (1...99).contains(number) else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not an attachment number.")
      }
      return number
    }
  }
}
