public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// A direct post that nobody would get; it is sent only after a yes.
  public struct NobodyNamed: AppErrorConvertible {
    /// The question that is asked before it is sent.
    let question: String
    /// Why the post is not on disk, with its text; `nil` where it is.
    let unsaved: AppError?

    /// The same for who cannot ask.
    public var appError: AppError { .validation(question, suggestion: "Mention an account, or add --yes.") }
  }

  /// Sends, after a question where nobody would get the post.
  ///
  /// - Parameter send: Sends; its argument says whether somebody has confirmed that nobody is named.
  @MainActor
  public static func sending(
    _ send: @escaping @MainActor @Sendable (_ isConfirmed: Bool) async throws -> Status
  ) async throws -> Response {
    do {
      return toast(forSent: try await send(false))
    } catch let error as NobodyNamed {
      let declined =
        error.unsaved.map { Toast(.warning, StyledText("Not sent. \($0.words) \($0.suggestion)")) }
        ?? Toast(.information, "Not sent. Your post is saved as a draft.", hint: "drafts")
      return .confirm(
        Confirmation(error.question, declined: declined) {
          toast(forSent: try await send(true))
        })
    }
  }

  /// The accounts that a text mentions, without the first `@`, each once.
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
  /// Why nobody would get a direct post, as a question; `nil` where somebody would, or where that cannot be told.
  func unaddressed() async -> Composer.NobodyNamed? {
    guard state.draft.content.visibility == .direct else { return nil }
    let handles = Composer.handles(in: state.draft.content.text)
    for handle in handles {
      do {
        if try await acquaintance.account(handle).id != state.author.id { return nil }
      } catch {
        // Whoever cannot be looked up because of the network may well be there.
        guard case .notFound = AppError(error) else { return nil }
      }
    }
    let names = handles.prefix(3).map { "@\($0)" }.joined(separator: ", ")
    let what =
      handles.isEmpty ? "doesn't mention anyone" : "mentions only accounts that your server can't find (\(names))"
    return Composer.NobodyNamed(
      question: Sanitizer.clean("This direct \(state.noun) \(what). Send it anyway?"), unsaved: state.unsaved)
  }
}
