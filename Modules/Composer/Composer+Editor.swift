public import FeatureKit
import MastodonKit
import TerminalKit

@MainActor extension Composer {
  /// The command of the sheet that opens the text in the user's editor.
  static func editorVerb(_ state: @escaping () -> State, action: Action) -> Verb {
    Verb(
      "editor", help: "Edit the text in your editor",
      discussion: """
        Opens the text in the editor that VISUAL or EDITOR names, and takes it over when the editor has saved and ended. If \
        the editor fails, or leaves no text, the text stays as it is; /undo takes the change back.
        """
    ) {
      editing(state().draft.content.text, noun: state().noun) { action.replaceText($0) }
    }
  }

  /// Opens the text of a sheet in the user's editor; the sheet is shown afterwards.
  public static func editing(_ model: Model) -> Response {
    editing(model.state.draft.content.text, noun: model.state.noun) { model.replaceText(byEdited: $0) }
  }

  private static func editing(
    _ text: String, noun: String, replace: @escaping @MainActor (String) -> Bool
  ) -> Response {
    .edit(
      TextEdit(text) { edited in
        if replace(edited) { return .screen }
        let isEmpty = !edited.contains { !$0.isWhitespace }
        return .screenAfter(
          Toast(
            .information,
            StyledText(
              isEmpty && !text.isEmpty
                ? "The editor left no text, so the \(noun) stays as it was."
                : isEmpty ? "The editor left no text." : "The text is unchanged.")))
      })
  }

  /// Opens the text of a model in the user's editor, and sends it when the editor has ended.
  ///
  /// - Parameter layout: For the time of a scheduled post.
  /// - Throws: ``AppError`` if the editor leaves no text or an unchanged one; what was given with the command is a draft then.
  public static func sendingEdited(
    _ model: Model, layout: @escaping @MainActor @Sendable () -> Layout
  ) -> Response {
    .edit(
      TextEdit(model.state.draft.content.text) { edited in
        guard model.replaceText(byEdited: edited) else {
          let isEmpty = !edited.contains { !$0.isWhitespace }
          let message = "The editor left \(isEmpty ? "no text" : "the text unchanged"), so nothing was sent."
          if model.state.isBlank || model.state.isEdit { throw AppError.validation(message, suggestion: "") }
          model.close()
          throw model.state.failure(.validation(message, suggestion: ""), isOpen: false)
        }
        return try await sending(layout: layout) { isConfirmed in
          if isConfirmed { model.confirm() }
          return try await model.reporting { try await model.send() }
        }
      })
  }
}
