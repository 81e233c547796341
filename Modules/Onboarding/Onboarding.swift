public import FeatureKit
public import MastodonKit

/// The setup pages for new users: welcome, permissions, profile and a summary.
///
/// Nothing is saved before the profile page is finished, so the user can leave at any time without changing anything.
public enum Onboarding {
  public struct State: Hashable, Sendable {
    public var flow: Flow
    /// The signed-in account, `you@shore.example`; `nil` in the sandbox.
    public var account: String?
    /// The server to sign in to; `nil` to stay with the present account.
    public var server: String?
    /// The setting for live updates: `on`, `quiet` or `off`.
    public var live: String
    public var known: Profile
    /// The profile with the changes made here.
    public var profile: Profile
    /// The phase of loading or saving the profile.
    public var phase: Phase

    public init(
      flow: Flow = Flow(), account: String? = nil, server: String? = nil, live: String = "on",
      known: Profile = Profile(), profile: Profile? = nil, phase: Phase = .idle
    ) {
      self.flow = flow
      self.account = account
      self.server = server
      self.live = live
      self.known = known
      self.profile = profile ?? known
      self.phase = phase
    }

    /// The phase of loading or saving the profile.
    public enum Phase: Hashable, Sendable {
      case idle
      /// The changes are being sent.
      case saving
      case failed(AppError)
    }
  }

  /// A page, in the order in which they are shown.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// An introduction and the choice of a server.
    case welcome
    /// The permissions that Howdah requests, and live updates.
    case permissions
    /// The profile and the defaults for new posts.
    case personal
    /// The saved settings, and some commands to try.
    case complete
  }

  /// The current page and the way to the next and the previous one.
  public struct Flow: Hashable, Sendable {
    public private(set) var step: Step

    public init(at step: Step = .welcome) { self.step = step }

    /// Moves to the next page; returns `false` on the last one.
    public mutating func next() -> Bool { move(by: 1) }

    /// Moves to the previous page; returns `false` on the first one, and on the last, where everything is saved already.
    public mutating func back() -> Bool { step == .complete ? false : move(by: -1) }

    /// The number of the page, from 1.
    public var number: Int { (Step.allCases.firstIndex(of: step) ?? 0) + 1 }

    private mutating func move(by distance: Int) -> Bool {
      let index = number - 1 + distance
      guard Step.allCases.indices.contains(index) else { return false }
      step = Step.allCases[index]
      return true
    }
  }

  /// The user's profile and defaults for new posts.
  public struct Profile: Hashable, Sendable {
    public var name: String
    /// The biography, as plain text.
    public var bio: String
    public var visibility: Visibility
    /// The default language of new posts; `nil` if the server chooses.
    public var language: String?

    public init(name: String = "", bio: String = "", visibility: Visibility = .public, language: String? = nil) {
      self.name = name
      self.bio = bio
      self.visibility = visibility
      self.language = language
    }
  }

  @MainActor
  public struct Action {
    /// Signs in to a server and returns to the profile page.
    public var signIn: (_ server: String, _ live: String) async throws -> Response
    /// Saves the setting for live updates.
    public var setLive: (String) throws -> Void
    /// Reports that the account has changed on the server.
    public var updated: (Account) async -> Void
    public var leave: () -> Void

    public init(
      signIn: @escaping (_ server: String, _ live: String) async throws -> Response,
      setLive: @escaping (String) throws -> Void, updated: @escaping (Account) async -> Void,
      leave: @escaping () -> Void
    ) {
      self.signIn = signIn
      self.setLive = setLive
      self.updated = updated
      self.leave = leave
    }
  }
}

extension Onboarding.State {
  /// The names of the changed fields: `name`, `visibility`.
  public var changes: [String] {
    var changes: [String] = []
    if profile.name != known.name { changes.append("name") }
    if profile.bio != known.bio { changes.append("bio") }
    if profile.visibility != known.visibility { changes.append("visibility") }
    if profile.language != known.language { changes.append("language") }
    return changes
  }

  /// The request with the changed fields.
  public var edit: ProfileEdit {
    var edit = ProfileEdit()
    if profile.name != known.name { edit.displayName = profile.name }
    if profile.bio != known.bio { edit.note = profile.bio }
    if profile.visibility != known.visibility { edit.postingVisibility = profile.visibility }
    if profile.language != known.language { edit.postingLanguage = profile.language ?? "" }
    return edit
  }
}

extension Onboarding.Profile {
  public init(_ account: Account) {
    self.init(
      name: account.displayName, bio: account.source?.note ?? "", visibility: account.source?.privacy ?? .public,
      language: account.source?.language)
  }
}
