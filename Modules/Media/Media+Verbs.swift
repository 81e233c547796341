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
          protocol if it has one, else in half blocks. The program chafa draws it; without chafa, only its colours are shown, as \
          they are while the image is being loaded. ffmpeg draws the first frame of a video without a preview, and the wave of \
          a recording. set pictures off turns images off. --show shows an image that is marked sensitive; --browse pages through the \
          attachments.
          """
      ) { post, number, isRevealed, isBrowsing in
        guard !isRevealed || !isBrowsing else {
          throw AppError.usage(
            "--show and --browse can't be combined.", suggestion: "Use one of them.")
        }
        let state = try await state(of: post, number, action)
        if isBrowsing { return action.present(state) }
        return .staged(staged(state, isRevealed: isRevealed, action))
      }.reading.takingShownNumbers,
      Verb(
        "view", .post, .attachments, help: "Open attachments in another program",
        discussion: """
          Uses HOWDAH_VIEWER, else the desktop's default program, else BROWSER. M is the number of an attachment, or several: \
          view 3 1-3.
          """
      ) { post, numbers in
        try await open(try chosen(numbers, of: try await state(of: post, nil, action), opensOne: true), action)
      }.having(opensProgram).takingShownNumbers,
      Verb(
        "download", .post, .attachments, .optionalWord("FOLDER"), help: "Save the attachments of a post as files",
        discussion: """
          Saves all attachments, or those whose numbers follow the post: download 3 1-2. They go into FOLDER, or into the \
          current folder. Existing files are not overwritten.
          """
      ) { post, numbers, folder in
        try await save(try chosen(numbers, of: try await state(of: post, nil, action)), folder, action)
      }.formerly("save").having(savesFile).takingShownNumbers,
      Verb(
        "gallery", Parameter<GallerySubject>.gallery, help: "Show the media of this screen or of an account",
        discussion: """
          Lists the posts with media on this screen, or those of an account: gallery @NAME. Where no posts are shown, those of \
          the home timeline. Words come first; at a terminal that shows images, the main colours of each follow. media N shows \
          one, and download N saves it.
          """
      ) { subject in
        let gallery = try await gallery(of: subject, action)
        return .view { layout in view(gallery, layout: layout, colors: action.colors) }
      }.reading,
    ]
  }

  private static let opensProgram = Verb.Effect.changesMachine("it only opens a program")
  private static let savesFile = Verb.Effect.writes(to: "a folder")

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
        try await open([try only(model.state)], action)
      }.having(opensProgram),
      Verb("download", .optionalWord("FOLDER"), help: "Save the attachment as a file") { folder in
        try await save([try only(model.state)], folder, action)
      }.formerly("save").having(savesFile),
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
    if let number, !(1...attachments.count).contains(number) { throw missing(attachments.count) }
    return State(
      statusID: status.id, author: status.account.shownName, isSensitive: status.sensitive, attachments: attachments,
      index: number.map { $0 - 1 } ?? (attachments.count == 1 ? 0 : nil), typed: post.typed)
  }

  private static func missing(_ count: Int) -> AppError {
    AppError.validation(
      count == 1 ? "That post has only one attachment." : "That post has \(count) attachments.",
      suggestion: count == 1 ? "Omit the second number." : "Use a number from 1 to \(count) after the post.")
  }

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

  /// The attachments of these numbers, all without numbers; what the server is still processing is left out of all.
  private static func chosen(_ numbers: [Int], of state: State, opensOne: Bool = false) throws -> [MediaAttachment] {
    let count = state.attachments.count
    if numbers.isEmpty {
      guard count > 1, !opensOne else { return [try only(state)] }
      let ready = state.attachments.filter { $0.url ?? $0.remoteURL != nil }
      return ready.isEmpty ? [try only(at: 0, state)] : ready
    }
    for number in numbers where !(1...count).contains(number) { throw missing(count) }
    return try numbers.map { try only(at: $0 - 1, state) }
  }

  private static func only(at index: Int, _ state: State) throws -> MediaAttachment {
    var state = state
    state.index = index
    return try only(state)
  }

  /// Opens attachments one after the other; what was opened before a failure is said.
  @MainActor
  private static func open(_ attachments: [MediaAttachment], _ action: Action) async throws -> Response {
    var opened: [MediaAttachment] = []
    var bytes = 0
    func response() -> Response {
      let what = opened.count == 1 ? "the attachment" : "\(opened.count) attachments"
      let urls = opened.map { $0.url ?? $0.remoteURL }
      return .success(
        "Opened \(what) in another program (\(size(bytes))).",
        data: [
          .init("url", .optional(urls.first ?? nil)), .init("urls", .array(urls.map(JSONValue.optional))),
          .init("bytes", .int(bytes)),
        ])
    }
    for attachment in attachments {
      do { bytes += try await action.view(attachment) } catch {
        guard !opened.isEmpty else { throw error }
        throw PartialFailure(done: response(), error: error)
      }
      opened.append(attachment)
    }
    return response()
  }

  /// Saves attachments one after the other; what was saved before a failure is said.
  @MainActor
  private static func save(
    _ attachments: [MediaAttachment], _ folder: String?, _ action: Action
  ) async throws -> Response {
    var files: [DownloadedFile] = []
    for attachment in attachments {
      do { files.append(try await action.save(attachment, folder)) } catch {
        guard !files.isEmpty else { throw error }
        throw PartialFailure(done: .toast(saved(files)), error: error)
      }
      if attachments.count > 1, files.count < attachments.count {
        action.report("Saved \(files.count) of \(attachments.count).")
      }
    }
    return .toast(saved(files))
  }

  private static func saved(_ files: [DownloadedFile]) -> Toast {
    let bytes = files.reduce(0) { $0 + $1.bytes }
    let message =
      files.count == 1
      ? "Saved \(files[0].path) (\(size(bytes)))."
      : "Saved \(files.count) files (\(size(bytes))): \(files.map(\.path).joined(separator: ", "))."
    func members(_ file: DownloadedFile) -> [JSONValue.Member] {
      [.init("path", .string(file.path)), .init("bytes", .int(file.bytes)), .init("type", .optional(file.type))]
    }
    let data = (files.first.map(members) ?? []) + [.init("files", .array(files.map { .object(members($0)) }))]
    let strange = files.filter { $0.type == nil }
    guard strange.isEmpty else {
      let warning =
        files.count == 1
        ? " Not a known image, video or audio format."
        : " Not a known image, video or audio format: \(strange.map(\.path).joined(separator: ", "))."
      return Toast(.warning, StyledText(message) + StyledText(warning, .warning), data: data)
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

@MainActor extension Media {
  /// A document with the colours of an image until it is there.
  private static func staged(_ state: State, isRevealed: Bool, _ action: Action) -> StagedDocument {
    StagedDocument(
      first: { layout in
        guard let attachment = state.attachment, let picture = action.colors(attachment, layout) else { return nil }
        var state = state
        state.drawing = Drawing(picture: picture, note: "Loading…")
        var document = view(state, layout: layout)
        document.hint = nil
        return document
      },
      load: { layout in
        var state = state
        guard let attachment = state.attachment else {
          let document = view(state, layout: layout)
          return (document, document)
        }
        state.drawing = try await drawing(
          of: attachment, in: state, isRevealed: isRevealed, layout: layout, look: action.look)
        return (view(state, layout: layout), rest(state))
      })
  }

  enum GallerySubject: Sendable {
    case screen([Status.ID])
    case account(Account.ID, typed: String)
  }

  private static func gallery(of subject: GallerySubject, _ action: Action) async throws -> Gallery {
    switch subject {
    case .account(let id, let typed):
      let statuses = try await action.posts(id)
      let acct = statuses.first { $0.reblog == nil }?.account.acct
      return Gallery(account: acct ?? (typed.hasPrefix("@") ? String(typed.dropFirst()) : typed), of: statuses)
    case .screen(let ids):
      let shown = action.shown(ids)
      return Gallery(of: shown.isEmpty ? try await action.home() : shown)
    }
  }
}

extension Parameter where Value == Media.GallerySubject {
  /// An account, or nothing for the posts on the screen.
  fileprivate static var gallery: Parameter {
    Parameter(
      ParameterDescription(name: "@NAME", form: .reference(kinds: [.account], many: false), isOptional: true)
    ) { reader in
      if let typed = reader.peek() {
        return .account(try await Parameter<Account.ID>.account.parse(reader), typed: typed)
      }
      let highest = reader.context.highestNumber()
      let references = highest > 0 ? (1...highest).flatMap { reader.context.shown($0) ?? [] } : []
      return .screen(references.filter { $0.kind == .status }.map { Status.ID($0.id) })
    }
  }
}

extension Parameter where Value == [Int] {
  /// Numbers of attachments, counted from 1, or none: `2`, `1-3`, `1 4`.
  fileprivate static var attachments: Parameter {
    Parameter(ParameterDescription(name: "M…", form: .integer(1...99), isOptional: true)) { reader in
      var numbers: [Int] = []
      while let word = reader.peek(), let listed = ReferenceSyntax.numbers(word), listed.allSatisfy({ $0 < 100 }) {
        _ = reader.next()
        for number in listed where !numbers.contains(number) { numbers.append(number) }
      }
      return numbers
    }
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
