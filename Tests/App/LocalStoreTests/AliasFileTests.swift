import FeatureKit
import FileTestKit
import Testing

@testable import LocalStore

@Suite struct AliasFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private var file: AliasFile { AliasFile(locations: home.locations) }

  @Test func anAliasIsALineThatCanBeEdited() throws {
    try file.save(Alias(name: "gm", command: "post \"Good morning = $1\""))
    try file.save(Alias(name: "look", command: "home; fav 1"))
    #expect(try home.text(at: file.path) == "gm = post \"Good morning = $1\"\nlook = home; fav 1\n")
    #expect(try home.mode(of: file.path) == "600")
    try home.put("# mine\n\nGM=home\nnonsense\nlook = home; fav 1", at: file.path)
    #expect(
      try file.load() == [Alias(name: "gm", command: "home"), Alias(name: "look", command: "home; fav 1")])
  }

  @Test func aChangeLeavesTheOtherLinesAsTheyAre() throws {
    try home.put("# mine\n\ngm = home\nnonsense\nlook = local\n", at: file.path)
    try file.save(Alias(name: "gm", command: "federated"))
    try file.remove("look")
    try file.remove("unknown")
    #expect(try home.text(at: file.path) == "# mine\n\ngm = federated\nnonsense\n")
  }

  @Test func noFileIsNoAlias() throws { #expect(try file.load().isEmpty) }
}
