public import FeatureKit
public import MastodonKit

/// The first pages that a newcomer may read: what this is, what is asked for and why, who one is, and that it is done.
///
/// Nothing is kept before the page about oneself is finished, so that one can leave at any point without a trace.
public enum Onboarding {
  /// Everything the sheet shows.
  public struct State: Hashable, Sendable {
    /// Which page is open.
    public var flow: Flow
    /// Who is signed in: `you@shore.example`; `nil` in the embedded instance.
    public var account: String?
    /// The server that was chosen to sign in to, if one was.
    public var server: String?
    /// What is to appear by itself: `on`, `quiet` or `off`.
    public var live: String
    /// What is said about oneself, as the server has it.
    public var known: Profile
    /// The same as it is to be.
    public var profile: Profile
    /// Where keeping it has got to.
    public var phase: Phase

    /// Makes a state.
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

    /// Where keeping what was said has got to.
    public enum Phase: Hashable, Sendable {
      /// Nothing is on its way.
      case idle
      /// It is on its way to the server.
      case saving
      /// The server did not take it, or did not say who one is.
      case failed(AppError)
    }
  }

  /// A page.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// What this is, and where to be.
    case welcome
    /// What is asked for, and what appears by itself.
    case permissions
    /// Name, words about oneself, and how one posts.
    case personal
    /// What was kept, and what to do now.
    case complete
  }

  /// The order of the pages: a value that knows where one is, and where next and back lead.
  public struct Flow: Hashable, Sendable {
    /// The page that is open.
    public private(set) var step: Step

    /// Begins at a page.
    public init(at step: Step = .welcome) { self.step = step }

    /// Goes to the page behind this one; `false` at the last.
    public mutating func next() -> Bool { move(by: 1) }

    /// Goes to the page before this one; `false` at the first, and at the last, behind which everything is kept.
    public mutating func back() -> Bool { step == .complete ? false : move(by: -1) }

    /// The page's number, from 1.
    public var number: Int { (Step.allCases.firstIndex(of: step) ?? 0) + 1 }

    private mutating func move(by distance: Int) -> Bool {
      let index = number - 1 + distance
      guard Step.allCases.indices.contains(index) else { return false }
      step = Step.allCases[index]
      return true
    }
  }

  /// What one says about oneself, and how one posts unless one says otherwise.
  public struct Profile: Hashable, Sendable {
    /// The name to show.
    public var name: String
    /// A few words about oneself, as typed.
    public var bio: String
    /// Who sees a new post.
    public var visibility: Visibility
    /// The language of a new post; `nil` where the server guesses.
    public var language: String?

    /// Makes a profile.
    public init(name: String = "", bio: String = "", visibility: Visibility = .public, language: String? = nil) {
      self.name = name
      self.bio = bio
      self.visibility = visibility
      self.language = language
    }
  }

  /// What the sheet cannot do by itself; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Signs in to a server and comes back to the page about oneself.
    public var signIn: (_ server: String, _ live: String) async throws -> Response
    /// Keeps what is to appear by itself.
    public var setLive: (String) throws -> Void
    /// Says that the account is another now.
    public var updated: (Account) async -> Void
    /// Leaves the sheet.
    public var leave: () -> Void

    /// Makes an action from its parts.
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
  /// What differs from what the server has, in words: `name`, `visibility`.
  public var changes: [String] {
    var changes: [String] = []
    if profile.name != known.name { changes.append("name") }
    if profile.bio != known.bio { changes.append("bio") }
    if profile.visibility != known.visibility { changes.append("visibility") }
    if profile.language != known.language { changes.append("language") }
    return changes
  }

  /// What is sent to the server: what differs, and nothing else.
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
  /// What an account says about itself to its owner.
  public init(_ account: Account) {
    self.init(
      name: account.displayName, bio: account.source?.note ?? "", visibility: account.source?.privacy ?? .public,
      language: account.source?.language)
  }
}
