import FeatureKit
import TerminalKit

extension Composer {
  /// The server took a post, but its answer is another post, so that nobody knows the id of the new one.
  public struct OtherAnswer: Error, Hashable {
    public init() {}
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
