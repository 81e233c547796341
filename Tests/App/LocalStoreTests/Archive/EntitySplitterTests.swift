import Foundation
import MastodonKit
import Testing

@testable import LocalStore

/// Posts and accounts are taken out of a response and put back.
@Suite struct EntitySplitterTests {
  private let account = #"{"id":"5","acct":"rook","display_name":"Rook \"R\" {"}"#

  private func status(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","created_at":"2026-01-01","visibility":"public","account":\#(account),"content":"<p>a, b]</p>"\#(more)}"#
  }

  private func split(_ text: String) throws -> EntitySplitter {
    try #require(EntitySplitter(Array(text.utf8)))
  }

  private func whole(_ text: String, without gone: Set<String> = []) throws -> String {
    let split = try split(text)
    var kept: [String: [UInt8]] = [:]
    for entity in split.entities {
      kept["\(entity.kind)\(String(decoding: entity.id, as: UTF8.self))"] = entity.json
    }
    let assembler = EntityAssembler { kind, id in
      let name = "\(kind)\(String(decoding: id, as: UTF8.self))"
      return gone.contains(name) ? nil : kept[name]
    }
    return String(decoding: try assembler.assemble(split.skeleton), as: UTF8.self)
  }

  @Test func aTimelineIsAListOfMarkers() throws {
    let list = try split(" [ \(status("1")) , \(status("2")) ] ")
    #expect(String(decoding: list.skeleton, as: UTF8.self) == #"[{"@":"s1"},{"@":"s2"}]"#)
    #expect(list.entities.map(\.kind) == [.account, .status, .account, .status])
    #expect(list.elements?.map { String(decoding: $0.id, as: UTF8.self) } == ["1", "2"])
  }

  @Test func everyResponseComesBackAsItWas() throws {
    let boost = status("3", #","reblog":\#(status("1")),"quote":{"quoted_status":\#(status("2"))}"#)
    for text in [
      "[]", "{}", "[\(status("1")),\(boost)]", #"{"ancestors":[\#(status("1"))],"descendants":[]}"#,
      #"[{"id":"9","type":"mention","status":\#(status("1")),"account":\#(account)}]"#, "null",
      "[1,-2.5e3,true,\"x\\\\\"]",
      #"{"id":7,"acct":"rook","display_name":""}"#,
    ] {
      #expect(try whole(text) == text)
    }
  }

  @Test func whatIsGoneIsLeftOutOfListsAndNullElsewhere() throws {
    let three = "[\(status("1")),\(status("2")),\(status("3"))]"
    #expect(try whole(three, without: ["status1"]) == "[\(status("2")),\(status("3"))]")
    #expect(try whole(three, without: ["status3"]) == "[\(status("1")),\(status("2"))]")
    #expect(try whole(three, without: ["status1", "status2", "status3"]) == "[]")
    #expect(
      try whole(#"[{"id":"9","status":\#(status("1"))}]"#, without: ["status1"]) == #"[{"id":"9","status":null}]"#)
    #expect(try whole(status("1"), without: ["status1"]) == "")
  }

  @Test func aServerCannotWriteAMarker() throws {
    #expect(try whole(#"{"@":"s1","x":{"@":"a5"}}"#) == #"{"@@":"s1","x":{"@@":"a5"}}"#)
    #expect(try whole(#"{"content":"{\"@\":\"s1\"}"}"#) == #"{"content":"{\"@\":\"s1\"}"}"#)
  }

  @Test(arguments: [
    "", "[", "{\"a\":", "[1,]x", "\"\\", "{\"a\" 1}", "[1 2]", "{1:2}", String(repeating: "[", count: 500),
  ])
  func whatIsNoJSONIsRefused(_ text: String) {
    #expect(EntitySplitter(Array(text.utf8)) == nil)
  }
}
