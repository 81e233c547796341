/// A way to a screen, and answers of a server that its commands show or act on.
struct FuzzScenario: Sendable {
  let name: String
  /// Commands that are typed first.
  let commands: [String]
  /// Commands that are typed last.
  var finally: [String] = []
  /// Whether every command that the screen offers is typed then, as its parameters have it.
  var typesOffered = true
  /// Whether a live event is streamed then.
  var listens = false
  /// Whether the account is signed in before.
  var isSignedIn = true
  /// The answer to questions.
  var answer = "yes"
  /// Folders of Fixtures/payloads whose files take the place of the answer to a request.
  var payloads: [(folder: String, request: String)] = []

  static let all: [FuzzScenario] = [
    FuzzScenario(
      name: "home", commands: ["home"], finally: ["vote 3 1", "media 1", "post Hello", "delete ."],
      payloads: [("statuses", "GET /api/v1/timelines/home")]),
    FuzzScenario(
      name: "thread", commands: ["home", "open 1"], payloads: [("contexts", "GET /api/v1/statuses/:id/context")]),
    FuzzScenario(
      name: "profile", commands: ["home", "profile 1"],
      payloads: [
        ("accounts", "GET /api/v1/accounts/:id"), ("relationships", "GET /api/v1/accounts/relationships"),
        ("statuses", "GET /api/v1/accounts/:id/statuses"),
      ]),
    FuzzScenario(
      name: "notifications", commands: ["notifications"], payloads: [("notifications", "GET /api/v1/notifications")]),
    FuzzScenario(name: "lists", commands: ["lists"], payloads: [("lists", "GET /api/v1/lists")]),
    FuzzScenario(
      name: "list", commands: ["lists", "open 1"], payloads: [("statuses", "GET /api/v1/timelines/list/:id")]),
    FuzzScenario(
      name: "list form", commands: ["lists", "open 1", "members", "edit"], finally: ["set 2 followed", "save"]),
    FuzzScenario(name: "filters", commands: ["filters"]),
    FuzzScenario(name: "filter form", commands: ["filters", "edit 1"], finally: ["set 1 quiet", "save"]),
    FuzzScenario(name: "hashtag", commands: ["open #canal"], payloads: [("tags", "GET /api/v1/tags/:id")]),
    FuzzScenario(
      name: "public", commands: ["federated", "local"], payloads: [("statuses", "GET /api/v1/timelines/public")]),
    FuzzScenario(
      name: "settings", commands: ["settings"], payloads: [("preferences", "GET /api/v1/preferences")]),
    FuzzScenario(name: "report", commands: ["home", "report 1"]),
    FuzzScenario(
      name: "composer", commands: ["home", "reply 1", "Hello, https://a.example/x and @heron."],
      payloads: [("instance", "GET /api/v2/instance"), ("accounts", "GET /api/v1/accounts/verify_credentials")]),
    FuzzScenario(
      name: "one-shot",
      commands: ["post See https://a.example/x", "reply 1 Yes.", "accounts", "about", "where", "link 1"],
      typesOffered: false, payloads: [("instance", "GET /api/v2/instance"), ("statuses", "POST /api/v1/statuses")]),
    FuzzScenario(
      name: "edges", commands: ["onboarding 4", "leave", "push", "settings push", "tabs", "drafts"], typesOffered: false
    ),
    FuzzScenario(name: "media", commands: ["home", "media 1 --browse", "next"]),
    FuzzScenario(
      name: "links", commands: ["open @heron", "open https://sandbox.example/@heron", "profile @zoe"],
      typesOffered: false),
    FuzzScenario(
      name: "stream", commands: ["home", "notifications"], typesOffered: false, listens: true,
      payloads: [
        ("statuses", "STREAM update"), ("statuses", "STREAM status.update"), ("notifications", "STREAM notification"),
        ("conversations", "STREAM conversation"), ("streaming", "STREAM announcement.reaction"),
      ]),
    FuzzScenario(
      name: "sign-in", commands: ["login fuzz.example --no-browser"], isSignedIn: false, answer: "acodetopaste",
      payloads: [
        ("apps", "POST /api/v1/apps"), ("oauth", "POST /oauth/token"),
        ("accounts", "GET /api/v1/accounts/verify_credentials"),
      ]),
  ]

  /// Answers of servers that the sandbox would only give to a browser.
  static let taught = [
    "POST /oauth/token":
      #"{"access_token":"t","token_type":"Bearer","scope":"read write","created_at":1795260000,"expires_in":600,"refresh_token":"r"}"#,
    "POST /api/v1/apps":
      #"{"id":"1","name":"Howdah","client_id":"c","client_secret":"s","client_secret_expires_at":0,"redirect_uri":"urn:ietf:wg:oauth:2.0:oob","redirect_uris":["urn:ietf:wg:oauth:2.0:oob"],"vapid_key":"k","scopes":["read"]}"#,
  ]
}
