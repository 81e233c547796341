import ComposerFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import StatusKit
import Synchronization
import TerminalKit

@testable import MastodonKit

/// Creates composers with drafts in memory and a server that can fail, and records what they do.
@MainActor
final class ComposerHarness {
  /// The requests to the disk and the server, in order.
  nonisolated let log = Mutex<[String]>([])
  nonisolated let savedDrafts = Mutex<[Draft]>([])
  nonisolated let diskError = Mutex<AppError?>(nil)
  nonisolated let serverError = Mutex<MastodonError?>(nil)
  /// The errors with which the server rejects the next posts, in order.
  nonisolated let refusals = Mutex<[MastodonError]>([])
  nonisolated let sent = Mutex<[(content: StatusDraft, key: String)]>([])
  /// Whether the server publishes at once what is to be published later.
  nonisolated let publishesAtOnce = Mutex(false)
  /// Whether the server makes replies posts of their own.
  nonisolated let losesParents = Mutex(false)
  /// Whether the server answers a reply with another post.
  nonisolated let answersWithParents = Mutex(false)
  /// The post that an earlier request made on the server.
  nonisolated let arrived = Mutex<Status?>(nil)
  /// The number of posts that succeed before the server is out of reach; `nil` for all.
  nonisolated let failsAfter = Mutex<Int?>(nil)
  /// The posts that can be loaded.
  nonisolated let known = Mutex<[Status.ID: Status]>([:])
  /// Runs before a post has its turn.
  var beforeTurn: () async -> Void = {}
  /// The number of seconds for which posts are kept; the test ends the wait.
  var holdSeconds: Int?
  let (held, release) = AsyncStream.makeStream(of: Void.self)
  private(set) lazy var holder = Composer.Holder(
    seconds: { [unowned self] in holdSeconds },
    wait: { [held] _ in
      for await _ in held { return }
      throw CancellationError()
    }, drafts: drafts, model: { [unowned self] draft, _ in model(.draft(draft)) },
    report: { [unowned self] in toasts.append($0) }, withdraw: { _ in false })
  private var made = 0
  private var uploaded = 0
  private(set) var toasts: [Toast] = []
  private(set) var left = 0
  private(set) var published: [Composer.Sent] = []

  func model(
    _ mode: Composer.Mode = .new, author: Account = Account.fixtures.you,
    limits: Composer.Limits = Composer.Limits.fixtures.mastodon, laterAuthor: Account? = nil,
    newerLimits: Composer.Limits? = nil, isAttended: Bool = false, holder: Composer.Holder? = nil
  ) -> Composer.Model {
    Composer.Model(
      mode: mode, account: "you@sandbox.example", author: author, limits: limits, publishing: publishing,
      inTurn: { [self] _, _, _, send in
        await beforeTurn()
        try await send()
      }, holder: holder, drafts: drafts,
      lookup: Composer.Lookup(
        status: { [self] id in
          log.withLock { $0.append("fetch \(id)") }
          if let error = serverError.withLock(\.self) { throw error }
          guard let status = known.withLock({ $0[id] }) else { throw AppError.notFound("That post is not there.") }
          return status
        },
        own: { [self] id in
          log.withLock { $0.append("read \(id)") }
          if let error = serverError.withLock(\.self) { throw error }
          guard let status = known.withLock({ $0[id] }) else { throw AppError.notFound("That post is not there.") }
          return (status, StatusSource(id: id, text: "Source.", spoilerText: "lamps"))
        }, author: { (laterAuthor ?? author, limits) },
        newerAuthor: { newerLimits.map { (laterAuthor ?? author, $0) } },
        account: { [self] handle in
          log.withLock { $0.append("look up \(handle)") }
          if let error = serverError.withLock(\.self) { throw error }
          guard let account = [Account.fixtures.rook, Account.fixtures.you].first(where: { $0.acct == handle }) else {
            throw AppError.notFound("No such account.")
          }
          return account
        }, isAttended: isAttended),
      attachments: Composer.AttachmentService(
        find: { path, _, _ in
          guard !path.contains("missing") else {
            throw AppError.validation("\(path) does not exist.", suggestion: "Choose another file, then try again.")
          }
          return "/home/you/\(path)"
        },
        upload: { [self] file in
          log.withLock { $0.append("upload \(file.name): \(file.description)") }
          if let error = serverError.withLock(\.self) { throw error }
          uploaded += 1
          return MediaAttachment.ID("m\(uploaded)")
        },
        update: { [self] edit in log.withLock { $0.append("describe \(edit.id): \(edit.description ?? "")") } },
        suggestion: { "\($0.name) in words" }),
      makeID: { [unowned self] in
        made += 1
        return "draft000\(made)"
      },
      now: { .fixtureNow })
  }

  var drafts: DraftService {
    DraftService(
      all: { [self] in
        if let error = diskError.withLock(\.self) { throw error }
        return savedDrafts.withLock(\.self)
      },
      save: { [self] draft in
        if let error = diskError.withLock(\.self) { throw error }
        log.withLock { $0.append("save \(draft.content.text)") }
        savedDrafts.withLock { $0 = [draft] + $0.filter { $0.id != draft.id } }
      },
      delete: { [self] id in
        if let error = diskError.withLock(\.self) { throw error }
        log.withLock { $0.append("delete \(id)") }
        savedDrafts.withLock { $0.removeAll { $0.id == id } }
      }, take: { _ in },
      conflict: { [self] id in savedDrafts.withLock { $0.contains { $0.id == id } } ? nil : .gone },
      changes: { AsyncThrowingStream { $0.finish() } })
  }

  private var publishing: PublishingService {
    PublishingService(
      publish: { [self] content, key in
        log.withLock { $0.append("publish \(content.text)") }
        sent.withLock { $0.append((content, key)) }
        if let error = serverError.withLock(\.self) { throw error }
        if let left = failsAfter.withLock(\.self) {
          guard left > 0 else { throw MastodonError.fixtures.timedOut }
          failsAfter.withLock { $0 = left - 1 }
        }
        if let refusal = refusals.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw refusal }
        if content.inReplyToID != nil, answersWithParents.withLock(\.self) { throw Composer.OtherAnswer() }
        var status = Status.fixtures.own
        if !losesParents.withLock(\.self) { status.inReplyToID = content.inReplyToID }
        return status
      },
      find: { [self] content, since, _ in
        log.withLock { $0.append("find \(content.text) since \(Int(since.timeIntervalSince1970))") }
        return arrived.withLock(\.self)
      },
      schedule: { [self] content, key in
        log.withLock { $0.append("schedule \(content.text)") }
        sent.withLock { $0.append((content, key)) }
        if let error = serverError.withLock(\.self) { throw error }
        return publishesAtOnce.withLock(\.self)
          ? .published(Status.fixtures.own)
          : .scheduled(
            ScheduledStatus(
              id: "s1", scheduledAt: content.scheduledAt ?? .fixtureNow,
              params: ScheduledStatus.Params(text: content.text)))
      },
      edit: { [self] content in
        log.withLock { $0.append("edit \(content.text)") }
        sent.withLock { $0.append((content, "")) }
        if let error = serverError.withLock(\.self) { throw error }
        return Status.fixtures.own
      })
  }

  /// A post as the server has it.
  func status(_ id: Status.ID) throws -> Status {
    if let error = serverError.withLock(\.self) { throw error }
    guard let status = known.withLock({ $0[id] }) else { throw AppError.notFound("That post is not there.") }
    return status
  }

  /// Deletes a post on the server.
  func remove(_ id: Status.ID) throws {
    log.withLock { $0.append("remove \(id)") }
    if let error = serverError.withLock(\.self) { throw error }
  }

  /// The commands available everywhere.
  var globalVerbs: [Verb] {
    Composer.plugin(
      action: Composer.GlobalAction(
        drafts: drafts,
        write: { [self] subject, text, options in
          guard let text = text ?? (options == Composer.Options() ? nil : "") else { return .screen }
          return try await Composer.sending(layout: layout) { [self] isConfirmed in
            var options = options
            options.isConfirmed = isConfirmed
            guard case .edit(let id) = subject else { return try await model().send(text, options: options) }
            return try await model(.edit(status(id), StatusSource(id: id, text: "Source."))).send(
              text, options: options)
          }
        }, deleted: { _ in }, redrafting: redrafting, holder: holder, schedule: schedule,
        limits: { .fixtures.mastodon },
        findFile: { path, isThumbnail in
          if path.contains("missing") { throw MastodonError.unusableFile(name: path, words: "does not exist") }
        }), layout: layout
    ).verbs
  }

  private var layout: @MainActor @Sendable () -> Layout { { Layout(width: 72, now: .fixtureNow) } }

  var redrafting: Composer.Redrafting {
    Composer.Redrafting(
      status: { [self] id in try known.withLock { $0[id] } ?? status(id) },
      source: { [self] id in
        if let error = serverError.withLock(\.self) { throw error }
        return StatusSource(id: id, text: "Source.", spoilerText: "lamps")
      },
      model: { [self] in model($0) }, delete: { [self] in try remove($0) }, me: { Account.fixtures.you.id },
      resume: { $2 }
    )
  }

  /// A schedule with one post.
  var schedule: ScheduleService {
    let post = ScheduledStatus(
      id: "77777", scheduledAt: .fixture(minutesAgo: -300), params: ScheduledStatus.Params(text: "Low water."))
    return ScheduleService(
      all: { _ in Page([post]) },
      move: { [self] id, date in
        log.withLock { $0.append("move \(id) to \(MastodonDate.format(date))") }
        var moved = post
        moved.scheduledAt = date
        return moved
      },
      cancel: { [self] id in
        log.withLock { $0.append("cancel \(id)") }
        if let error = serverError.withLock(\.self) { throw error }
      })
  }

  func action(_ model: Composer.Model) -> Composer.Action {
    Composer.Action(
      model: model, sent: { self.published.append($0) }, leave: { self.left += 1 }, notify: { self.toasts.append($0) },
      misspelt: { $0.contains("Teh") ? ["Teh"] : [] })
  }

  func verbs(_ model: Composer.Model) -> [Verb] {
    Composer.verbs({ model.state }, action: action(model), layout: { Layout(width: 72, now: .fixtureNow) })
  }

  var savedTexts: [String] { savedDrafts.withLock { $0.map(\.content.text) } }
}

/// Runs a line with the commands given, as the prompt does.
@MainActor
func type(
  _ line: String, at verbs: [Verb], shown: [Int: [Reference]] = [:]
) async throws -> Response {
  let words = line.split(separator: " ").map(String.init)
  guard let verb = verbs.first(where: { $0.matches(words[0]) }) else {
    throw AppError.usage("no verb \(words[0])", suggestion: "")
  }
  let context = ArgumentContext(
    highestNumber: { shown.keys.max() ?? 0 }, shown: { shown[$0] },
    resolve: { _, _ in throw AppError.notFound("nobody") })
  let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
  return try await verb.run(ArgumentReader(arguments, for: verb, context: context))
}

extension Response {
  /// The text of a toast with its hint, or the question of a confirmation.
  var words: String? {
    switch self {
    case .toast(let toast): toast.text.plain + (toast.hint.map { " [\($0)]" } ?? "")
    case .confirm(let confirmation): confirmation.question
    default: nil
    }
  }

  var isScreen: Bool { if case .screen = self { true } else { false } }
}

/// The text that the user sees.
func text(_ document: Document, width: Int = 72) -> String {
  Renderer(format: .plain, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(document)
}
