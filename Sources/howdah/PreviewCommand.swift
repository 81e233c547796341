import AppCoordinator
import ArgumentParser
import Previews
import REPL
import TerminalKit

/// `howdah preview`: prints the app's views in fixed states, and compares them with the recorded ones.
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah preview",
    abstract: "Print views from fixtures, without a network and without an account.",
    discussion: """
      `howdah preview` lists them, `howdah preview home` prints a feature's, `howdah preview home/loaded` prints one.
      """)

  @Argument(help: "A feature, or feature/state.")
  var name: String?

  @Option(help: ArgumentHelp("Columns to lay out for, 20 to 500.", valueName: "columns"))
  var width = 80

  @Option(help: "plain, ansi, spoken or json.")
  var format: PreviewFormat = .plain

  @Flag(help: "Compare with the recorded previews; print the differences and exit with 1 if there are any.")
  var check = false

  @Flag(help: "Record the previews; exit with 1 if any was added or changed.")
  var record = false

  @Option(help: ArgumentHelp("The folder of the recorded previews.", valueName: "folder"))
  var fixtures = "Fixtures/previews"

  func validate() throws {
    if check, record { throw ValidationError("--check and --record can't be combined.") }
    if !(20...500).contains(width) { throw ValidationError("--width takes a number from 20 to 500.") }
  }

  @MainActor
  mutating func run() async throws {
    let gallery = try await AppCoordinator.createPreviewGallery()
    if check || record {
      let report =
        record ? gallery.record(into: fixtures, matching: name) : gallery.check(against: fixtures, matching: name)
      StandardStreams.write(report.text, to: report.isClean ? 1 : 2)
      StandardStreams.leave(report.isClean ? REPL.ExitCode.done.rawValue : REPL.ExitCode.internal.rawValue)
    }
    guard let name else {
      StandardStreams.write(gallery.names.map { $0 + "\n" }.joined(), to: 1)
      return
    }
    let matching = gallery.previews(matching: name)
    guard !matching.isEmpty else {
      StandardStreams.write("! No preview “\(name)”.\n  Type howdah preview to list them.\n", to: 2)
      StandardStreams.leave(REPL.ExitCode.notFound.rawValue)
    }
    for preview in matching {
      if matching.count > 1, format != .json { StandardStreams.write("── \(preview.name)\n", to: 1) }
      StandardStreams.write(preview.text(width: width, format: format.rendererFormat), to: 1)
      if matching.count > 1, format != .json { StandardStreams.write("\n", to: 1) }
    }
  }
}

/// The forms in which a preview can be printed.
enum PreviewFormat: String, ExpressibleByArgument, CaseIterable {
  case plain, ansi, spoken, json

  var rendererFormat: Renderer.Format {
    switch self {
    case .plain: .plain
    case .ansi: .ansi
    case .spoken: .spoken
    case .json: .json
    }
  }
}
