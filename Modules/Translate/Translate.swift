public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

/// Posts in another language, as the server translates them.
public enum Translate {
  /// The actions of the command; the root carries them out.
  @MainActor
  public struct Action {
    /// Finds a post, where it is shown or else on the server.
    public var status: (Status.ID) async throws -> Status
    /// Translates a post; the server chooses the language if none is named.
    public var translate: (Status.ID, _ language: String?) async throws -> Translation

    public init(
      status: @escaping (Status.ID) async throws -> Status,
      translate: @escaping (Status.ID, _ language: String?) async throws -> Translation
    ) {
      self.status = status
      self.translate = translate
    }
  }

  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "translate", title: "Translate", symbol: "文",
      verbs: [
        Verb(
          "translate", .status, .option("to", "LANGUAGE"),
          help: "Show a post in your language, where your server translates",
          discussion: """
            The post is sent to the translation service of your server, which is named below the translation. Only public posts \
            are translated. server languages lists the languages; show N shows the original. If the setting translate-command \
            names a program, it gets the text as its standard input in place of the server, unless --to is given.
            """
        ) { id, language in
          let wanted = try language.map { word in
            guard let language = PostLanguage(word) else {
              throw AppError.usage(
                "“\(Sanitizer.clean(word))” is not the code of a language.", suggestion: "Use en, de, pt-BR…")
            }
            return language.code
          }
          do {
            let translated = try await action.translate(id, wanted)
            let status = try await action.status(id)
            guard isText(translated.content) || !isText(status.displayed.content) else {
              throw AppError.network(.notReady("The server sent no translation of that post."))
            }
            return .view { view(status, translated, layout: $0) }
          } catch {
            throw explained(AppError(error))
          }
        }
      ], previews: { previews })
  }

  private static func isText(_ html: String) -> Bool { !HTMLText.wholeText(html).allSatisfy(\.isWhitespace) }

  /// The error with what may have been the reason.
  private static func explained(_ error: AppError) -> AppError {
    switch error {
    case .forbidden(let words):
      .detailed(
        .forbidden(words),
        suggestion:
          "It may be in that language already, or not be public. server languages lists the languages that your server translates.",
        data: [])
    default: error
    }
  }

  static func view(_ status: Status, _ translation: Translation, layout: Layout) -> Document {
    let original = status.displayed
    var shown = original
    shown.content = translation.content
    shown.language = translation.language
    if let warning = translation.spoilerText, !warning.isEmpty { shown.spoilerText = warning }
    if let poll = translation.poll, shown.poll?.id == poll.id {
      for (index, option) in poll.options.enumerated() where shown.poll?.options.indices.contains(index) == true {
        shown.poll?.options[index].title = option.title
      }
    }
    for media in translation.mediaAttachments {
      guard let index = shown.mediaAttachments.firstIndex(where: { $0.id == media.id }) else { continue }
      if !media.description.isEmpty { shown.mediaAttachments[index].description = media.description }
    }
    var item =
      StatusView(
        shown, number: 1, context: .thread, layout: layout,
        options: StatusView.Options(isRevealed: true, showsNumber: true)
      ).item
    let note = note(translation)
    item.blocks.append(.paragraph(StyledText(note, .secondary)))
    item.spoken = Sentence.joined([item.spoken, note])
    return Document(
      kind: "translation", title: Document.Title("Translation"), blocks: [.item(item)],
      hint: StyledText("show 1 · open 1 · reply 1", .hint),
      data: [
        .init("language", .string(translation.language)),
        .init("source_language", .string(translation.detectedSourceLanguage)),
        .init("provider", .string(translation.provider)),
      ])
  }

  /// The translator and the source language.
  private static func note(_ translation: Translation) -> String {
    func name(_ code: String) -> String { ExcerptText.cut(PostLanguage(code: code).name, to: 40) }
    var note = "Translated"
    if !translation.detectedSourceLanguage.isEmpty { note += " from \(name(translation.detectedSourceLanguage))" }
    if !translation.language.isEmpty { note += " into \(name(translation.language))" }
    if !translation.provider.isEmpty { note += " by \(ExcerptText.cut(translation.provider, to: 60))" }
    return note + "."
  }

  @MainActor static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (example: Example, layout) in
      view(example.status, example.translation, layout: layout)
    }
  }

  private struct Example: Sendable {
    let status: Status
    let translation: Translation
  }

  private struct Fixtures {
    let plain = Example(
      status: Status.fixtures.wideCharacters,
      translation: Translation(
        content: "<p>The light over the harbour was <em>soft</em> this morning.</p>", language: "en",
        detectedSourceLanguage: "ja", provider: "DeepL.com"))
    let bare = Example(status: Status.fixtures.plain, translation: Translation(content: "<p>Nebel am Kanal.</p>"))
    let hostile = Example(
      status: Status.fixtures.hostileWarning,
      translation: Translation(
        content: "<p>\u{1B}[2J\u{202E}free</p>", spoilerText: "\u{1B}]0;mine\u{7}warning", language: "\u{1B}[8m",
        detectedSourceLanguage: "\u{9B}2J", provider: "\u{1B}[2J\u{202E}evil"))
  }
}
