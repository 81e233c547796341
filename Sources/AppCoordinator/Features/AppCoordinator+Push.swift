import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import PushFeature
import TerminalKit
import WebPush

extension AppCoordinator {
  /// What looks after pushes, made at its first use.
  var pushes: PushCenter {
    if let pushCenter { return pushCenter }
    let center = createPushCenter()
    pushCenter = center
    return center
  }

  private func createPushCenter() -> PushCenter {
    let center = PushCenter(
      secrets: accounts.secrets, file: pushFile,
      world: PushCenter.World(
        service: { [weak self] account in
          guard let session = self?.session, session.identity.id == account else { return nil }
          return session.client.pushSubscriptionService
        },
        say: { [weak self] in self?.notices.post($0) },
        makeKeys: {
          var random = SystemRandomNumberGenerator()
          return PushKeys.make(using: &random)
        },
        pause: { failures in try await Task.sleep(for: .seconds(min(600, 15 << min(failures, 6)))) }))
    ledger.enter(.pushNotifications, center) { [weak center] in center?.watched }
    return center
  }

  private var pushFile: PushFile {
    PushFile(
      locations: dependencies.locations, now: dependencies.now,
      report: { [notices] notice in notices.post(StyledText(notice.words, .warning)) })
  }

  func createPushPlugin() -> Plugin {
    Push.plugin { [weak self] in
      guard let self else { throw AppError.cancelled }
      return Push.Action(model: createPushModel())
    }
  }

  private func createPushModel() -> Push.Model {
    Push.Model(
      service: Push.Service(
        account: { [weak self] in self?.session.identity.id ?? "" },
        subscription: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await pushes.subscription(of: session.identity.id)
        },
        subscribe: { [weak self] endpoint in
          guard let self else { throw AppError.cancelled }
          let account = session.identity.id
          let subscription = try await pushes.subscribe(account, to: endpoint)
          if choice.isLive { await pushes.watch(account) }
          return subscription
        },
        unsubscribe: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await pushes.unsubscribe(session.identity.id)
        },
        receive: { [weak self] delivery in
          guard let self else { throw AppError.cancelled }
          // One byte more than a push may have shows that it is too long.
          guard let input = try await dependencies.input.read(PushMessage.limit + 1) else {
            throw PushFailure.nothingCame
          }
          return try await pushes.receive(input, delivery, accountInUse: session.identity.id)
        }))
  }

  /// Ties the settings of the section Push to what the account in use wants; its server hears of a change at once.
  func createPushBindings() -> [Setting] {
    let alerts = Push.Alert.allCases.map { alert in
      pushBinding(
        Setting.Name(rawValue: alert.setting), alert.summary, ["on", "off"], standard: alert.isUsual ? "on" : "off",
        read: { $0.alerts.contains(alert.kind.rawValue) ? "on" : "off" },
        write: { wish, value in
          if value == "on" { wish.alerts.insert(alert.kind.rawValue) } else { wish.alerts.remove(alert.kind.rawValue) }
        })
    }
    return [
      pushBinding(
        "push-policy", "whose notifications are pushed", WebPushSubscription.Policy.known.map(\.rawValue),
        standard: "all", read: \.policy, write: { $0.policy = $1 })
    ] + alerts
  }

  private func pushBinding(
    _ name: Setting.Name, _ summary: String, _ words: [String], standard: String,
    read: @escaping @MainActor (PushWish) -> String, write: @escaping @MainActor (inout PushWish, String) -> Void
  ) -> Setting {
    Setting(
      name: name, section: "Push", summary: summary, kind: .choice(words), standard: standard,
      get: { [weak self] in
        guard let self else { return standard }
        // What cannot be read is shown as it is at first; whoever changes it is told why.
        do { return read(try pushFile.load(session.identity.id) ?? .usual(session.identity.id)) } catch {
          return standard
        }
      },
      set: { [weak self] value in
        guard let self else { return }
        try await pushes.change(session.identity.id) { write(&$0, value) }
      }, isSecondary: true)
  }

  /// Keeps the pushes of the account in use arriving while a conversation lasts; an account without any costs one look.
  func watchPushes() async {
    let account = session.identity.id
    do { guard try pushFile.load(account)?.isSubscribed == true else { return } } catch {
      notices.post(StyledText("Pushes are not looked after. \(AppError(error).words)", .warning))
      return
    }
    await pushes.watch(account)
  }

  /// Forgets what a signed-out account wanted to be pushed.
  ///
  /// Its keys went with its other secrets; what is left here is no reason to stay signed in.
  func forgetPushes(of account: String) {
    do {
      if let pushCenter { return try pushCenter.forget(account) }
      try pushFile.update(account) { _ in nil }
    } catch {
      notices.post(StyledText(AppError(error).words, .warning))
    }
  }
}
