public import FeatureKit
public import StatusKit

extension UserPreferences {
  public enum DesktopMethod: String, CaseIterable, Sendable {
    /// In the way that the terminal is known for, or else by the program.
    case auto
    /// With the sequence of iTerm2, WezTerm, Ghostty and others.
    case osc9
    case osc99
    /// With the sequence of rxvt, foot and others.
    case osc777
    /// With the program `notify-send`.
    case notifySend = "notify-send"
  }

  /// The kinds of notifications that are not listed unless they are asked for.
  public var hiddenNotifications: Set<NotificationCategory> { kinds(.hiddenNotifications) }

  /// The kinds of notifications that the desktop shows too.
  public var desktopNotifications: Set<NotificationCategory> { kinds(.desktopNotifications) }

  /// The names of the settings that were set here; their values may be the user's own words.
  public var changedNames: [String] {
    Name.allCases.filter { [.here, .allAccounts].contains(setting($0).origin) }.map(\.rawValue)
  }

  public var desktopMethod: DesktopMethod { DesktopMethod(rawValue: setting(.desktopMethod).value) ?? .auto }

  /// The part of the day without announcements; `nil` for none.
  public var quietHours: QuietHours? { QuietHours(setting(.quietHours).value) }

  private func kinds(_ name: Name) -> Set<NotificationCategory> {
    // A damaged value was reported when the settings were read.
    Set((try? Self.kinds(setting(name).value, of: name)) ?? [])
  }

  /// Reads the value of a setting of kinds: `none` or `off`, `all`, or some kinds separated by commas.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for anything else.
  nonisolated static func kinds(_ value: String, of name: Name) throws -> [NotificationCategory] {
    if value == noKinds || value == noAlerts { return [] }
    let isOnDesktop = name == .desktopNotifications
    if value == "all", isOnDesktop { return NotificationCategory.allCases }
    return try NotificationCategory.list(value, or: isOnDesktop ? ["all", noAlerts] : [noKinds])
  }

  /// Reads the kinds of posts that timelines leave out: `none`, or some separated by commas.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for anything else.
  nonisolated static func postKinds(_ value: String) throws -> [TimelineOptions.Kind] {
    if value == noKinds { return [] }
    let names = TimelineOptions.Kind.allCases.map(\.rawValue)
    return try value.split { $0 == "," || $0.isWhitespace }.map { word in
      guard let kind = TimelineOptions.Kind(rawValue: String(word)) else {
        throw AppError.unlisted(
          "“\(word)” is not a kind of post that can be hidden.", word: String(word), among: names,
          choices: "Use \(noKinds), or some of \(names.joined(separator: ", ")).")
      }
      return kind
    }
  }

  nonisolated static let noKinds = "none"
  /// The value for no notifications on the desktop.
  nonisolated static let noAlerts = "off"
}
