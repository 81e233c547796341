// swift-tools-version: 6.2
// The manifest is the architecture: one line for each module. docs/architecture.md draws it, .ci/graph checks it.
import PackageDescription

/// A plain library: no socket, no file, no terminal.
func kit(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Modules/Kits/\(name)")
}

/// A plugin: depends on kits alone, never on a sibling.
func feature(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: "\(name)Feature", dependencies: ["FeatureKit", "MastodonKit", "StatusKit", "TerminalKit"] + dependencies,
    path: "Modules/\(name)")
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

/// The tests of a plugin, with the kits that it has.
func featureTests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  tests(
    "\(name)Feature",
    ["\(name)Feature", "FeatureKit", "FeatureTestKit", "MastodonKit", "StatusKit", "TerminalKit"]
      .map { .target(name: $0) } + dependencies)
}

let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  .product(name: $0, package: "swift-nio")
}
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioSOCKS = Target.Dependency.product(name: "NIOSOCKS", package: "swift-nio-extras")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "howdah",
  products: [.executable(name: "howdah", targets: ["howdah"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
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
    kit("FeatureTestKit", ["FeatureKit", "MastodonKit", "TerminalKit"]),
    kit("IntentKit"),
    kit("PushKit", ["FeatureKit", "MastodonKit"]),
    kit("PluginKit", ["MastodonKit"]),

    // Features
    feature("Home"),
    feature("Thread"),
    feature("People"),
    feature("Profile"),
    feature("Hashtag"),
    feature("Watch"),
    feature("CatchUp"),
    feature("Archive"),
    feature("Rules"),
    feature("Bookmarks"),
    feature("Favourites"),
    feature("Mentions"),
    feature("Notifications"),
    feature("FilteredNotifications"),
    feature("Conversations"),
    feature("Composer"),
    feature("OwnPosts"),
    feature("Settings"),
    feature("Graph", ["OwnershipKit"]),
    feature("Media"),
    feature("Intents", ["IntentKit"]),
    feature("Navigation", ["NavigationKit"]),
    feature("Lists"),
    feature("Filters"),
    feature("Groups"),
    feature("Servers"),
    feature("Reporting"),
    feature("SigningIn"),
    feature("Onboarding"),
    feature("Push", ["PushKit"]),
    feature("Messages"),
    feature("Outbox"),
    feature("Usage"),
    feature("Diagnose"),
    feature("Transfer"),
    feature("About"),
    feature("Connection"),
    feature("Translate"),
    feature("Announcements"),
    feature("Search"),
    feature("Explore"),
    feature("AnnualReports"),
    feature("AccountCollections"),
    feature("Sharing"),
    feature("API"),
    feature("Plugins", ["PluginKit"]),

    // The app: everything with an effect
    .systemLibrary(name: "CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "CEditLine", dependencies: ["CLibEdit"]),
    .target(name: "EditLine", dependencies: ["CEditLine"]),
    // Its source embeds pages of docs/.
    .target(name: "CPages"),
    .target(
      name: "REPL", dependencies: ["CPages", "EditLine", "FeatureKit", "ScreenKit", "TerminalKit", "TranscriptKit"]),
    .target(
      name: "MastodonClient",
      dependencies: ["MastodonKit", asyncHTTPClient, nioCompression, nioSOCKS, nioSSL, crypto] + nio),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "LocalStore",
      dependencies: ["CSpawn", "CZlib", "FeatureKit", "MastodonKit", "PluginKit", "TerminalKit", crypto, grdb]),
    .target(name: "Sandbox", dependencies: ["MastodonKit", grdb, crypto, nioSSL] + nio),
    .target(name: "QuickLook", dependencies: ["FeatureKit", "LocalStore", "MastodonKit", "TerminalKit"]),
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
      dependencies: ["ConcurrencyKit", "FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "TerminalKit"]),
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
        "PushNotifications",
        "QuickLook",
        "Sandbox",
        "SandboxHost",
        "TerminalKit",
      ]),
    .target(
      name: "Session",
      dependencies: [
        "APIFeature",
        "AboutFeature",
        "AccountCollectionsFeature",
        "Accounts",
        "AnnouncementsFeature",
        "AnnualReportsFeature",
        "AppEnvironment",
        "AppPreferences",
        "ArchiveFeature",
        "BookmarksFeature",
        "CatchUpFeature",
        "ComposerFeature",
        "ConcurrencyKit",
        "ConnectionFeature",
        "ConversationsFeature",
        "ExploreFeature",
        "FavouritesFeature",
        "FeatureKit",
        "FilteredNotificationsFeature",
        "FiltersFeature",
        "GroupsFeature",
        "HashtagFeature",
        "HomeFeature",
        "Links",
        "ListsFeature",
        "LiveUpdates",
        "LocalStore",
        "MastodonClient",
        "MastodonKit",
        "MentionsFeature",
        "NavigationFeature",
        "NavigationKit",
        "NotificationsFeature",
        "OutboxFeature",
        "OwnPostsFeature",
        "OwnershipKit",
        "PeopleFeature",
        "ProfileFeature",
        "QuickLook",
        "ReportingFeature",
        "RulesFeature",
        "SandboxHost",
        "SearchFeature",
        "ServersFeature",
        "SharingFeature",
        "SigningInFeature",
        "StatusKit",
        "TerminalKit",
        "ThreadFeature",
        "TranslateFeature",
        "WatchFeature",
      ]),
    .target(
      name: "AppCoordinator",
      dependencies: [
        "AboutFeature",
        "Accounts",
        "AppEnvironment",
        "AppPreferences",
        "ComposerFeature",
        "DiagnoseFeature",
        "FeatureKit",
        "GraphFeature",
        "HomeFeature",
        "IntentHandling",
        "IntentKit",
        "IntentsFeature",
        "Links",
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
        "PluginsFeature",
        "Previews",
        "PushFeature",
        "PushKit",
        "PushNotifications",
        "QuickLook",
        "SandboxHost",
        "Session",
        "SettingsFeature",
        "SigningInFeature",
        "StatusKit",
        "TerminalKit",
        "TransferFeature",
        "UsageFeature",
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

    // Tests: one target for each module, and one for the program on a real terminal
    tests("MastodonKit", ["MastodonKit"]),
    tests("TerminalKit", ["TerminalKit"]),
    tests("TranscriptKit", ["TranscriptKit"]),
    tests("ScreenKit", ["ScreenKit", "TerminalKit"]),
    tests("ConcurrencyKit", ["ConcurrencyKit"]),
    tests("FeatureKit", ["FeatureKit", "FeatureTestKit", "TerminalKit"]),
    tests("FeatureTestKit", ["FeatureKit", "FeatureTestKit", "MastodonKit", "TerminalKit"]),
    tests("OwnershipKit", ["OwnershipKit"]),
    tests("NavigationKit", ["FeatureKit", "NavigationKit", "TerminalKit"]),
    tests("IntentKit", ["IntentKit"]),
    tests("PushKit", ["FeatureKit", "PushKit"]),
    tests("PluginKit", ["PluginKit"]),
    tests("StatusKit", ["FeatureKit", "FeatureTestKit", "MastodonKit", "StatusKit", "TerminalKit"]),
    featureTests("Home"),
    featureTests("Thread"),
    featureTests("People"),
    featureTests("Profile"),
    featureTests("Archive"),
    featureTests("Rules"),
    featureTests("Bookmarks"),
    featureTests("Favourites"),
    featureTests("Mentions"),
    featureTests("CatchUp"),
    featureTests("Watch"),
    featureTests("Hashtag"),
    featureTests("Notifications"),
    featureTests("FilteredNotifications"),
    featureTests("Conversations"),
    featureTests("OwnPosts"),
    featureTests("Composer"),
    featureTests("Graph", ["OwnershipKit"]),
    featureTests("Media"),
    featureTests("Intents", ["IntentKit"]),
    tests("IntentHandling", ["FeatureKit", "IntentHandling", "IntentKit", "Links", "MastodonKit", "TerminalKit"]),
    featureTests("Lists"),
    featureTests("Filters"),
    featureTests("Groups"),
    featureTests("Servers"),
    featureTests("Reporting"),
    featureTests("SigningIn"),
    featureTests("Navigation"),
    featureTests("About"),
    featureTests("AccountCollections"),
    featureTests("AnnualReports"),
    featureTests("Outbox"),
    featureTests("Explore"),
    featureTests("Search"),
    featureTests("Announcements"),
    featureTests("Translate"),
    featureTests("Connection"),
    featureTests("Messages"),
    featureTests("Transfer"),
    featureTests("Usage"),
    featureTests("Diagnose"),
    featureTests("Onboarding"),
    featureTests("Settings"),
    featureTests("Sharing"),
    featureTests("API"),
    featureTests("Plugins", ["PluginKit"]),
    featureTests("Push", ["PushKit"]),
    .executableTarget(name: "EditLineProbe", dependencies: ["EditLine"], path: "Tests/App/EditLineProbe"),
    tests("EditLine", ["EditLine", "EditLineProbe"]),
    tests("REPL", ["EditLine", "FeatureKit", "REPL", "TerminalKit"]),
    // The sandbox misbehaves on command: no second server is needed to see what the client makes of trouble.
    tests("MastodonClient", ["MastodonClient", "MastodonKit", "Sandbox", asyncHTTPClient, nioHTTP2, nioSSL] + nio),
    .executableTarget(
      name: "LocalStoreProbe", dependencies: ["LocalStore", "MastodonKit"], path: "Tests/App/LocalStoreProbe"),
    tests("AppPreferences", ["AppPreferences", "FeatureKit", "LocalStore", "MastodonKit", "TerminalKit"]),
    tests("QuickLook", ["FeatureKit", "LocalStore", "MastodonKit", "QuickLook", "TerminalKit"]),
    tests("LocalStore", ["LocalStore", "MastodonKit", "LocalStoreProbe", "PluginKit", "TerminalKit", grdb]),
    tests("Sandbox", ["Sandbox", "MastodonKit", crypto, grdb, nioSSL] + nio),
    tests("LiveUpdates", ["FeatureKit", "LiveUpdates", "MastodonKit", "StatusKit", "TerminalKit"]),
    tests("Links", ["FeatureKit", "Links", "MastodonKit", "StatusKit"]),
    tests(
      "Accounts", ["Accounts", "FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "Sandbox", "TerminalKit"]),
    tests("SandboxHost", ["FeatureKit", "LocalStore", "MastodonClient", "MastodonKit", "Sandbox", "SandboxHost"]),
    tests("Previews", ["FeatureKit", "Previews", "TerminalKit"]),
    tests(
      "PushNotifications",
      ["FeatureKit", "LocalStore", "MastodonKit", "PushKit", "PushNotifications", "TerminalKit", crypto]),
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
        "NavigationKit",
        "REPL", "Sandbox", "Session", "StatusKit", "TerminalKit", "TranscriptKit", "howdah",
      ]),
  ],
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
