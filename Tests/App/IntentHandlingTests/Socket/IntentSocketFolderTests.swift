import Foundation
import Testing

@testable import IntentHandling

/// The ownership of the socket's name.
@Suite struct IntentSocketFolderTests {
  @Test func releasingKeepsTheSocketOfASuccessor() throws {
    let folder = TemporarySocketFolder()
    let place = IntentSocketFolder(directory: folder.path)
    let first = try place.claim()
    defer { close(first.listener) }
    let second = try place.claim()
    defer { close(second.listener) }
    try place.release(first.identity)
    #expect(place.holder == second.identity && folder.names == ["intents.sock"])
    try place.release(second.identity)
    #expect(place.holder == nil && folder.names.isEmpty)
  }
}
