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

  @Option(help: "plain, ansi, spoken, json or svg.")
  var format: PreviewFormat = .plain

  @Option(help: "The theme of an SVG picture; day is for light pages.")
  var theme = "dusk"

  @Flag(help: "Compare with the recorded previews; print the differences and exit with 1 if there are any.")
  var check = false

  @Flag(help: "Record the previews; exit with 1 if any was added or changed.")
  var record = false

  @Option(help: ArgumentHelp("The folder of the recorded previews.", valueName: "folder"))
  var fixtures = "Fixtures/previews"

  func validate() throws {
    if check, record { throw ValidationError("--check and --record can't be combined.") }
    if Theme.named(theme) == nil {
      throw ValidationError("--theme takes one of: \(Theme.all.map(\.name).joined(separator: ", ")).")
    }
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
      StandardStreams.say("! No preview “\(name)”.\n  Type howdah preview to list them.\n", to: 2)
      StandardStreams.leave(REPL.ExitCode.notFound.rawValue)
    }
    if format == .svg {
      guard matching.count == 1, let preview = matching.first, let theme = Theme.named(theme) else {
        StandardStreams.write("! A picture shows one preview.\n  Name one: \(matching[0].name)\n", to: 2)
        StandardStreams.leave(REPL.ExitCode.usage.rawValue)
      }
      let text = preview.picture(width: width, theme: theme)
      StandardStreams.write(Picturing.svg(of: text, columns: min(width, 80), theme: theme, title: preview.name), to: 1)
      return
    }
    for preview in matching {
      if matching.count > 1, format != .json { StandardStreams.write("── \(preview.name)\n", to: 1) }
      StandardStreams.write(preview.text(width: width, format: format.rendererFormat), to: 1)
      if matching.count > 1, format != .json { StandardStreams.write("\n", to: 1) }
    }
  }
}

enum PreviewFormat: String, ExpressibleByArgument, CaseIterable {
  case plain, ansi, spoken, json, svg

  var rendererFormat: Renderer.Format {
    switch self {
    case .plain: .plain
    case .ansi, .svg: .ansi
    case .spoken: .spoken
    case .json: .json
    }
  }
}
