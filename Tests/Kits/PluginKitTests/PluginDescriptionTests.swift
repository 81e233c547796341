import PluginKit
import Testing

@Suite struct PluginDescriptionTests {
  @Test func descriptionIsReadFromJSON() throws {
    let json = """
      {"help": "Count the\\n words.", "usage": "[N…]", "version": "1.2", "discussion": "More.",
       "options": [{"name": "all", "help": "All."}, {"name": "top", "value": "N"}], "arguments": ["today", "two words"]}
      """
    let description = try #require(PluginDescription(json: Array(json.utf8)))
    #expect(description.help == "Count the words")
    #expect(description.usage == "[N…]")
    #expect(description.version == "1.2")
    #expect(description.options == [.init(name: "all", help: "All."), .init(name: "top", value: "N")])
    #expect(description.arguments == ["today"])
  }

  @Test(arguments: ["", "hello", "[]", "{}", #"{"help": ""}"#, #"{"help": 3}"#, "{\"help\": \"x\"", "\u{1B}[2J"])
  func anythingElseIsNoDescription(output: String) {
    #expect(PluginDescription(json: Array(output.utf8)) == nil)
  }

  @Test func optionsThatCannotBeTypedAreLeftOut() {
    let json = #"{"help": "x", "options": [{"name": "a b"}, {"name": "--x"}, {"name": "é"}, {}, {"name": "ok"}]}"#
    #expect(PluginDescription(json: Array(json.utf8))?.options.map(\.name) == ["ok"])
  }

  @Test(arguments: [
    ("howdah-wordcount", "wordcount"), ("howdah-a-1", "a-1"), ("howdah-", nil), ("howdah-Word", nil),
    ("howdah-1", nil), ("howdah-a.py", nil), ("howdah-ä", nil), ("wordcount", nil), ("howdah--x", nil),
  ])
  func commandIsWhatFollowsThePrefix(file: String, command: String?) {
    #expect(PluginProgram.command(ofFile: file) == command)
  }
}
