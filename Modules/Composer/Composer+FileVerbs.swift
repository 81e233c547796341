import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// What can be done with the files that go along.
  @MainActor
  static func fileVerbs(_ state: @escaping () -> State, action: Action) -> [Verb] {
    [
      Verb(
        "attach", Parameter<String>.word("FILE"), Parameter<String?>.optionalText("DESCRIPTION"),
        help: "Attach an image, video or audio file",
        discussion: """
          DESCRIPTION is the alt text; if it is missing, /send asks once. Quote a path that contains spaces. The file is \
          uploaded when the post is sent, so leave it where it is until then.
          """
      ) { path, description in
        let file = try await action.files.attach(path, description.map(oneLine))
        let number = state().draft.content.files.count
        return .toast(
          Toast(
            .success, StyledText("Attached \(oneLine(file.name)) (\(number))."),
            hint: file.description.isEmpty ? "/describe \(number) TEXT" : nil))
      },
      Verb("attachments", aliases: ["files"], help: "List attachments") {
        .document(fileList(state()))
      },
      Verb(
        "describe", aliases: ["alt"], Parameter<Int>.file, Parameter<String>.text(),
        help: "Add alt text to an attachment"
      ) { number, words in
        try action.files.describe(number, oneLine(words))
        return .toast(Toast(.success, StyledText("Added alt text to attachment \(number).")))
      },
      Verb("detach", Parameter<Int>.file, help: "Remove an attachment") { number in
        .toast(Toast(.information, StyledText("Removed \(oneLine(try action.files.detach(number).name)).")))
      },
      Verb(
        "sensitive", Parameter<String?>.optionalChoice("VALUE", ["on", "off"]),
        help: "Show or set whether the attachments are marked as sensitive"
      ) { word in
        if let word { action.set(Options(sensitive: word == "on")) }
        let words =
          switch state().draft.content.sensitive {
          case true?: "The attachments are marked as sensitive."
          case false?: "The attachments are not marked as sensitive."
          case nil: "Your account's default decides whether the attachments are marked as sensitive."
          }
        return .toast(Toast(.information, StyledText(words)))
      },
    ]
  }

  private static func fileList(_ state: State) -> Document {
    let blocks = fileBlocks(state)
    return Document(
      kind: "attachments", title: Document.Title("Attachments"),
      blocks: blocks.isEmpty ? [.paragraph(StyledText("No attachments.", .secondary))] : blocks,
      hint: StyledText("/attach FILE · /describe N TEXT · /detach N", .hint),
      data: [.init("files", fileData(state.draft.content))])
  }

  /// Each file with the number that verbs take.
  static func fileBlocks(_ state: State) -> [Block] {
    state.draft.content.files.enumerated().map { index, file in
      let attachment = MediaAttachment(id: "", kind: kind(of: file))
      let head = StyledText("\(MediaView.label(attachment)) \(index + 1)  \(oneLine(file.name))", .secondary)
      return .paragraph(
        file.description.isEmpty
          ? head + StyledText(" no alt text", .warning) : head + ": " + StyledText(oneLine(file.description)))
    }
  }

  /// The files as scripts get them: `[{path, description}]`.
  static func fileData(_ content: StatusDraft) -> JSONValue {
    .array(content.files.map { ["path": .string($0.path), "description": .string($0.description)] })
  }
}

extension Parameter where Value == Int {
  /// A file's number.
  static var file: Parameter {
    Parameter(ParameterDescription(name: "N", form: .integer(1...99))) { reader in
      guard let word = reader.next() else { throw reader.refusal("Which attachment? Give its number.") }
      guard let number = Int(word), (1...99).contains(number) else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not an attachment number.")
      }
      return number
    }
  }
}
