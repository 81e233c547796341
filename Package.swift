// swift-tools-version: 6.2
// The manifest is the architecture: one line for each module. docs/architecture.md draws it, .ci/graph checks it.
import PackageDescription

/// A plain library: no socket, no file, no terminal.
func kit(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Modules/Kits/\(name)")
}

/// The folder of a module's tests: by what the module is.
func testFolder(_ name: String) -> String {
  switch name {
  case "EndToEnd": name
  case _ where name.hasSuffix("Feature"): "Features/\(name)Tests"
  case _ where name.hasSuffix("Kit"): "Kits/\(name)Tests"
  default: "App/\(name)Tests"
  }
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: dependencies + [
      .product(name: "CustomDump", package: "swift-custom-dump"),
      // Without it a failed `expectNoDifference` is only printed on Linux.
      .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
    ],
    path: "Tests/\(testFolder(name))")
}

/// The features that live while an account is signed in, by the names of their folders in Modules/.
let sessionFeatures = [
  "API", "About", "AccountCollections", "Announcements", "AnnualReports", "Archive", "Bookmarks", "CatchUp",
  "Composer", "Connection", "Conversations", "Explore", "Favourites", "FilteredNotifications", "Filters", "Groups",
  "Hashtag", "Home", "Lists", "Mentions", "Navigation", "Notifications", "Outbox", "OwnPosts", "People", "Profile",
  "Reporting", "Rules", "Search", "Servers", "Sharing", "SigningIn", "Thread", "Translate", "Watch",
]

/// The features that outlive a session.
let rootFeatures = [
  "Diagnose", "Graph", "Intents", "Media", "Messages", "Onboarding", "Plugins", "Push", "Settings", "Transfer",
  "Usage",
]

/// A plugin and its tests: it depends on kits alone, never on a sibling.
func feature(_ name: String) -> [Target] {
  let special = [
    "Graph": "OwnershipKit", "Intents": "IntentKit", "Navigation": "NavigationKit", "Plugins": "PluginKit",
    "Push": "PushKit",
  ]
  let kits = ["FeatureKit", "MastodonKit", "StatusKit", "TerminalKit"] + (special[name].map { [$0] } ?? [])
  return [
    .target(name: "\(name)Feature", dependencies: named(kits), path: "Modules/\(name)"),
    tests("\(name)Feature", named(["\(name)Feature", "FeatureTestKit", "MastodonTestKit"] + kits)),
  ]
}

func named(_ targets: [String]) -> [Target.Dependency] { targets.map { .target(name: $0) } }

func features(_ names: [String]) -> [Target.Dependency] { named(names.map { "\($0)Feature" }) }

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  .product(name: $0, package: "swift-nio")
}
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioSOCKS = Target.Dependency.product(name: "NIOSOCKS", package: "swift-nio-extras")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "howdah",
  products: [.executable(name: "howdah", targets: ["howdah"])]
    // What an app of another kind needs for a prompt: docs/kits.md.
    + [
      "EditLine", "FeatureKit", "FeatureTestKit", "NavigationKit", "OwnershipKit", "REPL", "TerminalKit",
      "TranscriptKit",
    ].map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // Kits
    .systemLibrary(
      name: "CGumbo", path: "Modules/Kits/CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
    kit("MastodonKit"),
    kit("TerminalKit", ["CGumbo"]),
    kit("FeatureKit", ["TerminalKit"]),
    kit("TranscriptKit"),
    kit("ScreenKit", ["TerminalKit"]),
    kit("ConcurrencyKit"),
    kit("OwnershipKit"),
    kit("NavigationKit", ["FeatureKit", "TerminalKit"]),
    kit("StatusKit", ["FeatureKit", "MastodonKit", "TerminalKit"]),
    kit("FeatureTestKit", ["FeatureKit", "TerminalKit"]),
    kit("MastodonTestKit", ["MastodonKit"]),
    kit("IntentKit"),
    kit("PushKit", ["FeatureKit", "MastodonKit"]),
    kit("PluginKit", ["MastodonKit"]),

    // The app: everything with an effect
    .systemLibrary(name: "CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "CEditLine", dependencies: ["CLibEdit"]),
    .target(name: "EditLine", dependencies: ["CEditLine"]),
    // Its source embeds pages of docs/.
    .target(name: "CPages"),
    .target(
      name: "REPL",
      dependencies: [
        "CPages", "EditLine", "FeatureKit", "NavigationKit", "OwnershipKit", "ScreenKit", "TerminalKit",
        "TranscriptKit",
      ]),
    .target(
      name: "MastodonClient",
      dependencies: ["MastodonKit", nioCompression, nioSOCKS, nioSSL, crypto] + nio),
    .systemLibrary(name: "CSpawn"),
    .target(name: "Subprocesses", dependencies: ["CSpawn", "FeatureKit"]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "LocalStore",
      dependencies: ["CZlib", "FeatureKit", "MastodonKit", "PluginKit", "Subprocesses", "TerminalKit", crypto, grdb]),
    .target(name: "PluginPrograms", dependencies: ["FeatureKit", "LocalStore", "PluginKit", "Subprocesses"]),
    .target(name: "Sandbox", dependencies: ["MastodonKit", grdb, crypto, nioSSL] + nio),
    .target(
      name: "QuickLook", dependencies: ["ConcurrencyKit", "FeatureKit", "MastodonKit", "Subprocesses", "TerminalKit"]),
    .target(
      name: "AppPreferences", dependencies: ["FeatureKit", "LocalStore", "MastodonKit", "StatusKit", "TerminalKit"]),
    .target(
      name: "IntentHandling",
      dependencies: ["FeatureKit", "IntentKit", "Links", "MastodonKit", "StatusKit", "TerminalKit"]),
    .target(
      name: "PushNotifications",
      dependencies: ["ConcurrencyKit", "FeatureKit", "LocalStore", "MastodonKit", "PushKit", "TerminalKit", crypto]),
    .target(name: "LiveUpdates", dependencies: ["FeatureKit", "MastodonKit", "StatusKit", "TerminalKit"]),
    .target(name: "Links", dependencies: ["FeatureKit", "MastodonClient", "MastodonKit", "StatusKit", "TerminalKit"]),
    .target(
      name: "Accounts",
      dependencies: [
        "ConcurrencyKit", "FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "Subprocesses", "TerminalKit",
      ]),
    .target(
      name: "SandboxHost",
      dependencies: ["FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "Sandbox", "TerminalKit"]),
    .target(name: "Previews", dependencies: ["FeatureKit", "MastodonKit", "TerminalKit"]),
    .target(
      name: "AppEnvironment",
      dependencies: [
        "Accounts",
        "AppPreferences",
        "FeatureKit",
        "IntentHandling",
        "LocalStore",
        "MastodonClient",
        "MastodonKit",
        "PluginKit",
        "PluginPrograms",
        "PushNotifications",
        "QuickLook",
        "Sandbox",
        "SandboxHost",
        "Subprocesses",
        "TerminalKit",
      ]),
    .target(
      name: "Session",
      dependencies: features(sessionFeatures) + [
        "Accounts", "AppEnvironment", "AppPreferences", "ConcurrencyKit", "FeatureKit", "Links", "LiveUpdates",
        "LocalStore", "MastodonClient", "MastodonKit", "NavigationKit", "OwnershipKit", "QuickLook", "SandboxHost",
        "StatusKit", "Subprocesses", "TerminalKit",
      ]),
    .target(
      name: "AppCoordinator",
      dependencies: features(rootFeatures + ["About", "Composer", "Home", "Navigation", "Notifications", "SigningIn"])
        + [
          "Accounts", "AppEnvironment", "AppPreferences", "FeatureKit", "IntentHandling", "IntentKit", "Links",
          "LocalStore", "MastodonClient", "MastodonKit", "NavigationKit", "OwnershipKit", "Previews", "PushKit",
          "PushNotifications", "QuickLook", "SandboxHost", "Session", "StatusKit", "Subprocesses",
          "TerminalKit",
        ]),
    .systemLibrary(name: "CMalloc"),
    // The commit of a release: one file, so that a new commit costs one file and a link.
    .target(name: "CCommit"),
    .executableTarget(
      name: "howdah",
      dependencies: [
        "AppCoordinator", "AppEnvironment", "CCommit", "CMalloc", "EditLine", "FeatureKit", "Previews",
        "PushNotifications", "REPL", "SandboxHost",
        "TerminalKit", "ScreenKit", "TranscriptKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // What `make bench` runs beside the program
    .executableTarget(
      name: "WireBenchmark", dependencies: ["MastodonClient", "MastodonKit"] + nio, path: "Benchmarks/WireBenchmark"),

    // An app on the kits that is not about Mastodon, and a package of its own
    .target(name: "TodoKit", dependencies: ["TerminalKit"], path: "Examples/todo/Sources/TodoKit"),
    .target(
      name: "TodoListFeature", dependencies: ["FeatureKit", "TerminalKit", "TodoKit"],
      path: "Examples/todo/Sources/TodoListFeature"),
    .target(
      name: "TodoDetailsFeature", dependencies: ["FeatureKit", "TerminalKit", "TodoKit"],
      path: "Examples/todo/Sources/TodoDetailsFeature"),
    .executableTarget(
      name: "todo",
      dependencies: [
        "FeatureKit", "NavigationKit", "OwnershipKit", "REPL", "TodoDetailsFeature", "TodoKit", "TodoListFeature",
      ],
      path: "Examples/todo/Sources/todo"),
    .testTarget(
      name: "todoTests",
      dependencies: [
        "FeatureKit", "FeatureTestKit", "REPL", "TerminalKit", "TranscriptKit", "TodoDetailsFeature",
        "TodoKit", "TodoListFeature", "todo",
      ],
      path: "Examples/todo/Tests", exclude: ["previews.txt", "todo.session"]),

    // Tests: one target for each module, and one for the program on a real terminal
    tests("MastodonKit", ["MastodonKit"]),
    tests("TerminalKit", ["TerminalKit"]),
    tests("TranscriptKit", ["TranscriptKit"]),
    tests("ScreenKit", ["ScreenKit", "TerminalKit"]),
    tests("ConcurrencyKit", ["ConcurrencyKit"]),
    tests("FeatureKit", ["FeatureKit", "FeatureTestKit", "TerminalKit"]),
    tests("FeatureTestKit", ["FeatureKit", "FeatureTestKit", "MastodonKit", "MastodonTestKit", "TerminalKit"]),
    tests("OwnershipKit", ["OwnershipKit"]),
    tests("NavigationKit", ["FeatureKit", "FeatureTestKit", "NavigationKit", "TerminalKit"]),
    tests("IntentKit", ["IntentKit"]),
    tests("PushKit", ["FeatureKit", "PushKit"]),
    tests("PluginKit", ["PluginKit"]),
    tests("StatusKit", ["FeatureKit", "FeatureTestKit", "MastodonKit", "MastodonTestKit", "StatusKit", "TerminalKit"]),
    tests("IntentHandling", ["FeatureKit", "IntentHandling", "IntentKit", "Links", "MastodonKit", "TerminalKit"]),
    .executableTarget(name: "EditLineProbe", dependencies: ["EditLine"], path: "Tests/App/EditLineProbe"),
    tests("EditLine", ["EditLine", "EditLineProbe"]),
    tests("REPL", ["EditLine", "FeatureKit", "REPL", "TerminalKit"]),
    // The sandbox misbehaves on command: no second server is needed to see what the client makes of trouble.
    tests("MastodonClient", ["MastodonClient", "MastodonKit", "Sandbox", nioSSL] + nio),
    .executableTarget(
      name: "LocalStoreProbe", dependencies: ["LocalStore", "MastodonKit", "Subprocesses"],
      path: "Tests/App/LocalStoreProbe"),
    .target(name: "FileTestKit", path: "Tests/Kits/FileTestKit"),
    tests("Subprocesses", ["FeatureKit", "FileTestKit", "Subprocesses"]),
    tests("PluginPrograms", ["FileTestKit", "LocalStore", "PluginKit", "PluginPrograms"]),
    tests("AppPreferences", ["AppPreferences", "FeatureKit", "LocalStore", "MastodonKit", "TerminalKit"]),
    tests(
      "QuickLook", ["FeatureKit", "FileTestKit", "MastodonKit", "QuickLook", "Subprocesses", "TerminalKit"]),
    tests(
      "LocalStore",
      [
        "FeatureKit", "FileTestKit", "LocalStore", "MastodonKit", "LocalStoreProbe", "Subprocesses", "TerminalKit",
        grdb,
      ]),
    tests("Sandbox", ["Sandbox", "MastodonKit", crypto, grdb, nioSSL] + nio),
    tests("LiveUpdates", ["FeatureKit", "LiveUpdates", "MastodonKit", "StatusKit", "TerminalKit"]),
    tests("Links", ["FeatureKit", "Links", "MastodonKit", "StatusKit"]),
    tests(
      "Accounts",
      [
        "Accounts", "FeatureKit", "FeatureTestKit", "LocalStore", "MastodonClient", "MastodonKit", "Sandbox",
        "Subprocesses", "TerminalKit",
      ]),
    tests("SandboxHost", ["FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "Sandbox", "SandboxHost"]),
    tests("Previews", ["FeatureKit", "Previews", "TerminalKit"]),
    tests(
      "PushNotifications",
      [
        "FeatureKit", "LocalStore", "MastodonKit", "PushKit", "PushNotifications", "Subprocesses", "TerminalKit",
        crypto,
      ]),
    tests("AppEnvironment", ["Accounts", "AppEnvironment"]),
    tests(
      "Session",
      [
        "Accounts", "AppEnvironment", "AppPreferences", "FeatureKit", "HomeFeature", "Links", "LocalStore",
        "MastodonClient", "MastodonKit", "NavigationKit", "OwnershipKit", "SandboxHost", "Session", "StatusKit",
      ]),
    tests(
      "AppCoordinator",
      [
        "Accounts",
        "AppCoordinator",
        "AppEnvironment",
        "AppPreferences",
        "ComposerFeature",
        "ConcurrencyKit",
        "FeatureKit",
        "FeatureTestKit",
        "FileTestKit",
        "GraphFeature",
        "HomeFeature",
        "IntentHandling",
        "IntentKit",
        "Links",
        "LiveUpdates",
        "LocalStore",
        "MastodonClient",
        "MastodonKit",
        "MediaFeature",
        "MessagesFeature",
        "NavigationFeature",
        "NavigationKit",
        "NotificationsFeature",
        "OnboardingFeature",
        "OwnershipKit",
        "Previews",
        "PushKit",
        "PushNotifications",
        "QuickLook",
        "Sandbox",
        "SandboxHost",
        "SettingsFeature",
        "StatusKit",
        "Subprocesses",
        "TerminalKit",
        "ThreadFeature",
        "UsageFeature",
        "Session",
      ]),
    tests(
      "EndToEnd",
      [
        "Accounts", "AppCoordinator", "AppEnvironment", "FeatureKit", "LiveUpdates", "LocalStore", "MastodonClient",
        "MastodonKit",
        "NavigationKit", "PushNotifications",
        "REPL", "Sandbox", "Session", "StatusKit", "TerminalKit", "TranscriptKit", "howdah",
      ]),
  ] + (sessionFeatures + rootFeatures).flatMap(feature),
  swiftLanguageModes: [.v6]
)

// One place for what every Swift module is held to. docs/decisions/0001-strict-settings.md says why.
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
