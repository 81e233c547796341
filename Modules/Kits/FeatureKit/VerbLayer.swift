/// Commands that are made when they are first asked for: a run of one command needs few of them.
@MainActor
public final class VerbGroup {
  public private(set) lazy var verbs: [Verb] =
    switch source {
    case .commands(let make): make()
    case .changes(let base, let change): base.verbs.map { change($0) }
    }
  private let source: Source

  private enum Source {
    case commands(@MainActor () -> [Verb])
    case changes(of: VerbGroup, @MainActor (Verb) -> Verb)
  }

  public init(_ make: @escaping @MainActor () -> [Verb]) { source = .commands(make) }

  private init(_ source: Source) { self.source = source }

  /// The same commands, each changed when it is asked for.
  ///
  /// - Parameter change: Returns a verb of the same names.
  public func map(_ change: @escaping @MainActor (Verb) -> Verb) -> VerbGroup {
    VerbGroup(.changes(of: self, change))
  }

  func first(where isMeant: (Verb) -> Bool) -> Verb? {
    switch source {
    case .commands: verbs.first(where: isMeant)
    case .changes(let base, let change): base.first(where: isMeant).map { change($0) }
    }
  }
}

/// The commands of one place, with a title, for lookup and help.
@MainActor
public struct VerbLayer {
  /// The title in help, which says where the verbs work.
  public let title: String
  private let groups: [VerbGroup]

  public init(_ title: String, _ groups: [VerbGroup]) {
    self.title = title
    self.groups = groups
  }

  public init(_ title: String, _ verbs: [Verb]) { self.init(title, [VerbGroup { verbs }]) }

  /// The same commands, each changed when it is asked for.
  ///
  /// - Parameter change: Returns a verb of the same names.
  public func map(_ change: @escaping @MainActor (Verb) -> Verb) -> VerbLayer {
    VerbLayer(title, groups.map { $0.map(change) })
  }

  /// The same commands after those of a group.
  public func preceded(by group: VerbGroup) -> VerbLayer { VerbLayer(title, [group] + groups) }

  public var verbs: [Verb] { groups.flatMap(\.verbs) }

  /// The first command whose names are those that are meant; the groups after it are not made.
  public func first(where isMeant: (Verb) -> Bool) -> Verb? {
    for group in groups { if let verb = group.first(where: isMeant) { return verb } }
    return nil
  }

  /// The verb with this name or alias, else the one that had the name before.
  ///
  /// - Parameter word: The name in lower case.
  public func verb(named word: String) -> Verb? {
    first { $0.matches(word) } ?? first { $0.formerNames.contains(word) }
  }
}
