// swift-tools-version: 6.2
// Tests in Swift against Howdah's sandbox: swift test. HOWDAH is the program, if it is not in PATH.
import PackageDescription

let package = Package(name: "bot", targets: [.testTarget(name: "BotTests", path: "Tests")])
