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
        help: "Take a picture, film or sound along, and say what it shows",
        discussion: """
          The description is for those who cannot see it; without one, sending asks once. A path with spaces stands in \
          quotes. The file is sent with the post, so it has to stay where it is until then.
          """
      ) { path, description in
        let file = try await action.files.attach(path, description.map(oneLine))
        let number = state().draft.content.files.count
        return .toast(
          Toast(
            .success, StyledText("\(oneLine(file.name)) goes along, as number \(number)."),
            hint: file.description.isEmpty ? "/describe \(number) TEXT" : nil))
      },
      Verb("attachments", aliases: ["files"], help: "See the files that go along, with their numbers") {
        .document(fileList(state()))
      },
      Verb(
        "describe", aliases: ["alt"], Parameter<Int>.file, Parameter<String>.text(),
        help: "Say what a file shows, for those who cannot see it"
      ) { number, words in
        try action.files.describe(number, oneLine(words))
        return .toast(Toast(.success, StyledText("Number \(number) is described.")))
      },
      Verb("detach", Parameter<Int>.file, help: "Leave a file out again") { number in
        .toast(Toast(.information, StyledText("\(oneLine(try action.files.detach(number).name)) stays here.")))
      },
      Verb(
        "sensitive", Parameter<String?>.optionalChoice("WHETHER", ["on", "off"]),
        help: "Hide the files at first, or show them at once"
      ) { word in
        if let word { action.set(Options(sensitive: word == "on")) }
        let words =
          switch state().draft.content.sensitive {
          case true?: "The files are hidden at first."
          case false?: "The files are shown at once."
          case nil: "Your account's settings say whether the files are hidden at first."
          }
        return .toast(Toast(.information, StyledText(words)))
      },
    ]
  }

  private static func fileList(_ state: State) -> Document {
    let blocks = fileBlocks(state)
    return Document(
      kind: "attachments", title: Document.Title("Attachments"),
      blocks: blocks.isEmpty ? [.paragraph(StyledText("No file goes along.", .secondary))] : blocks,
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
          ? head + StyledText(" without a description", .warning) : head + ": " + StyledText(oneLine(file.description)))
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
      guard let word = reader.next() else { throw reader.refusal("The file's number is missing.") }
      guard let number = Int(word), (1...99).contains(number) else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not the number of a file.")
      }
      return number
    }
  }
}
