public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The error for a direct post that no other account would receive; it is sent only after a confirmation.
  public struct NoRecipients: AppErrorConvertible {
    /// The question before it is sent.
    let question: String
    /// Why the draft is not on disk, with its text; `nil` if it is saved.
    let unsaved: AppError?

    /// The error where no question can be asked.
    public var appError: AppError { .validation(question, suggestion: "Mention an account, or add --yes.") }
  }

  /// Sends a post, after a question if it has no recipients.
  ///
  /// - Parameter layout: For the time of a scheduled post.
  /// - Parameter send: Sends the post; its argument tells whether the user confirmed that it has no recipients.
  @MainActor
  public static func sending(
    layout: @escaping @MainActor @Sendable () -> Layout,
    _ send: @escaping @MainActor @Sendable (_ isConfirmed: Bool) async throws -> Sent
  ) async throws -> Response {
    do {
      return toast(forSent: try await send(false), layout: layout())
    } catch let error as NoRecipients {
      let declined =
        error.unsaved.map { Toast(.warning, StyledText("Not sent. \($0.message) \($0.suggestion)")) }
        ?? Toast(.information, "Not sent. Your post is saved as a draft.", hint: "drafts")
      return .confirm(
        Confirmation(error.question, declined: declined) {
          toast(forSent: try await send(true), layout: layout())
        })
    }
  }

  /// The handles that a text mentions, without the first `@`, each once.
  static func handles(in text: String) -> [String] {
    let characters = Array(text)
    var handles: [String] = []
    var index = 0
    while index < characters.count {
      guard let mention = mention(characters, from: index) else {
        index += 1
        continue
      }
      let handle = String(characters[(index + 1)..<mention.end])
      if !handles.contains(handle) { handles.append(handle) }
      index = mention.end
    }
    return handles
  }
}

extension Composer.Model {
  /// The question for a direct post that no other account would receive; `nil` if one would or that is not known.
  func missingRecipients() async -> Composer.NoRecipients? {
    guard state.draft.content.visibility == .direct, !state.isEdit else { return nil }
    let handles = Composer.handles(in: state.draft.content.text)
    for handle in handles {
      do {
        if try await lookup.account(handle).id != state.author.id { return nil }
      } catch {
        // Any other error tells nothing about the account.
        guard case .notFound = AppError(error) else { return nil }
      }
    }
    let names = handles.prefix(3).map { "@\($0)" }.joined(separator: ", ")
    let reason =
      handles.isEmpty ? "doesn't mention anyone" : "mentions only accounts that your server can't find (\(names))"
    return Composer.NoRecipients(
      question: Sanitizer.clean("This direct \(state.noun) \(reason). Send it anyway?"), unsaved: state.unsaved)
  }
}
