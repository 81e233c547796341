public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// A warning before a post is sent; it is sent only after a confirmation.
  public struct Doubts: AppErrorConvertible {
    let reasons: [String]
    /// The suggestion where no question can be asked.
    let suggestion: String
    /// Whether a script is told how to confirm, as for a direct post that nobody would receive.
    let isForConfirming: Bool
    /// The command that settles the first of them in the sheet.
    let hint: Hint?
    /// Why the draft is not on disk, with its text; `nil` if it is saved.
    let unsaved: AppError?
    /// The error where no question can be asked, with the draft that keeps the text.
    public var failure: AppError?

    var question: String { Sanitizer.clean(reasons.joined(separator: " ") + " Send it anyway?") }

    /// The error where no question can be asked.
    public var appError: AppError {
      isForConfirming
        ? .usage("Needs confirmation: \(question)", suggestion: suggestion)
        : .validation(Sanitizer.clean(reasons.joined(separator: " ")), suggestion: suggestion)
    }
  }

  /// Sends a post, after one question if something about it may be a mistake.
  ///
  /// - Parameter layout: For the time of a scheduled post.
  /// - Parameter send: Sends the post; its argument tells whether the user confirmed.
  @MainActor
  public static func sending(
    layout: @escaping @MainActor @Sendable () -> Layout,
    _ send: @escaping @MainActor @Sendable (_ isConfirmed: Bool) async throws -> Sent
  ) async throws -> Response {
    do {
      return toast(forSent: try await send(false), layout: layout())
    } catch let doubts as Doubts {
      let declined =
        doubts.unsaved.map { Toast(.warning, StyledText("Not sent. \($0.message) \($0.suggestion)")) }
        ?? Toast(.information, "Not sent. Your post is saved as a draft.", hint: doubts.hint ?? "drafts")
      return .confirm(
        Confirmation(
          doubts.question, declined: declined,
          unanswered: doubts.failure ?? doubts.appError
        ) {
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
  /// Possible mistakes, found before anything is uploaded; `nil` if there are none or the user has confirmed them.
  ///
  /// - Parameters:
  ///   - isInSheet: Whether the sheet is open, whose commands are suggested.
  ///   - isWaitingAlready: Whether the same text waits in the outbox.
  func doubts(isInSheet: Bool, isWaitingAlready: Bool) async -> Composer.Doubts? {
    // Whoever agrees beforehand is not asked when it is sent either.
    if lookup.isAgreed { confirm() }
    let isConfirmed = chosen.isConfirmed == true
    guard !isConfirmed || state.draft.hasUncheckedNames else { return nil }
    var (reasons, suggestions): ([String], [String]) = ([], [])
    var hint: Hint?
    if !isConfirmed, let name = fileWithoutAltText {
      reasons.append("\(Sanitizer.oneLine(name.name)) has no alt text.")
      suggestions.append(#"Add it with --alt TEXT, or --alt "" to post without."#)
      hint = isInSheet ? "/describe \(name.number) TEXT" : nil
    }
    if isWaitingAlready {
      reasons.append("The same text already waits in the outbox.")
      suggestions.append("To send that one: outbox send")
    }
    if !isConfirmed, let reason = doubtAboutVisibility {
      reasons.append(reason)
      suggestions.append("Choose another --visibility, or add --yes.")
      hint = hint ?? (isInSheet ? "/visibility WHO" : nil)
    }
    let recipients = await missingRecipients()
    if let recipients {
      reasons.append(recipients)
    } else if let reason = await doubtAboutNames() {
      reasons.append(reason)
      suggestions.append("Check the name, or add --yes.")
    }
    state.draft.hasUncheckedNames = hasUncheckedNames
    guard !reasons.isEmpty else { return nil }
    let isForConfirming = recipients != nil && reasons.count == 1
    return Composer.Doubts(
      reasons: reasons,
      suggestion: recipients != nil ? "Mention an account, or add --yes." : suggestions.first ?? "Add --yes.",
      isForConfirming: isForConfirming, hint: hint, unsaved: state.unsaved)
  }

  /// The first attachment without alt text, unless the user wants none.
  private var fileWithoutAltText: (name: String, number: Int)? {
    guard !acceptsMissingAltText else { return nil }
    return state.draft.content.files.enumerated().first { $0.element.description.isEmpty && $0.element.sentKind == nil }
      .map { ($0.element.name, $0.offset + 1) }
  }

  /// The sentence about a reply that more or fewer people see than the post that it answers.
  ///
  /// Fewer is asked about only at the prompt, and not where the account's default is the reason.
  private var doubtAboutVisibility: String? {
    guard state.isReply, let target, target.displayed.id == state.draft.content.inReplyToID else { return nil }
    let (mine, parent) = (state.draft.content.visibility, target.displayed.visibility)
    guard let own = Visibility.known.firstIndex(of: mine), let answered = Visibility.known.firstIndex(of: parent) else {
      return nil
    }
    let words = "This reply is \(mine.word), and the post that it answers is \(parent.word)."
    if own < answered { return words }
    let isPersonal = [Visibility.private, .direct].contains(mine) && ![.private, .direct].contains(parent)
    guard lookup.isAttended, isPersonal, mine != Composer.post(by: state.author).visibility else { return nil }
    return words
  }

  /// The number of names that are looked up before a post is sent.
  private static let nameLimit = 5

  /// Whether the server has not found a name, or has not answered.
  private var hasUncheckedNames: Bool {
    let known = participants.union([state.author.acct.lowercased()])
    return Composer.handles(in: state.draft.content.text).prefix(Self.nameLimit).contains { handle in
      if known.contains(handle.lowercased()) { return false }
      if case .found = foundNames[handle] { return false }
      return true
    }
  }

  /// The sentence about names that the server does not know.
  private func doubtAboutNames() async -> String? {
    let known = participants.union([state.author.acct.lowercased()])
    var unknown: [String] = []
    let handles = Composer.handles(in: state.draft.content.text).filter { !known.contains($0.lowercased()) }
    for handle in handles.prefix(Self.nameLimit) where await find(handle) == .missing { unknown.append("@\(handle)") }
    guard !unknown.isEmpty else { return nil }
    return "Your server can't find \(unknown.joined(separator: ", "))."
  }

  /// The author of the post that is answered, and those whom it mentions, in lower case.
  private var participants: Set<String> {
    let names = target.map { [$0.displayed.account.acct] + $0.displayed.mentions.map(\.acct) } ?? []
    return Set(names.map { $0.lowercased() }).subtracting([state.author.acct.lowercased()])
  }

  /// The server's answer about a name.
  enum FoundName: Equatable {
    case found(Account.ID)
    case missing
    case unanswered
  }

  /// Finds an account by its handle; each is asked for once.
  private func find(_ handle: String) async -> FoundName {
    if let known = foundNames[handle] { return known }
    var name = FoundName.unanswered
    do {
      name = .found(try await lookup.account(handle).id)
    } catch {
      // Any other error tells nothing about the account.
      if case .notFound = AppError(error) { name = .missing }
    }
    if name != .unanswered { foundNames[handle] = name }
    return name
  }

  /// The sentence about a direct post that no other account would receive; `nil` if one would or that is not known.
  private func missingRecipients() async -> String? {
    guard state.draft.content.visibility == .direct, !state.isEdit else { return nil }
    // Whom a reply reaches is not known without the post that it answers.
    guard state.draft.content.inReplyToID == nil || target != nil else { return nil }
    let handles = Composer.handles(in: state.draft.content.text)
    if handles.contains(where: { participants.contains($0.lowercased()) }) { return nil }
    for handle in handles {
      switch await find(handle) {
      case .found(let id) where id == state.author.id: continue
      case .missing: continue
      case .found, .unanswered: return nil
      }
    }
    let names = handles.prefix(3).map { "@\($0)" }.joined(separator: ", ")
    let reason =
      handles.isEmpty ? "doesn't mention anyone" : "mentions only accounts that your server can't find (\(names))"
    return "This direct \(state.noun) \(reason)."
  }
}
