import CustomDump
import FileTestKit
import Glibc
import Testing

@testable import LocalStore

@Suite struct FileLocationsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var environment: [String: String]
    var data: String?

    init(_ rule: String, _ environment: [String: String], data: String?) {
      testDescription = rule
      self.environment = environment
      self.data = data
    }
  }

  @Test(arguments: [
    Case("home alone", ["HOME": "/home/wren"], data: "/home/wren/.local/share/howdah"),
    Case("its own variable wins", ["HOME": "/home/wren", "XDG_DATA_HOME": "/srv/d"], data: "/srv/d/howdah"),
    Case("a slash at the end is not doubled", ["HOME": "/", "XDG_DATA_HOME": "/srv/d/"], data: "/srv/d/howdah"),
    Case("a relative value is ignored", ["HOME": "/h", "XDG_DATA_HOME": "d"], data: "/h/.local/share/howdah"),
    Case("an empty value is ignored", ["HOME": "/h", "XDG_DATA_HOME": ""], data: "/h/.local/share/howdah"),
    Case("a tilde is not expanded", ["HOME": "/h", "XDG_DATA_HOME": "~/d"], data: "/h/.local/share/howdah"),
    Case("without a home", ["XDG_DATA_HOME": "/srv/d"], data: nil),
    Case("with a relative home", ["HOME": "wren"], data: nil),
  ])
  func followTheSpecification(_ example: Case) {
    do {
      #expect(try FileLocations(environment: example.environment).data == example.data)
    } catch {
      #expect(example.data == nil && error == .noHome)
    }
  }

  @Test func needNoHomeWhenAllFourAreGiven() throws {
    let locations = try FileLocations(environment: [
      "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/t",
    ])
    expectNoDifference(
      locations, FileLocations(config: "/c/howdah", data: "/d/howdah", state: "/s/howdah", cache: "/t/howdah"))
    #expect(locations.history(of: "a@x/../y") == "/s/howdah/histories/a@x%2F..%2Fy")
  }

  @Test func aDirectoryIsMadeForItsOwnerAloneWithThoseAboveIt() throws {
    let home = try TemporaryHome()
    try FileLocations.make(home.locations.data)
    for directory in ["/.local", "/.local/share", "/.local/share/howdah"] {
      #expect(try home.mode(of: home.path + directory) == "700")
    }
  }

  @Test func existingDirectoryKeepsItsMode() throws {
    let home = try TemporaryHome()
    try FileLocations.make(home.locations.config)
    try home.put("", at: home.locations.config + "/other", mode: 0o644)
    #expect(chmod(home.locations.config, 0o755) == 0)
    try home.preferences.set("theme", to: "dusk")
    #expect(try home.mode(of: home.locations.config) == "755")
  }

  @Test func aDirectoryThatCannotBeMadeIsNamed() {
    // Not even root may make one there.
    #expect(throws: StoreError.refused(path: "/sys/howdah")) { try FileLocations.make("/sys/howdah") }
  }

  @Test(arguments: [
    (ENOSPC, StoreError.full(path: "/f")), (EDQUOT, .full(path: "/f")), (EFBIG, .full(path: "/f")),
    (EACCES, .refused(path: "/f")), (EPERM, .refused(path: "/f")), (EROFS, .readOnly(folder: "/")),
    (EIO, .failed(path: "/f", reason: "Input/output error")),
  ])
  func systemErrorsAreDistinguished(code: Int32, error: StoreError) {
    #expect(StoreError(code: code, path: "/f") == error)
  }
}
