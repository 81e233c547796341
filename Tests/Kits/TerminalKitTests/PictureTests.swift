import Testing

@testable import TerminalKit

@Suite struct PictureTests {
  private static let esc = "\u{1B}"

  /// The drawings that a program may return, and those that are refused.
  struct Drawing: CustomTestStringConvertible {
    var name: String
    var way: PictureWay
    var text: String
    init(_ name: String, _ way: PictureWay, _ text: String) { (self.name, self.way, self.text) = (name, way, text) }
    var testDescription: String { "\(way.rawValue): \(name)" }
  }

  static let sound = [
    Drawing("two rows", .blocks, "\(esc)[0m\(esc)[38;2;1;2;3;48;5;7m▄▀\(esc)[0m\n ▚\n"),
    Drawing("in one piece", .kitty, "\(esc)_Ga=T,f=100,c=4,r=2;QUJD\(esc)\\"),
    Drawing(
      "in three", .kitty,
      "\(esc)_Ga=T,f=32,s=80,v=24,c=10,r=3,m=1\(esc)\\\(esc)_Gm=1;QUJD\(esc)\\\(esc)_Gm=0\(esc)\\\n"),
    Drawing("with a bell", .iterm, "\(esc)]1337;File=inline=1;width=10;height=3;preserveAspectRatio=0:QUJD=\u{07}"),
    Drawing("with a terminator", .iterm, "\(esc)]1337;File=inline=1:QUJD\(esc)\\"),
    Drawing("two bands", .sixel, "\(esc)P0;1;0q\"1;1;80;24#0;2;5;1;50#0~~@@!4E$-!16?-\(esc)\\"),
  ]

  @Test(arguments: sound)
  func validPictureIsAccepted(_ drawing: Drawing) throws {
    let picture = try Picture(drawn: Array(drawing.text.utf8), way: drawing.way, columns: 10, rows: 3)
    if drawing.way != .blocks { #expect(picture.lines == [drawing.text.split(separator: "\n").joined()]) }
    #expect(picture.way == drawing.way)
  }

  static let unsound = [
    Drawing("a title for the window", .blocks, "\(esc)]0;mine\u{07}▄"),
    Drawing("the cursor", .blocks, "▄\(esc)[2J\(esc)[H▄"), Drawing("a hidden cursor", .blocks, "\(esc)[?25l▄"),
    Drawing("letters", .blocks, "rm -rf ~▄"), Drawing("a carriage return", .blocks, "▄\r▄"),
    Drawing("a tab", .blocks, "▄\t▄"), Drawing("a bell", .blocks, "▄\u{07}"),
    Drawing("the 8-bit form", .blocks, "\u{9B}31m▄"), Drawing("half a sequence", .blocks, "▄\(esc)[31"),
    Drawing("a picture of another kind", .blocks, "\(esc)_Ga=T,f=100;QUJD\(esc)\\"),
    Drawing("too wide", .blocks, String(repeating: "▄", count: 11)),
    Drawing("too high", .blocks, String(repeating: "▄\n", count: 4)), Drawing("nothing", .blocks, "\n\n"),
    Drawing("a file of this machine", .kitty, "\(esc)_Ga=T,t=f,f=100;L2V0Yy9wYXNzd2Q=\(esc)\\"),
    Drawing("a file that is deleted", .kitty, "\(esc)_Ga=T,f=100,t=t;L2V0Yw==\(esc)\\"),
    Drawing("deletes pictures", .kitty, "\(esc)_Ga=d\(esc)\\"),
    Drawing("asks for an answer", .kitty, "\(esc)_Ga=T,f=100,i=31;QUJD\(esc)\\"),
    Drawing("two pictures", .kitty, "\(esc)_Ga=T,f=100;QUJD\(esc)\\\(esc)_Ga=T,f=100;QUJD\(esc)\\"),
    Drawing("another picture within", .kitty, "\(esc)_Ga=T,f=100,m=1;QQ\(esc)\\\(esc)_Ga=T,f=100;QQ\(esc)\\"),
    Drawing("without an end", .kitty, "\(esc)_Ga=T,f=100,m=1;QUJD\(esc)\\"),
    Drawing("a key twice", .kitty, "\(esc)_Ga=T,f=100,t=d,t=f;QUJD\(esc)\\"),
    Drawing("too wide", .kitty, "\(esc)_Ga=T,f=100,c=11;QUJD\(esc)\\"),
    Drawing("something behind it", .kitty, "\(esc)_Ga=T,f=100;QUJD\(esc)\\\(esc)[2J"),
    Drawing("a control in it", .kitty, "\(esc)_Ga=T,f=100;QU\nJD\(esc)\\"),
    Drawing("a download", .iterm, "\(esc)]1337;File=name=bW9yZQ==;inline=0:QUJD\u{07}"),
    Drawing("a download by default", .iterm, "\(esc)]1337;File=width=3:QUJD\u{07}"),
    Drawing("a name", .iterm, "\(esc)]1337;File=inline=1;name=bW9yZQ==:QUJD\u{07}"),
    Drawing("another command", .iterm, "\(esc)]1337;RunScript=x\u{07}"),
    Drawing("the clipboard", .iterm, "\(esc)]52;c;QUJD\u{07}"),
    Drawing("too high", .iterm, "\(esc)]1337;File=inline=1;height=4:QUJD\u{07}"),
    Drawing("without an end", .iterm, "\(esc)]1337;File=inline=1:QUJD"),
    Drawing("a command behind it", .iterm, "\(esc)]1337;File=inline=1:QUJD\u{07}\(esc)]0;mine\u{07}"),
    Drawing("another control string", .sixel, "\(esc)P+q544e\(esc)\\"),
    Drawing("an escape within", .sixel, "\(esc)Pq~~\(esc)[2J~~\(esc)\\"),
    Drawing("a repeat without end", .sixel, "\(esc)Pq!99999999~\(esc)\\"),
    Drawing("too many bands", .sixel, "\(esc)Pq\(String(repeating: "-", count: 49))\(esc)\\"),
    Drawing("without an end", .sixel, "\(esc)Pq~~~~"), Drawing("words", .sixel, "sixel"),
  ]

  @Test(arguments: unsound)
  func pictureWithOtherContentIsRefused(_ drawing: Drawing) {
    #expect(throws: PictureRefusal.self) {
      try Picture(drawn: Array(drawing.text.utf8), way: drawing.way, columns: 10, rows: 3)
    }
  }

  @Test(arguments: PictureWay.allCases)
  func extraArgumentAndMissingTextAreRefused(_ way: PictureWay) {
    #expect(throws: PictureRefusal.empty) { try Picture(drawn: [], way: way, columns: 10, rows: 3) }
    #expect(throws: PictureRefusal.tooLarge) {
      try Picture(drawn: [UInt8](repeating: 0x20, count: Picture.maximumBytes + 1), way: way, columns: 10, rows: 3)
    }
    #expect(throws: PictureRefusal.malformed) {
      try Picture(drawn: [0xFF, 0xFE, 0x80], way: way, columns: 10, rows: 3)
    }
  }

  @Test func noByteThatIsChangedMakesAnotherSequence() throws {
    // Whatever one byte of a sound picture becomes, either it is refused or there is no escape but those that were there.
    for drawing in Self.sound {
      let bytes = Array(drawing.text.utf8)
      for index in bytes.indices {
        for byte in [0x00, 0x07, 0x0D, 0x1B, 0x5D, 0x90, 0x9B] as [UInt8] where bytes[index] != byte {
          var changed = bytes
          changed[index] = byte
          let picture: Picture
          do { picture = try Picture(drawn: changed, way: drawing.way, columns: 10, rows: 3) } catch { continue }
          let controls = picture.lines.joined().unicodeScalars.filter {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
          }
          #expect(controls.allSatisfy { $0 == "\u{1B}" || $0 == "\u{07}" }, "\(drawing.testDescription) at \(index)")
        }
      }
    }
  }

  @Test func pictureNeedsColoursAndIsNotSpoken() throws {
    let picture = try Picture(drawn: Array("▄▄\n".utf8), way: .blocks, columns: 2, rows: 1)
    let document = Document(kind: "media", blocks: [.paragraph("A heron."), .picture(picture)], hint: Hint(["view 1"]))
    #expect(RendererTests.renderer(.ansi).render(document).contains("A heron.\n▄▄\u{1B}[0m\n\n"))
    #expect(RendererTests.renderer(.plain).render(document) == "A heron.\n\nview 1\n")
    #expect(RendererTests.renderer(.ansi, colors: .none).render(document) == "A heron.\n\nview 1\n")
    #expect(RendererTests.renderer(.spoken).render(document) == "A heron.\nType view 1.\n")
    #expect(!RendererTests.renderer(.json).render(document).contains("▄"))
  }

  @Test(arguments: [
    (1600, 1200, 40, 20, 40, 15), (1200, 1600, 40, 20, 30, 20), (1, 10_000, 40, 20, 1, 20), (10_000, 1, 40, 20, 40, 1),
    (0, 0, 40, 20, 40, 20),
  ])
  func aPictureKeepsItsShapeWithinTheBox(
    _ width: Int, _ height: Int, _ columns: Int, _ rows: Int, _ across: Int, _ down: Int
  ) {
    #expect(Picture.fit(width: width, height: height, columns: columns, rows: rows) == (across, down))
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], PictureWay.kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm), (["TERM_PROGRAM": "WezTerm"], .iterm),
    (["TERM_PROGRAM": "ghostty"], .kitty), (["LC_TERMINAL": "iTerm2", "TERM": "xterm-256color"], .iterm),
    (["TERM": "foot"], .sixel), (["TERM": "foot-extra"], .sixel), (["TERM": "mlterm-256color"], .sixel),
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks), (["TERM": "xterm-kitty", "TMUX": "/x,1,0"], .blocks),
    (["TERM": "xterm-256color"], .blocks), ([:], .blocks), (["KITTY_WINDOW_ID": ""], .blocks),
  ])
  func pictureWayIsDetectedFromTheEnvironment(_ environment: [String: String], _ way: PictureWay) {
    #expect(PictureWay.detect { environment[$0] } == way)
  }
}
