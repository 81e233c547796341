import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Media {
  /// The commands that are available everywhere.
  @MainActor
  static func globalVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "media", .post, .attachment, .flag("show"), .flag("browse"),
        help: "Show a post's attachments",
        discussion: """
          The alt text comes first, then the kind, the size and the focal point, then the image: with the terminal's graphics \
          protocol if it has one, else in half blocks. The program chafa draws it; without chafa, only its colours are shown. \
          set pictures off turns images off. --show shows an image that is marked sensitive; --browse pages through the \
          attachments.
          """
      ) { post, number, isRevealed, isBrowsing in
        let state = try await state(of: post, number, action)
        if isBrowsing {
          action.present(state)
          return .screen
        }
        return .prepared { layout in
          var state = state
          guard let attachment = state.attachment else { return view(state, layout: layout) }
          state.drawing = try await drawing(
            of: attachment, in: state, isRevealed: isRevealed, layout: layout, look: action.look)
          return view(state, layout: layout)
        }
      },
      Verb(
        "view", .post, .attachment, help: "Open an attachment in another program",
        discussion: "Uses HOWDAH_VIEWER, else the desktop's default program, else BROWSER."
      ) { post, number in
        let attachment = try only(try await state(of: post, number, action))
        try await action.view(attachment)
        return .toast(viewed(attachment))
      },
      Verb(
        "download", .post, .attachment, .optionalWord("FOLDER"), help: "Save an attachment as a file",
        discussion: "Saves into FOLDER, or into the current folder. Existing files are not overwritten."
      ) { post, number, folder in
        let attachment = try only(try await state(of: post, number, action))
        return .toast(saved(try await action.save(attachment, folder)))
      }.formerly("save"),
    ]
  }

  /// The commands of the sheet.
  @MainActor
  static func verbs(_ model: Model, action: Action) -> [Verb] {
    [
      Verb("next", aliases: ["n"], help: "Go to the next attachment") {
        try model.go(1)
        return .screen
      },
      Verb("prev", aliases: ["previous", "p"], help: "Go to the previous attachment") {
        try model.go(-1)
        return .screen
      },
      Verb("show", help: "Show an image that is marked sensitive") {
        model.reveal()
        return .screen
      },
      Verb("view", help: "Open the attachment in another program") {
        let attachment = try only(model.state)
        try await action.view(attachment)
        return .toast(viewed(attachment))
      },
      Verb("download", .optionalWord("FOLDER"), help: "Save the attachment as a file") { folder in
        .toast(saved(try await action.save(try only(model.state), folder)))
      }.formerly("save"),
      Verb("close", help: "Close the media view") {
        action.close()
        return .screen
      },
    ]
  }

  /// The attachments of a post, at the given number, or at the only one.
  @MainActor
  private static func state(of post: Post, _ number: Int?, _ action: Action) async throws -> State {
    let status = try await action.status(post.id).displayed
    let attachments = status.mediaAttachments
    guard !attachments.isEmpty else {
      throw AppError.validation("That post has no media.", suggestion: "Choose another post.")
    }
    if let number, !(1...attachments.count).contains(number) {
      throw AppError.validation(
        attachments.count == 1
          ? "That post has only one attachment." : "That post has \(attachments.count) attachments.",
        suggestion: attachments.count == 1
          ? "Omit the second number." : "Use a number from 1 to \(attachments.count) after the post.")
    }
    return State(
      statusID: status.id, author: status.account.shownName, isSensitive: status.sensitive, attachments: attachments,
      index: number.map { $0 - 1 } ?? (attachments.count == 1 ? 0 : nil), typed: post.typed)
  }

  /// The chosen attachment.
  private static func only(_ state: State) throws -> MediaAttachment {
    guard let attachment = state.attachment else {
      throw AppError.validation(
        "That post has \(state.attachments.count) attachments.",
        suggestion: "Add a number from 1 to \(state.attachments.count) after the post.")
    }
    guard attachment.url ?? attachment.remoteURL != nil else {
      throw AppError.validation("The server is still processing this attachment.", suggestion: "Try again in a moment.")
    }
    return attachment
  }

  private static func viewed(_ attachment: MediaAttachment) -> Toast {
    Toast(
      .success, "Opened the attachment in another program.",
      data: [.init("url", .optional(attachment.url ?? attachment.remoteURL))])
  }

  private static func saved(_ file: SavedFile) -> Toast {
    let message = "Saved \(file.path) (\(size(file.bytes)))."
    let data: [JSONValue.Member] = [
      .init("path", .string(file.path)), .init("bytes", .int(file.bytes)), .init("type", .optional(file.type)),
    ]
    guard file.type != nil else {
      return Toast(
        .warning, StyledText(message) + StyledText(" Not a known image, video or audio format.", .warning),
        data: data)
    }
    return Toast(.success, StyledText(message), data: data)
  }

  /// `512 bytes`, `38 KB`, `1.2 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return CountText.of(bytes, "byte") }
    if bytes < 999_500 { return "\((bytes + 500) / 1000) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }
}

/// A post and how the user referred to it.
private struct Post: Sendable {
  var id: Status.ID
  var typed: String
}

extension Parameter where Value == Post {
  /// A post by its number on the screen, its id or its URL.
  fileprivate static var post: Parameter {
    let status = Parameter<Status.ID>.status
    return Parameter(group: status.descriptions) { reader in
      let typed = reader.peek() ?? ""
      return Post(id: try await status.parse(reader), typed: oneWord(typed))
    }
  }

  /// The word quoted, if it contains spaces.
  private static func oneWord(_ word: String) -> String { word.contains(" ") ? "\"\(word)\"" : word }
}

extension Parameter where Value == Int? {
  /// The number of an attachment, counted from 1, optional.
  static var attachment: Parameter {
    Parameter(ParameterDescription(name: "M", form: .integer(1...99), isOptional: true)) { reader in
      guard let word = reader.peek(), word.count <= 2, let number = Int(word) else { return nil }
      _ = reader.next()
      return number
    }
  }
}
