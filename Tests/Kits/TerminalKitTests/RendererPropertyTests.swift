import Foundation
import Testing

@testable import TerminalKit

/// Properties of every document, whoever wrote it.
@Suite struct RendererPropertyTests {
  @Test(arguments: 0..<250) func noLineIsWiderThanThePage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let document = RandomText.document(&generator)
    let width = 20 + generator.below(101)
    for line in RendererTests.plain(document, width: width).split(separator: "\n") {
      // A web address is never broken, nor is what follows another text's end in one: `end?q=1`.
      let isAddress = line.contains("://") || line.contains("?q=1")
      #expect(line.displayWidth <= width || isAddress, "\(width): \(line)")
    }
  }

  @Test(arguments: 0..<250) func coloursChangeNoCharacter(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let document = RandomText.document(&generator, hostile: true)
    let width = 20 + generator.below(101)
    let theme = generator.pick(Theme.all)
    let ansi = RendererTests.renderer(
      .ansi, width: width, theme: theme, colors: generator.pick(ColorDepth.allCases),
      hyperlinks: generator.below(2) == 0)
    #expect(withoutOurSequences(ansi.render(document)) == RendererTests.plain(document, width: width))
  }

  @Test(arguments: 0..<250) func hostileTextLeavesNoControlInAnyForm(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = RandomText.document(&generator, hostile: true)
    for format in Renderer.Format.allCases {
      let output = RendererTests.renderer(format, width: 20 + generator.below(101), hyperlinks: true).render(document)
      let visible = format == .ansi ? withoutOurSequences(output) : output
      #expect(visible.unicodeScalars.allSatisfy { isHarmless($0) || isInFlag($0) }, "\(format)")
      if format == .json {
        #expect(throws: Never.self) { try JSONDecoder().decode(AnyJSON.self, from: Data(output.utf8)) }
        #expect(output.filter { $0 == "\n" }.count == 1)
      }
    }
  }

  @Test(arguments: 0..<150) func everyWordIsOnThePage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = RandomText.styled(&generator, length: 40)
    let document = Document(
      kind: "x", blocks: [.item(Item(number: 1, blocks: [.listItem(marker: "•", [.paragraph(text)])], spoken: ""))])
    let output = RendererTests.plain(document, width: 20 + generator.below(101))
    func visible(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\n" }))
    }
    #expect(visible(output) == (text.isEmpty ? "1•" : "1•" + visible(text.plain)))
  }

  /// Takes away exactly what the writer may add, so that anything else is found.
  private func withoutOurSequences(_ output: String) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(output.unicodeScalars)
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\u{1B}", index + 1 < scalars.count else {
        result.append(scalars[index])
        index += 1
        continue
      }
      var end = index + 2
      if scalars[index + 1] == "[" {
        while end < scalars.count, scalars[end] == ";" || ("0"..."9").contains(scalars[end]) { end += 1 }
        guard end < scalars.count, scalars[end] == "m" else { return "an unknown sequence" }
        index = end + 1
      } else {
        guard scalars[index...].starts(with: "\u{1B}]8;;".unicodeScalars) else { return "an unknown sequence" }
        while end < scalars.count, scalars[end] != "\u{1B}" {
          guard (0x21...0x7E).contains(scalars[end].value) else { return "an unclean address" }
          end += 1
        }
        guard end + 1 < scalars.count, scalars[end + 1] == "\\" else { return "an open link" }
        index = end + 2
      }
    }
    return String(result)
  }
}

/// Takes any JSON, to see that it is some.
private enum AnyJSON: Decodable {
  case value

  init(from decoder: any Decoder) throws {
    if let list = try? decoder.singleValueContainer().decode([AnyJSON].self) {
      _ = list
    } else if let object = try? decoder.singleValueContainer().decode([String: AnyJSON].self) {
      _ = object
    } else {
      let container = try decoder.singleValueContainer()
      if !container.decodeNil(), (try? container.decode(Bool.self)) == nil, (try? container.decode(Double.self)) == nil
      {
        _ = try container.decode(String.self)
      }
    }
    self = .value
  }
}
