import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Media {
  /// What can be typed anywhere.
  @MainActor
  static func globalVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "media", .post, .attachment, .flag("show"),
        help: "Show a post's media: in words, then as the terminal can",
        discussion: """
          What its author says that it shows comes first, then its kind, size and focus, then the picture: by the terminal's \
          own way where it has one, else in half blocks, drawn by the program chafa. Without chafa, its colours are shown. \
          set pictures off shows words alone. A picture that is marked sensitive needs --show.
          """
      ) { post, number, isRevealed in
        let state = try await state(of: post, number, action)
        return .prepared { layout in
          var state = state
          guard let attachment = state.attachment else { return view(state, layout: layout) }
          state.sight = try await sight(
            of: attachment, in: state, isRevealed: isRevealed, layout: layout, look: action.look)
          return view(state, layout: layout)
        }
      },
      Verb(
        "view", .post, .attachment, help: "Open one of a post's media outside of the terminal",
        discussion: "By the program in HOWDAH_VIEWER, else by what the desktop opens files with, else by BROWSER."
      ) { post, number in
        let attachment = try only(try await state(of: post, number, action))
        try await action.view(attachment)
        return .toast(viewed(attachment))
      },
      Verb(
        "save", .post, .attachment, .optionalWord("FOLDER"), help: "Save one of a post's media as a file",
        discussion: "It is put into the folder, or where Howdah was started, and nothing that is there is overwritten."
      ) { post, number, folder in
        let attachment = try only(try await state(of: post, number, action))
        return .toast(saved(try await action.save(attachment, folder)))
      },
      Verb("gallery", .post, .attachment, help: "Page through a post's media") { post, number in
        action.present(try await state(of: post, number, action))
        return .screen
      },
    ]
  }

  /// What can be typed on the sheet.
  @MainActor
  static func verbs(_ model: Model, action: Action) -> [Verb] {
    [
      Verb("next", aliases: ["n"], help: "Go on to the next") {
        try model.go(1)
        return .screen
      },
      Verb("prev", aliases: ["previous", "p"], help: "Go back to the one before") {
        try model.go(-1)
        return .screen
      },
      Verb("show", help: "Show a picture that is marked sensitive") {
        model.reveal()
        return .screen
      },
      Verb("view", help: "Open it outside of the terminal") {
        let attachment = try only(model.state)
        try await action.view(attachment)
        return .toast(viewed(attachment))
      },
      Verb("save", .optionalWord("FOLDER"), help: "Save it as a file") { folder in
        .toast(saved(try await action.save(try only(model.state), folder)))
      },
      Verb("close", help: "Go back to where you were") {
        action.close()
        return .screen
      },
    ]
  }

  /// A post's media, with the one that was named chosen, or the only one.
  @MainActor
  private static func state(of post: Post, _ number: Int?, _ action: Action) async throws -> State {
    let status = try await action.status(post.id).displayed
    let attachments = status.mediaAttachments
    guard !attachments.isEmpty else {
      throw AppError.validation("That post has no media.", suggestion: "Choose another number.")
    }
    if let number, !(1...attachments.count).contains(number) {
      throw AppError.validation(
        attachments.count == 1 ? "That post has only one." : "That post has \(attachments.count) of them.",
        suggestion: attachments.count == 1
          ? "Leave the second number out." : "The second number goes from 1 to \(attachments.count).")
    }
    return State(
      statusID: status.id, author: status.account.shownName, isSensitive: status.sensitive, attachments: attachments,
      index: number.map { $0 - 1 } ?? (attachments.count == 1 ? 0 : nil), typed: post.typed)
  }

  /// The one that is meant.
  private static func only(_ state: State) throws -> MediaAttachment {
    guard let attachment = state.attachment else {
      throw AppError.validation(
        "That post has \(state.attachments.count) of them.",
        suggestion: "Say which, behind the post: a number from 1 to \(state.attachments.count).")
    }
    guard attachment.url ?? attachment.remoteURL != nil else {
      throw AppError.validation("The server is still working on it.", suggestion: "Try again in a moment.")
    }
    return attachment
  }

  private static func viewed(_ attachment: MediaAttachment) -> Toast {
    Toast(
      .success, "Opened outside of the terminal.",
      data: [.init("url", .optional(attachment.url ?? attachment.remoteURL))])
  }

  private static func saved(_ file: Saved) -> Toast {
    let words = "Saved as \(file.path), \(size(file.bytes))."
    let data: [JSONValue.Member] = [
      .init("path", .string(file.path)), .init("bytes", .int(file.bytes)), .init("type", .optional(file.type)),
    ]
    guard file.type != nil else {
      return Toast(
        .warning, StyledText(words) + StyledText(" It is no picture, film or sound that is known.", .warning),
        data: data)
    }
    return Toast(.success, StyledText(words), data: data)
  }

  /// `512 bytes`, `38 KB`, `1.2 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return CountText.of(bytes, "byte") }
    if bytes < 999_500 { return "\((bytes + 500) / 1000) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }
}

/// A post, and what was typed for it.
private struct Post: Sendable {
  var id: Status.ID
  var typed: String
}

extension Parameter where Value == Post {
  /// A post, by its number on the screen, its id or its address.
  fileprivate static var post: Parameter {
    let status = Parameter<Status.ID>.status
    return Parameter(group: status.descriptions) { reader in
      let typed = reader.peek() ?? ""
      return Post(id: try await status.parse(reader), typed: oneWord(typed))
    }
  }

  /// As it would have to be typed again.
  private static func oneWord(_ word: String) -> String { word.contains(" ") ? "\"\(word)\"" : word }
}

extension Parameter where Value == Int? {
  /// Which of a post's media, counted from 1, if a number stands there.
  static var attachment: Parameter {
    Parameter(ParameterDescription(name: "M", form: .integer(1...99), isOptional: true)) { reader in
      guard let word = reader.peek(), word.count <= 2, let number = Int(word) else { return nil }
      _ = reader.next()
      return number
    }
  }
}
