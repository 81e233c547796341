internal import MastodonKit

// MARK: - Wishes

extension StreamStateMachine {
  mutating func want(_ topic: StreamTopic) -> [Action] {
    guard !wanted.contains(topic) else { return [] }
    wanted.append(topic)
    let line = line(for: topic)
    guard let state = lines[line] else { return connect(line) }
    switch state.phase {
    case .connecting: return [.deliver(.connection(.connecting), [topic])]
    case .waiting: return [.deliver(.connection(.waiting(seconds: state.pause.roundedUp)), [topic])]
    case .open:
      begun.insert(topic)
      return [.subscribe(topic), .deliver(.connection(.connected), [topic])]
    }
  }

  mutating func forget(_ topic: StreamTopic) -> [Action] {
    guard let index = wanted.firstIndex(of: topic) else { return [] }
    wanted.remove(at: index)
    begun.remove(topic)
    let line = line(for: topic)
    if topics(of: line).isEmpty { return drop(line) }
    return lines[line]?.isOpen == true ? [.unsubscribe(topic)] : []
  }

  mutating func retry() -> [Action] {
    // In the order of `wanted`, so that the same events always produce the same actions.
    var waiting: [Line] = []
    for line in wanted.map(line(for:)) where lines[line]?.phase == .waiting && !waiting.contains(line) {
      waiting.append(line)
    }
    return waiting.flatMap { [.cancel(.reconnect($0))] + connect($0) }
  }
}

// MARK: - Lines

extension StreamStateMachine {
  mutating func connect(_ line: Line) -> [Action] {
    let topics = topics(of: line)
    guard let topic = topics.first else { return drop(line) }
    let plan = Plan(carrier: carrier, topic: topic)
    var state = lines[line] ?? LineState(plan: plan)
    state.plan = plan
    state.phase = .connecting
    lines[line] = state
    return [.deliver(.connection(.connecting), topics), .connect(line, plan)]
  }

  mutating func open(_ line: Line) -> [Action] {
    guard let state = lines[line], state.phase == .connecting else { return [] }
    if state.plan.carrier == .eventSource { hasEventSource = true }
    let topics = topics(of: line)
    var actions: [Action] = []
    if line == .shared {
      // The stream that the line was opened for may be unwanted by now.
      if !topics.contains(state.plan.topic) { actions.append(.unsubscribe(state.plan.topic)) }
      actions += topics.filter { $0 != state.plan.topic }.map { .subscribe($0) }
    }
    actions.append(.deliver(.connection(.connected), topics))
    let again = topics.filter(begun.contains)
    if !again.isEmpty { actions.append(.deliver(.gap, again)) }
    begun.formUnion(topics)
    return actions + [.set(.good(line), timing.stableAfter)] + listen(line)
  }

  /// The existing lines, in a stable order.
  private var present: [Line] { ([.shared] + wanted.map { .own($0) }).filter { lines[$0] != nil } }

  /// Closes a line that no wanted stream needs.
  private mutating func drop(_ line: Line) -> [Action] {
    guard lines.removeValue(forKey: line) != nil else { return [] }
    return [.disconnect(line), .cancel(.reconnect(line)), .cancel(.good(line)), .cancel(.silence(line))]
  }

  mutating func wait(_ line: Line, chance: Double, atLeast: Duration = .zero) -> [Action] {
    guard let state = lines[line] else { return [] }
    let wait = max(pause(failures: state.failures, chance: chance), min(atLeast, timing.longestServerWait))
    lines[line]?.phase = .waiting
    lines[line]?.pause = wait
    lines[line]?.failures += 1
    return [
      .cancel(.good(line)), .cancel(.silence(line)), .set(.reconnect(line), wait),
      .deliver(.connection(.waiting(seconds: wait.roundedUp)), topics(of: line)),
    ]
  }

  /// Full jitter: anywhere below a ceiling that doubles, so that a server's clients do not all return at once.
  private func pause(failures: Int, chance: Double) -> Duration {
    let ceiling = min(timing.longestWait, timing.firstWait * (1 << min(failures, 16)))
    return max(timing.shortestWait, ceiling * min(max(chance, 0), 1))
  }
}

// MARK: - Endings

extension StreamStateMachine {
  mutating func end(_ line: Line, _ ending: Ending, chance: Double) -> [Action] {
    guard let state = lines[line], state.phase != .waiting else { return [] }
    switch ending {
    case .signedOut: return endAll(.signedOut)
    case .failed(.cancelled): return endAll(.cancelled)
    case .failed(.unreachable(.plainText)): return endAll(.unreachable(host: host, reason: .plainText))
    case .failed(.unreachable(.proxy(let trouble))) where trouble.isLasting:
      return endAll(.unreachable(host: host, reason: .proxy(trouble)))
    case .failed(.redirected): return refuse(line, state, code: 302, chance: chance)
    case .failed(.streamRefused(401)): return endAll(.unauthorized(host: host))
    // A server that upgrades every request reports an invalid token like this.
    case .closed(1008) where !state.hasReceived: return endAll(.unauthorized(host: host))
    case .failed(.streamPostponed(_, let seconds)): return wait(line, chance: chance, atLeast: .seconds(seconds))
    case .failed(.streamRefused(let code)): return refuse(line, state, code: code, chance: chance)
    case .closed, .failed: return wait(line, chance: chance)
    }
  }

  private mutating func refuse(_ line: Line, _ state: LineState, code: Int, chance: Double) -> [Action] {
    if code == 403 { return topics(of: line).flatMap { give(up: $0, error: Self.error(code: code, host: host)) } }
    let mayPass = code == 408 || code == 429 || (code >= 500 && code != 501 && code != 505)
    switch (line, state.plan.carrier) {
    case (.shared, _):
      failedUpgrades += 1
      guard !mayPass || failedUpgrades >= timing.failedUpgrades else { return wait(line, chance: chance) }
      return fallBack()
    case (.own, .eventSource) where mayPass && !hasEventSource: return tryAgainFromTheTop(state, chance: chance)
    case (.own, _) where mayPass: return wait(line, chance: chance)
    case (.own(let topic), _):
      return give(up: topic, error: .unsupported(host: host, operation: Self.operation))
    }
  }

  /// Switches from the WebSocket to server-sent events, with one line for each stream.
  private mutating func fallBack() -> [Action] {
    let old = present
    carrier = .eventSource
    return old.flatMap { drop($0) } + wanted.flatMap { connect(.own($0)) }
  }

  /// Neither protocol worked, and the server may be starting: waits and begins with the WebSocket again.
  private mutating func tryAgainFromTheTop(_ state: LineState, chance: Double) -> [Action] {
    let old = present
    carrier = .webSocket
    failedUpgrades = 0
    var actions = old.flatMap { drop($0) }
    for line in wanted.map(line(for:)) where lines[line] == nil {
      guard let topic = topics(of: line).first else { continue }
      lines[line] = LineState(plan: Plan(carrier: .webSocket, topic: topic), failures: max(3, state.failures))
      actions += wait(line, chance: chance)
    }
    return actions
  }

  /// Ends one stream permanently.
  mutating func give(up topic: StreamTopic, error: MastodonError) -> [Action] {
    guard wanted.contains(topic) else { return [] }
    return [.deliver(.connection(.ended(error)), [topic]), .end([topic])] + forget(topic)
  }

  private mutating func endAll(_ error: MastodonError) -> [Action] {
    let (topics, old) = (wanted, present)
    wanted = []
    begun = []
    return [.deliver(.connection(.ended(error)), topics), .end(topics)] + old.flatMap { drop($0) }
  }

  private static let operation = "receive live updates"

  static func error(code: Int, host: String) -> MastodonError {
    switch code {
    case 401: .unauthorized(host: host)
    case 403: .forbidden(host: host, words: "This account has no access to live updates.")
    default: .unsupported(host: host, operation: operation)
    }
  }
}

extension Duration {
  var roundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
