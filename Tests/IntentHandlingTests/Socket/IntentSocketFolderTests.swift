import Foundation
import Testing

@testable import IntentHandling

/// Who has the socket's name, and who may take it away.
@Suite struct IntentSocketFolderTests {
  @Test func aStoppingProgramLeavesTheSocketOfItsSuccessor() throws {
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
