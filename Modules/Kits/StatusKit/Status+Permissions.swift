public import FeatureKit
public import MastodonKit
import TerminalKit

/// The actions that a post's visibility forbids. Servers differ in what they refuse, so nothing of it is requested.
extension Status {
  /// Why it can't be boosted for those who may see the boost; `nil` if it can.
  ///
  /// - Parameters:
  ///   - visibility: The visibility of the boost; `nil` for the default.
  ///   - me: The signed-in account, which may boost its own posts for followers; `nil` while it is not known.
  public func refusalOfBoost(_ visibility: Visibility?, by me: Account.ID?) -> AppError? {
    let post = displayed
    switch post.visibility {
    case .public, .unlisted, .unknown: return nil
    case .direct:
      return .validation("A direct post can't be boosted.", suggestion: "Only those in the conversation may see it.")
    case .private:
      guard post.account.id == me || me == nil else {
        return .validation(
          "\(Sanitizer.oneLine(post.account.shownName))'s post is for followers and can't be boosted.",
          suggestion: "Only public and unlisted posts of others can.")
      }
      guard visibility == .public || visibility == .unlisted else { return nil }
      return .validation(
        "Your post is for followers and can be boosted only for them.", suggestion: "Add --visibility followers.")
    }
  }

  /// Why its author can't let these people quote it; `nil` if that is possible.
  public func refusal(of policy: QuotePolicy) -> AppError? {
    guard policy != .nobody, displayed.visibility == .private || displayed.visibility == .direct else { return nil }
    return .validation(
      "Others can't quote a \(displayed.visibility == .direct ? "direct post" : "post for followers").",
      suggestion: "Only public and unlisted posts can be quoted by others.")
  }

  /// Why it can't be quoted in a post of this visibility; `nil` if it can, as far as the post says.
  public func refusalOfQuote(in visibility: Visibility, by me: Account.ID?) -> AppError? {
    let post = displayed
    let name = Sanitizer.oneLine(post.account.shownName)
    if post.visibility == .direct {
      return .validation("A direct post can't be quoted.", suggestion: "Only those in the conversation may see it.")
    }
    if post.quoteApproval?.currentUser == .denied {
      return .validation(
        "\(name) does not allow quotes of that post.", suggestion: "Post its link instead: link N prints it.")
    }
    guard post.visibility == .private else { return nil }
    guard post.account.id == me || me == nil else {
      return .validation(
        "\(name)'s post is for followers and can't be quoted.", suggestion: "Only public and unlisted posts can.")
    }
    guard visibility == .public || visibility == .unlisted else { return nil }
    return .validation(
      "The quoted post is for followers, and so must be the quote.", suggestion: "Add --visibility followers.")
  }

  /// Why only its author can do this; `nil` for the author, and while the signed-in account is not known.
  ///
  /// - Parameter done: The participle of what is done: `pinned`.
  public func refusalToOthers(_ done: String, by me: Account.ID?) -> AppError? {
    guard let me, displayed.account.id != me else { return nil }
    return .validation("That post is not yours.", suggestion: "Only your own posts can be \(done).")
  }

  /// Why it can't be pinned; `nil` if it can.
  public func refusalOfPin(by me: Account.ID?) -> AppError? {
    if let refusal = refusalToOthers("pinned", by: me) { return refusal }
    guard displayed.visibility == .direct else { return nil }
    return .validation("A direct post can't be pinned.", suggestion: "A profile shows pinned posts to others.")
  }
}
