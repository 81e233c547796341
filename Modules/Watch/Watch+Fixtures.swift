import FeatureKit
import MastodonKit
import TerminalKit

extension Watch {
  @MainActor static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (target: Target, _) in
      Document(
        kind: "watch", blocks: [.paragraph(StyledText("Watching \(target.name)."))],
        data: [JSONValue.Member("timeline", .string(target.words))])
    }
  }

  final class Fixtures: Sendable {
    let home = Target.home
    let tag = Target.tag("canal", isLocal: true)
    let accounts = Target.accounts(["wren@garden.example", "wren@shore.example"], isNotifications: false)
    /// A list whose title tries to take over the terminal.
    let hostile = Target.list("4", title: "Friends\u{1B}[2J\u{202E}")
  }
}
