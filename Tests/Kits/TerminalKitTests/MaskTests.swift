import Testing

@testable import TerminalKit

@Suite struct MaskTests {
  @Test(arguments: [
    "login aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7",
    "api /x?access_token=aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7",
    "api https://x.example/?a=aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7",
    "post ZDJKMWQTNZVMYY0ZNTC1LWE1ZDETMWFLZTEXNWNMYMQZ",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  ])
  func aTokenIsFoundInALine(_ line: String) {
    #expect(Mask.secrets(in: line).count == 1)
    #expect(Mask.hiding(Mask.secrets(in: line), in: line).contains(Mask.secret))
  }

  @Test(arguments: [
    "open 117688038403407872", "open 01M8EABFBFYCE58PPSCN7YHN9Y", "open 9b2d3c4e-1111-4222-8333-944455556666",
    "open https://docs.example/d/aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7/edit",
    "post x --attach Screenshot-2026-11-27-at-10-20-30-Of-The-Weir.png", "post supercalifragilisticexpialidociousness",
    "dm @zoe@a-very-long-name-of-a-server-2.example TEXT",
  ])
  func idsAddressesAndFilesAreNoTokens(_ line: String) {
    #expect(Mask.secrets(in: line).isEmpty)
  }
}
