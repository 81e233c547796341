import FileTestKit
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

@Suite(.timeLimit(.minutes(10))) struct PostRuleStoreTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  @Test func rulesAreKeptAndCountedAndNoNumberIsUsedTwice() throws {
    let rules = home.database.postRuleService
    #expect(try rules.all().rules.isEmpty)
    for text in ["crypto", "#canal from:@rook", "match:/a|b/i\0"] { _ = try rules.add(.hide, text) }
    try rules.count([1: 2, 3: 1, 9: 4])
    try rules.count([1: 1])
    try rules.delete(2)
    try rules.delete(7)
    try rules.change([3: "frost in:group:\"New\"", 9: "none"])
    #expect(
      try home.database.postRuleService.all().rules == [
        PostRule(id: 1, .hide, "crypto", hits: 3), PostRule(id: 3, .hide, "frost in:group:\"New\"", hits: 1),
      ])
    try rules.delete(3)
    #expect(try rules.add(.alert, "rain\0") == PostRule(id: 4, .alert, "rain"))
  }

  @Test func damagedRowsAreSkippedAndCounted() throws {
    let database = home.database
    _ = try database.postRuleService.add(.hide, "crypto")
    try database.write {
      try $0.execute(
        sql: """
          INSERT INTO postRule (id, action, text, hits) VALUES (2, 'explode', 'a', 0), (3, 'hide', x'FF', 0), (4, 'hide', '', 0),
          (5, 'alert', 'rain', 'many')
          """)
    }
    let found = try database.postRuleService.all()
    #expect(found.rules == [PostRule(id: 1, .hide, "crypto"), PostRule(id: 5, .alert, "rain")])
    #expect(found.damaged == 3)
  }
}
