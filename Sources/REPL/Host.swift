public import FeatureKit
public import TerminalKit

/// What the prompt needs of the app, as closures, so that it can be driven by any root and tested without one.
@MainActor
public struct Host {
  /// The verbs that can be typed now, the innermost layer first.
  public var layers: () -> [VerbLayer]
  /// The screen on top: the presented sheet's, else the tab's path's last.
  public var screen: () -> Screen
  /// Where the person is, for the prompt: `sandbox · home`, `post by Rook`.
  public var location: () -> [String]
  /// The layout for a width.
  public var layout: (_ width: Int) -> Layout
  /// The theme to draw with.
  public var theme: () -> Theme
  /// The width that the person set, or `nil` for the terminal's.
  public var width: () -> Int?
  /// Finds the thing behind an address.
  public var resolve: (_ address: String, _ kind: String) async throws -> Reference
  /// What the numbers of the last printed screen stand for, from an earlier run.
  public var recall: () -> [Int: [Reference]]
  /// Keeps what the numbers stand for, for the next run.
  public var remember: ([Int: [Reference]]) -> Void
  /// Accounts that may be named, for completion: `@rook`.
  public var addresses: () -> [String]
  /// What happened meanwhile, to be printed above the line that is typed.
  public var notes: AsyncStream<StyledText>
  /// What a newcomer reads first, or `nil` if there is nothing to say.
  public var greeting: () -> Document?
  /// Does what was kept waiting until the line was done; whether another screen is on top now.
  public var settle: () async -> Bool

  /// Makes a host; every part is needed.
  public init(
    layers: @escaping () -> [VerbLayer], screen: @escaping () -> Screen, location: @escaping () -> [String],
    layout: @escaping (_ width: Int) -> Layout, theme: @escaping () -> Theme, width: @escaping () -> Int?,
    resolve: @escaping (_ address: String, _ kind: String) async throws -> Reference,
    recall: @escaping () -> [Int: [Reference]], remember: @escaping ([Int: [Reference]]) -> Void,
    addresses: @escaping () -> [String], notes: AsyncStream<StyledText>, greeting: @escaping () -> Document?,
    settle: @escaping () async -> Bool
  ) {
    self.layers = layers
    self.screen = screen
    self.location = location
    self.layout = layout
    self.theme = theme
    self.width = width
    self.resolve = resolve
    self.recall = recall
    self.remember = remember
    self.addresses = addresses
    self.notes = notes
    self.greeting = greeting
    self.settle = settle
  }
}
