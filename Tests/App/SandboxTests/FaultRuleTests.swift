import FoundationEssentials
import Sandbox
import Testing

@Suite struct FaultRuleTests {
  @Test(arguments: [
    ("** drop", FaultRule(.drop)),
    ("/api/v1/statuses drop", FaultRule(.drop, path: "/api/v1/statuses")),
    ("GET /a/*/b hang", FaultRule(.hang, method: "GET", path: "/a/*/b")),
    ("  POST   /a  delay  2s ", FaultRule(.delay(seconds: 2), method: "POST", path: "/a")),
    ("/a delay 150ms", FaultRule(.delay(seconds: 0.15), path: "/a")),
    ("/a delay 0.5", FaultRule(.delay(seconds: 0.5), path: "/a")),
    ("/a slow-headers 10", FaultRule(.slowHeaders(bytesPerSecond: 10), path: "/a")),
    ("/a slow-body 10", FaultRule(.slowBody(bytesPerSecond: 10), path: "/a")),
    ("/a reset", FaultRule(.reset(after: 0), path: "/a")),
    ("/a reset 12", FaultRule(.reset(after: 12), path: "/a")),
    ("/a truncate 12 first 3", FaultRule(.truncate(after: 12), path: "/a", when: .first(3))),
    ("/a endless after 2", FaultRule(.endlessBody, path: "/a", when: .after(2))),
    ("/a status 503", FaultRule(.status(503, .json), path: "/a")),
    ("/a status 502 html every 3", FaultRule(.status(502, .html), path: "/a", when: .every(3))),
    ("/a status 404 empty chance 25%", FaultRule(.status(404, .empty), path: "/a", when: .chance(0.25))),
    ("/a rate-limit 30", FaultRule(.rateLimit(seconds: 30, .rfc3339), path: "/a")),
    ("/a rate-limit 30 epoch", FaultRule(.rateLimit(seconds: 30, .epoch), path: "/a")),
    ("/a busy 30", FaultRule(.busy(seconds: 30), path: "/a")),
    ("/a bad-gzip", FaultRule(.badGzip, path: "/a")),
    ("/a gzip-bomb 1000000", FaultRule(.gzipBomb(bytes: 1_000_000), path: "/a")),
    ("/a wrong-length +10", FaultRule(.wrongLength(by: 10), path: "/a")),
    ("/a wrong-length -10", FaultRule(.wrongLength(by: -10), path: "/a")),
    ("/a wrong-type", FaultRule(.wrongType, path: "/a")),
    ("/a truncated-json", FaultRule(.truncatedJSON, path: "/a")),
    ("/a garbage", FaultRule(.garbage, path: "/a")),
    ("/a redirect-loop", FaultRule(.redirectLoop, path: "/a")),
    ("/a redirect http://b.example/", FaultRule(.redirect(to: "http://b.example/", status: 302), path: "/a")),
    ("/a redirect /b 308", FaultRule(.redirect(to: "/b", status: 308), path: "/a")),
    ("** stream-refuse 401", FaultRule(.stream(.refuse(status: 401)))),
    ("** stream-close", FaultRule(.stream(.closeAtOnce))),
    ("** stream-close-after 3", FaultRule(.stream(.closeAfter(events: 3)))),
    ("** stream-half-open", FaultRule(.stream(.halfOpen))),
    ("** stream-garbage", FaultRule(.stream(.garbageFrames))),
    ("** stream-oversized 100", FaultRule(.stream(.oversizedFrame(bytes: 100)))),
    ("** stream-invalid-utf8", FaultRule(.stream(.invalidUTF8))),
    ("** stream-no-json first 1", FaultRule(.stream(.noJSON), when: .first(1))),
  ]) func ruleIsParsed(_ text: String, _ rule: FaultRule) throws {
    #expect(try FaultRule(parsing: text) == rule)
  }

  @Test(arguments: [
    ("", "start with a path, such as /api/v1/statuses, or ** for all"),
    ("/api/v*/notifications drop", "* stands for a whole segment of the path, and ** for any number"),
    ("drop", "start with a path, such as /api/v1/statuses, or ** for all"),
    ("GET drop", "start with a path, such as /api/v1/statuses, or ** for all"),
    ("/a", "missing fault, such as drop or status 503"),
    ("/a wobble", "unknown fault “wobble”"),
    ("/a stream-wobble", "unknown fault “stream-wobble”"),
    ("/a delay", "delay needs a duration such as 2s or 150ms"),
    ("/a delay soon", "delay needs a duration such as 2s or 150ms"),
    ("/a delay -1s", "delay needs a duration such as 2s or 150ms"),
    ("/a slow-body 0", "slow-body needs a whole number, 1 or more"),
    ("/a status", "status needs a status code from 200 to 599"),
    ("/a status 99", "status needs a status code from 200 to 599"),
    ("/a status 503 pdf", "unexpected “pdf”"),
    ("/a wrong-length 0", "wrong-length needs a difference in bytes, such as +10 or -10"),
    ("/a redirect", "redirect needs a URL or path, such as http://127.0.0.1:3000/"),
    ("/a drop first", "first needs a whole number, 1 or more"),
    ("/a drop every 0", "every needs a whole number, 1 or more"),
    ("/a drop chance 0.25", "chance needs a percentage such as 25%"),
    ("/a drop chance 125%", "chance needs a percentage such as 25%"),
    ("/a drop first 2 after 3", "unexpected “after”"),
  ]) func invalidRuleIsReportedInOneSentence(_ text: String, _ reason: String) {
    #expect(throws: FaultRuleError(message: "Invalid rule “\(text)”: \(reason).")) { try FaultRule(parsing: text) }
  }

  @Test func helpListsEveryFaultAndItsExamplesAreValid() throws {
    let faults =
      "delay slow-headers slow-body drop hang reset truncate endless status rate-limit busy bad-gzip gzip-bomb "
      + "wrong-length wrong-type truncated-json garbage redirect redirect-loop stream-refuse stream-close "
      + "stream-close-after stream-half-open stream-garbage stream-oversized stream-invalid-utf8 stream-no-json"
    for fault in faults.split(separator: " ") { #expect(FaultRule.help.contains(fault)) }
    for line in FaultRule.help.split(separator: "\n") where line.contains("--fault") {
      let rule = try #require(line.split(separator: "'").dropFirst().first)
      #expect(throws: Never.self) { try FaultRule(parsing: String(rule)) }
    }
  }
}
