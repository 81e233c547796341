import Testing

@testable import IntentHandling

/// The state of one client, without a socket.
@Suite struct IntentConnectionTests {
  private func connection(lineBytes: Int = 10, outgoingBytes: Int = 20, timeout: UInt64 = 100) -> IntentConnection {
    IntentConnection(
      limits: IntentLimits(lineBytes: lineBytes, outgoingBytes: outgoingBytes, timeout: timeout), now: 0)
  }

  @Test func lineIsCompleteAtItsLineFeed() {
    var client = connection()
    client.receive(Array("ab".utf8), now: 1)
    #expect(client.nextLine() == nil)
    client.receive(Array("c\r\nde".utf8), now: 2)
    #expect(client.nextLine() == .success("abc"))
    #expect(client.nextLine() == nil)
  }

  @Test func nextLineWaitsForTheResponse() {
    var client = connection()
    client.receive(Array("a\n\n\nb\n".utf8), now: 1)
    #expect(client.nextLine() == .success("a"))
    #expect(!client.wantsToRead && client.nextLine() == nil)
    client.respond("A", subscribes: false, now: 2)
    #expect(client.outgoing == Array("A\n".utf8))
    #expect(client.nextLine() == .success("b"))
  }

  @Test func overlongLineIsRejected() {
    var client = connection()
    client.receive(Array("0123456789".utf8), now: 1)
    #expect(client.nextLine() == nil)
    client.receive(Array("0".utf8), now: 2)
    #expect(client.nextLine() == .failure(.lineTooLong))
    var other = connection()
    other.receive(Array("01234567890\n".utf8), now: 1)
    #expect(other.nextLine() == .failure(.lineTooLong))
  }

  @Test func singleBytesDoNotExtendTheDeadline() {
    var client = connection()
    for time in stride(from: UInt64(10), to: 100, by: 10) {
      client.receive(Array("x".utf8), now: time)
      #expect(client.end(at: time) == nil)
    }
    #expect(client.end(at: 100) == .timedOut)
    #expect(connection().end(at: 100) == .timedOut)
  }

  @Test func responseTimeDoesNotCountForTheClient() {
    var client = connection()
    client.receive(Array("a\n".utf8), now: 1)
    _ = client.nextLine()
    #expect(client.expiry == nil && client.end(at: 10_000) == nil)
    client.respond("A", subscribes: false, now: 10_000)
    #expect(client.end(at: 10_099) == nil)
    #expect(client.end(at: 10_100) == .timedOut)
  }

  @Test func clientThatClosedIsAnsweredThenDropped() {
    var client = connection()
    client.receive(Array("a\n".utf8), now: 1)
    client.receive([], now: 1)
    #expect(client.nextLine() == .success("a"))
    #expect(client.end(at: 2) == nil)
    client.respond("A", subscribes: false, now: 3)
    #expect(client.end(at: 3) == nil)
    client.wrote(2, now: 3)
    #expect(client.end(at: 3) == .done)
  }

  @Test func incompleteLastLineIsIgnored() {
    var client = connection()
    client.receive(Array("half".utf8), now: 1)
    client.receive([], now: 1)
    #expect(client.nextLine() == nil && client.end(at: 1) == .done)
  }

  @Test func subscriberStaysConnectedAndLearnsWhatItMissed() {
    var client = connection()
    client.receive(Array("a\nb\n".utf8), now: 1)
    _ = client.nextLine()
    client.respond("A", subscribes: true, now: 1)
    #expect(client.nextLine() == nil)
    client.wrote(2, now: 1)
    #expect(client.isSubscribed && client.end(at: 1_000_000) == nil)
    for _ in 0..<10 { client.send("0123456789", missedLine: { "missed \($0)" }, now: 2) }
    #expect(client.missed == 8)
    client.wrote(22, now: 3)
    client.send("x", missedLine: { "missed \($0)" }, now: 4)
    #expect(String(decoding: client.outgoing, as: UTF8.self) == "missed 8\nx\n")
    #expect(client.end(at: 103) == nil && client.end(at: 104) == .timedOut)
  }
}
