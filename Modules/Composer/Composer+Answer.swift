import FeatureKit
public import FoundationEssentials
public import MastodonKit
import TerminalKit

extension Composer {
  /// The server took a post, but its answer is another post, so that nobody knows the id of the new one.
  public struct OtherAnswer: Error, Hashable {
    public init() {}
  }

  /// Whether the answer to a new post is that post: not the one it replies to, by nobody else, and not an older one.
  ///
  /// - Parameters:
  ///   - me: The author; `nil` if unknown.
  ///   - start: The time before the request; an answer with the draft's text may be older, since an earlier request may have
  ///     made it.
  public static func isAnswer(_ status: Status, to draft: StatusDraft, me: Account.ID?, since start: Date) -> Bool {
    guard status.id != draft.inReplyToID, status.id != draft.quotedStatusID, me == nil || status.account.id == me else {
      return false
    }
    // Some servers keep whole seconds.
    let isNew = status.createdAt.timeIntervalSince1970 >= start.timeIntervalSince1970.rounded(.down)
    return isNew || draft.text.isKept(in: status.content)
  }

  /// The message about a post whose id is not known: neither `.` nor `undo` may stand for another one.
  @MainActor static var otherAnswerToast: Toast {
    var toast = Toast(
      .success, "Sent, but the server answered with another post, so “.” and undo don't work for yours.",
      hint: "profile @me",
      undo: .impossible("The server did not say which post that was. To delete it, find it with profile @me."))
    toast.forgetsLast = true
    return toast
  }
}
