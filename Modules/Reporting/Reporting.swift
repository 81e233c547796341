public import FeatureKit
public import MastodonKit

/// Reports of accounts and posts to the moderators.
public enum Reporting {
  /// The account that a report is about, and the posts and rules to choose from.
  public struct Subject: Hashable, Sendable {
    public var account: Account
    /// Its posts to choose from: those named in the command, then its newest.
    public var statuses: [Status]
    /// The number of posts that were named in the command; they are selected at first.
    public var named: Int
    public var rules: [Instance.Rule]
    /// The server whose moderators receive it.
    public var server: String

    /// The account's own server; `nil` if it is the reporter's.
    public var otherServer: String? {
      account.acct.firstIndex(of: "@").map { String(account.acct[account.acct.index(after: $0)...]) }
    }
  }

  public struct State: Hashable, Sendable {
    public var form: Form.State
    /// The subject of the report; `nil` until it is loaded.
    public var subject: Subject?
  }

  @MainActor
  public struct Action {
    /// Opens a report on an account with these posts selected.
    public var report: (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Response
    /// Finds the account that a report is about: the one that was named, or the author of the posts.
    public var subject: (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Account
    /// Returns the account that made a collection.
    public var owner: (Collection.ID) async throws -> Account.ID
    public var rules: () async throws -> [Instance.Rule]
    public var send: (ReportDraft) async throws -> Void

    public init(
      report: @escaping (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Response,
      subject: @escaping (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Account,
      owner: @escaping (Collection.ID) async throws -> Account.ID,
      rules: @escaping () async throws -> [Instance.Rule], send: @escaping (ReportDraft) async throws -> Void
    ) {
      self.report = report
      self.subject = subject
      self.owner = owner
      self.rules = rules
      self.send = send
    }
  }

  /// The command's options for a report that is sent without its form.
  struct Choice: Sendable {
    var category: Report.Category
    var comment: String
    var rules: [Int]
    var collections: [Collection.ID]
    var forwards: Bool
  }

  /// The maximum number of the account's newest posts to choose from.
  public static let offered = 8

  /// The error where nothing can follow the command that opens the form.
  public static var cannotBeFilledIn: AppError {
    .usage(
      "A report is a form, and a single command can't fill it in.",
      suggestion: "Give the reason in the command: report ID --category spam --comment TEXT.")
  }

  /// Returns the account to report: the one that was named, or the author of all the posts.
  ///
  /// - Throws: ``AppError`` if the posts are by different accounts or by the user.
  @MainActor
  public static func account(
    _ named: Account.ID?, of statuses: [Status.ID], me: Account.ID?,
    status: @MainActor (Status.ID) async throws -> Status
  ) async throws -> Account.ID {
    var authors = Set([named].compactMap(\.self))
    for id in statuses { authors.insert(try await status(id).account.id) }
    guard let author = authors.first, authors.count == 1 else {
      throw AppError.usage("These posts are by different accounts.", suggestion: "Report each account separately.")
    }
    guard author != me else {
      throw AppError.validation("You can't report your own account.", suggestion: "Choose another account.")
    }
    return author
  }
}
