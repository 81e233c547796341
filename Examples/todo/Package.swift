// swift-tools-version: 6.2
// An app of two features on Howdah's kits, without Mastodon: `swift run todo`, `swift test`.
// The package of the kits builds the same targets, so that its tests compile this example with each change.
import PackageDescription

func kit(_ name: String) -> Target.Dependency { .product(name: name, package: "howdah") }

let package = Package(
  name: "todo",
  dependencies: [.package(name: "howdah", path: "../..")],
  targets: [
    .target(name: "TodoKit", dependencies: [kit("TerminalKit")]),
    .target(name: "TodoListFeature", dependencies: [kit("FeatureKit"), kit("TerminalKit"), "TodoKit"]),
    .target(name: "TodoDetailsFeature", dependencies: [kit("FeatureKit"), kit("TerminalKit"), "TodoKit"]),
    .executableTarget(
      name: "todo",
      dependencies: [
        kit("FeatureKit"), kit("NavigationKit"), kit("OwnershipKit"), kit("REPL"), "TodoDetailsFeature", "TodoKit",
        "TodoListFeature",
      ]),
    .testTarget(
      name: "todoTests",
      dependencies: [
        kit("FeatureKit"), kit("FeatureTestKit"), kit("REPL"), kit("TerminalKit"), kit("TranscriptKit"),
        "TodoDetailsFeature", "TodoKit", "TodoListFeature", "todo",
      ],
      path: "Tests", exclude: ["previews.txt", "todo.session"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
