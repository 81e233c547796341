import MastodonKit
import Testing

@testable import MastodonClient

/// The signals that wait for a slow reader.
@Suite(.timeLimit(.minutes(10))) struct SignalBufferTests {
  private static let post = StreamSignal.event(.update(.fixtures.plain))
  private static let notice = StreamSignal.event(.notification(.fixtures.mention))

  private func drain(_ buffer: SignalBuffer) async -> [StreamSignal] {
    buffer.finish()
    var signals: [StreamSignal] = []
    while let signal = await buffer.next() { signals.append(signal) }
    return signals
  }

  @Test func fullBufferReplacesPostsByAGapAndKeepsNotifications() async {
    let buffer = SignalBuffer(limits: .init(posts: 3, all: 100))
    for _ in 0..<1000 { buffer.push(Self.post) }
    for _ in 0..<5 { buffer.push(Self.notice) }
    buffer.push(.event(.delete("7")))
    #expect(
      await drain(buffer)
        == Array(repeating: Self.post, count: 3) + [.gap] + Array(repeating: Self.notice, count: 5)
        + [.event(.delete("7"))])
  }

  @Test func burstUsesBoundedMemory() async {
    let buffer = SignalBuffer(limits: .init(posts: 3, all: 10))
    for _ in 0..<1000 {
      buffer.push(Self.notice)
      buffer.push(Self.post)
    }
    buffer.push(.connection(.waiting(seconds: 1)))
    let signals = await drain(buffer)
    // The gap stands before what it stands for, and whoever asks then finds it all.
    #expect(signals.count <= 13)
    #expect(signals.contains(.gap) && signals.last == .connection(.waiting(seconds: 1)))
  }

  @Test func onceTheGapIsReadPostsAreKeptAgainAndTheNextOneIsMarkedToo() async {
    let buffer = SignalBuffer(limits: .init(posts: 2, all: 100))
    for _ in 0..<4 { buffer.push(Self.post) }
    for expected in [Self.post, Self.post, .gap] { #expect(await buffer.next() == expected) }
    for _ in 0..<4 { buffer.push(Self.post) }
    #expect(await drain(buffer) == [Self.post, Self.post, .gap])
  }

  @Test func waitingReaderIsResumedByASignalAndByTheEnd() async {
    let buffer = SignalBuffer(limits: .init())
    async let first = buffer.next()
    buffer.push(.gap)
    #expect(await first == .gap)
    async let second = buffer.next()
    buffer.finish()
    #expect(await second == nil)
  }
}
