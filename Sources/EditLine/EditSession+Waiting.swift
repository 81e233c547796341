internal import CEditLine
internal import Glibc

extension EditSession {
  /// Waits for a key, a command or a signal, and takes it.
  ///
  /// - Parameter limit: how long at most, nil if it does not matter.
  func wait(atMost limit: Duration? = nil) {
    if request != nil, !configuration.holdsNotesUntilEnter { writeNotes() }
    // From the last byte on: what is printed meanwhile does not make it longer.
    patienceEnd = decoder.patience.map { patienceEnd ?? .now + $0 }
    let patience = patienceEnd.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    let timeout = [patience, limit].compactMap(\.self).min()
    var descriptors = [
      pollfd(fd: isReleased || hasHungUp ? -1 : terminal.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal.signals, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout.map(Self.milliseconds) ?? -1)
    if ready > 0 {
      if descriptors[2].revents != 0 { takeSignals() }
      if descriptors[1].revents != 0 { take(mailbox.drain()) }
      if descriptors[0].revents != 0 { takeInput() }
    }
    if let patienceEnd, patienceEnd <= .now { decoder.timeOut() }
    while let key = decoder.next() { take(key) }
    if request != nil, !configuration.holdsNotesUntilEnter { writeNotes() }
  }

  private static func milliseconds(_ duration: Duration) -> CInt {
    let parts = duration.components
    // Rounded up: a wait that ends early would be a busy one.
    return CInt(clamping: max(0, parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func take(_ commands: [Command]) {
    if request == nil { deferred += commands } else { serve(commands) }
  }

  private func takeInput() {
    guard let bytes = Terminal.bytes(of: terminal.input) else {
      hasHungUp = true
      // The terminal is gone, whether its signal comes first or not.
      if request != nil { outcome = outcome ?? .terminated(signal: SIGHUP, text: "") }
      return
    }
    decoder.feed(bytes)
    patienceEnd = nil
  }

  /// Queues a key for the line, or handles it at once while a command runs.
  private func take(_ key: Key) {
    if case .report(let report) = key { return take(report) }
    guard request == nil else {
      keys.append(key)
      return
    }
    switch key {
    case controls.interrupt:
      keys.removeAll()
      events.interrupt.yield(readCount)
    case controls.suspend:
      if configuration.reportsSuspensions { events.suspend.yield(readCount) } else { cel_stop_group() }
    case controls.quit: cel_quit()
    default: keys.append(key)
    }
  }

  /// Takes the control keys that came right after Return: they are meant for the command, which begins now.
  func takeControlKeys() {
    while let key = keys.first, [controls.interrupt, controls.suspend, controls.quit].contains(key) {
      _ = keys.popFirst()
      take(key)
    }
  }

  private func take(_ report: TerminalReport) {
    switch report {
    case .background(let isLight?): events.background.yield(isLight)
    case .background(nil): break
    case .attributes:
      answerEnd = nil
      events.background.yield(nil)
    }
  }

  /// Asks for the terminal's background; the answer comes as it comes.
  func askForBackground() {
    guard configuration.asksForBackground, isDrawn else {
      events.background.yield(nil)
      return
    }
    answerEnd = .now + Self.answerLimit
    terminal.write(TerminalReport.question, to: terminal.display)
  }

  /// The longest time that an answer takes, also over a slow connection: a terminal that has not answered then never will.
  private static let answerLimit = Duration.seconds(2)

  /// Takes an answer that is still on its way; other keys are kept.
  func takeLateAnswer() {
    while let end = answerEnd, !hasHungUp, .now < end {
      var input = pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, Self.milliseconds(ContinuousClock.now.duration(to: end))) > 0 else { break }
      takeInput()
      while let key = decoder.next() { if case .report(let report) = key { take(report) } else { keys.append(key) } }
    }
    answerEnd = nil
  }

  // MARK: signals

  private func takeSignals() {
    let signals = Terminal.bytes(of: terminal.signals) ?? []
    for signal in signals {
      switch Int32(signal) {
      case SIGINT:
        // It is for the program that has the terminal.
        if isReleased { break }
        if request == nil {
          events.interrupt.yield(readCount)
        } else {
          outcome = outcome ?? .interrupted("")
        }
      case SIGTERM, SIGHUP: terminate(by: Int32(signal))
      case SIGTSTP: suspend()
      case SIGCONT: continued()
      case SIGWINCH: resized()
      default: break
      }
    }
  }

  private func terminate(by signal: Int32) {
    terminatedBy = signal
    if request == nil {
      events.terminate.yield(signal)
    } else {
      outcome = .terminated(signal: signal, text: "")
    }
  }

  /// Suspends the program and its process group, such as `make`.
  func suspendGroup() {
    cel_stop_group()
    // It comes back as a signal, at once unless it is ignored.
    wait(atMost: .milliseconds(100))
  }

  /// Suspends the program until it is continued.
  private func suspend() {
    // Another program has the terminal and stops as well; the parent process waits for both.
    guard !isReleased else { return cel_stop() }
    if request != nil {
      var line = editedLine
      line.cursor = Int.max
      terminal.write(draw(line) + renderer.finish(), to: terminal.display)
    }
    giveTerminal()
    cel_stop()
    continuedAt = .now
    takeTerminal()
    showAgain()
  }

  /// Handles continuing after an unexpected stop, during which the shell used the terminal.
  private func continued() {
    if let continuedAt, continuedAt.duration(to: .now) < .milliseconds(200) { return }
    guard !isReleased else { return }
    takeTerminal()
    renderer.forget()
    showAgain()
  }

  private func showAgain() {
    updateSize()
    renderer.forget()
    repaint()
  }

  private func resized() {
    guard !isReleased else { return }
    updateSize()
    repaint()
  }

  /// Reads the terminal's size, and erases what was drawn for another size.
  func updateSize() {
    let new = terminal.size
    guard new != size else { return }
    terminal.write(renderer.erase(afterResizingTo: new), to: terminal.display)
    size = new
    events.resize.yield(new)
  }
}
