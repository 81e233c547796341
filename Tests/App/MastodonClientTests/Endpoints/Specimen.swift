import FoundationEssentials
import MastodonClient
import MastodonKit

/// One value of one endpoint, its kind of answer forgotten.
struct Specimen: Sendable {
  let method: String
  let template: String
  let arguments: [String]
  let access: String
  let scope: String
  let paging: String
  let operation: String
  let send: @Sendable (MastodonClient) async throws -> Void

  init<Response>(_ endpoint: Endpoint<Response>) {
    let call = endpoint.erased
    method = call.method.rawValue
    template = call.template
    arguments = call.arguments
    access = call.access.rawValue
    scope = call.scope?.rawValue ?? ""
    paging = call.paging.rawValue
    operation = call.operation
    send = { client in _ = try await client.send(endpoint) }
  }

  /// The key among all methods.
  var key: String { method + " " + template }

  /// Every endpoint of the client once, and some twice where their parameters differ much.
  static func all() throws -> [Specimen] {
    try accounts + relationships + statuses() + statusDocuments() + timelines + notifications + filters + lists
      + tags + collections + other + instance + oAuth
  }
}

/// One row of the table of the API's methods.
struct MethodRow: Sendable {
  let method: String
  let path: String
  let access: String
  let scope: String
  let paging: String
  let returns: String
  let leftOut: String

  var key: String { method + " " + path }

  /// The rows of `Fixtures/api/methods.tsv`, but for the two lines of headings.
  static func all() throws -> [MethodRow] {
    try text("methods.tsv").split(separator: "\n").dropFirst(2).map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return MethodRow(
        method: cells[1], path: cells[2], access: cells[3], scope: cells[4], paging: cells[5], returns: cells[6],
        leftOut: cells[7])
    }
  }

  /// A file of `Fixtures/api`.
  static func text(_ name: String) throws -> String {
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5)
    return try String(contentsOfFile: tests.joined(separator: "/") + "/Fixtures/api/" + name, encoding: .utf8)
  }
}

/// The least that a server answers, by the name of what it returns.
enum LeastAnswer {
  static func json(_ returns: String) -> String? {
    if returns.hasPrefix("array<") {
      return json(String(returns.dropFirst(6).dropLast())).map { "[\($0)]" }
    }
    return entities[returns]
  }

  private static let account = Sample.account()
  private static let status = Sample.status("1")
  private static let collection = #"{"id":"1","account_id":"1"}"#

  private static let entities: [String: String] = [
    "nothing": "{}", "string": #""a.example""#, "Account": account, "CredentialAccount": account,
    "MutedAccount": account, "Status": status, "Relationship": #"{"id":"1"}"#, "Token": #"{"access_token":"t"}"#,
    "Notification": Sample.notification("1"), "NotificationPolicy": "{}",
    "NotificationRequest": #"{"id":"1","account":\#(account)}"#, "NotificationRequestsMerged": #"{"merged":true}"#,
    "UnreadCount": #"{"count":3}"#, "GroupedNotificationsResults": #"{"notification_groups":[]}"#,
    "Poll": #"{"id":"1","options":[]}"#, "Filter": #"{"id":"1"}"#, "FilterKeyword": #"{"id":"1"}"#,
    "FilterStatus": #"{"id":"1","status_id":"1"}"#, "List": #"{"id":"1"}"#, "Tag": #"{"name":"sea"}"#,
    "FeaturedTag": #"{"id":"1","name":"sea"}"#, "Trends::Link": #"{"url":"https://a.example"}"#,
    "Search": "{}", "Suggestion": #"{"account":\#(account)}"#, "FamiliarFollowers": #"{"id":"1","accounts":[]}"#,
    "Announcement": #"{"id":"1"}"#, "WrappedAnnualReports": "{}", "AnnualReportState": #"{"state":"available"}"#,
    "CredentialApplication": #"{"client_id":"i","client_secret":"s"}"#,
    "Collections": #"{"collections":[\#(collection)]}"#, "WrappedCollection": #"{"collection":\#(collection)}"#,
    "WrappedCollectionItem": #"{"collection_item":{"id":"1"}}"#,
    "CollectionWithAccounts": #"{"collection":\#(collection),"accounts":[]}"#,
    "Conversation": #"{"id":"1"}"#, "CustomEmoji": #"{"shortcode":"gull"}"#, "Markers": "{}", "Preferences": "{}",
    "OAuthServerMetadata": #"{"issuer":"https://a.example"}"#,
    "WebPushSubscription": #"{"id":"1"}"#, "Report": #"{"id":"1","target_account":\#(account)}"#,
    "ScheduledStatus": #"{"id":"1","params":{}}"#, "StatusEdit": #"{"account":\#(account)}"#,
    "StatusSource": #"{"id":"1"}"#, "Translation": #"{"content":"x"}"#,
    "Context": "{}", "AsyncRefreshEnvelope": #"{"async_refresh":{"status":"finished"}}"#,
    "MediaAttachment": #"{"id":"1"}"#, "Instance": #"{"domain":"a.example"}"#,
    "InstanceActivity": #"{"week":"1700000000"}"#,
    "DomainBlock": #"{"domain":"a.example"}"#, "ExtendedDescription": "{}", "PrivacyPolicy": "{}",
    "TermsOfService": "{}", "TranslationLanguages": #"{"de":["en"]}"#,
  ]
}
