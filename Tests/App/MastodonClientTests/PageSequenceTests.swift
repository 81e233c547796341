import MastodonClient
import MastodonKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct PageSequenceTests {
  /// A list of statuses of which each page has a name and a way on.
  private func list(_ pages: [String: (ids: [String], next: String?)]) -> ScriptedServer {
    ScriptedServer { request, _ in
      let cursor = request.query.first { ["max_id", "min_id", "page"].contains($0.name) }?.value ?? ""
      guard let page = pages[cursor] else { return .text("{}", status: 404) }
      let body = "[" + page.ids.map { Sample.status($0) }.joined(separator: ",") + "]"
      return .text(body, headers: [Field("Link", page.next ?? "")])
    }
  }

  private func walk(
    _ server: ScriptedServer, _ direction: PageDirection = .older, from start: PageRequest = PageRequest()
  ) async throws -> [[String]] {
    var pages: [[String]] = []
    for try await page in try server.client().pages(of: .homeTimeline(start), direction) {
      pages.append(page.elements.map(\.id.rawValue))
    }
    return pages
  }

  private func next(_ query: String) -> String { "<https://shore.example/x?\(query)>; rel=\"next\"" }

  @Test func aMissingNextEndsItAndAShortOrEmptyPageDoesNot() async throws {
    let server = list([
      "": (["9", "8"], next("max_id=8")), "8": ([], next("max_id=5")), "5": (["4"], next("max_id=4")), "4": ([], nil),
    ])
    #expect(try await walk(server) == [["9", "8"], [], ["4"], []])
  }

  @Test func aCursorThatComesAgainEndsIt() async throws {
    let server = list(["": (["9"], next("max_id=8")), "8": (["7"], next("max_id=6")), "6": (["5"], next("max_id=8"))])
    #expect(try await walk(server) == [["9"], ["7"], ["5"]])
    #expect(server.requests.count == 3)
  }

  @Test func aPageThatPointsAtItselfEndsIt() async throws {
    let server = list(["8": (["7"], next("max_id=8"))])
    #expect(try await walk(server, from: PageRequest(.older(than: "8"))) == [["7"]])
  }

  @Test func cursorsOfAnyNameAreFollowed() async throws {
    let server = list(["": (["9"], next("page=abc%3D")), "abc=": (["3"], nil)])
    #expect(try await walk(server) == [["9"], ["3"]])
    #expect(server.requests.last?.target == "/api/v1/timelines/home?limit=20&page=abc%3D")
  }

  @Test func upwardPagingEndsAtAnEmptyPage() async throws {
    let server = ScriptedServer { request, _ in
      let above = request.query.first { $0.name == "min_id" }.flatMap { Int($0.value) } ?? 0
      return .text(above < 3 ? "[\(Sample.status(String(above + 1)))]" : "[]")
    }
    #expect(try await walk(server, .newer, from: PageRequest(.newer(than: "0"))) == [["1"], ["2"], ["3"], []])
  }

  @Test func withoutLinksPagingUsesIDsUntilAPageIsEmpty() async throws {
    let server = ScriptedServer { request, _ in
      switch request.query.first(where: { $0.name == "max_id" })?.value {
      case nil: .text("[\(Sample.status("9")),\(Sample.status("8"))]")
      case "8": .text("[\(Sample.status("3"))]")
      default: .text("[]")
      }
    }
    #expect(try await walk(server) == [["9", "8"], ["3"], []])
  }

  @Test func countedListsAreWalkedByCounting() async throws {
    let server = ScriptedServer { request, _ in
      let offset = request.query.first { $0.name == "offset" }.flatMap { Int($0.value) } ?? 0
      return .text(offset < 2 ? "[\(Sample.account(String(offset + 1)))]" : "[]")
    }
    var ids: [String] = []
    for try await page in try server.client().pages(of: .directory(DirectoryQuery(), PageRequest())) {
      ids += page.elements.map(\.id.rawValue)
    }
    #expect(ids == ["1", "2"])
  }

  @Test func groupedNotificationsAreWalkedToo() async throws {
    let server = ScriptedServer { request, count in
      .text(
        #"{"notification_groups":[]}"#,
        headers: count < 2 ? [Field("Link", "<?max_id=\(count)>; rel=next")] : [])
    }
    var count = 0
    for try await _ in try server.client().pages(of: .notificationGroups(PageRequest())) { count += 1 }
    #expect(count == 3)
  }

  @Test func aFailureEndsTheWalk() async throws {
    let server = list(["": (["9"], next("max_id=1"))])
    var iterator = try server.client().pages(of: .homeTimeline(PageRequest())).makeAsyncIterator()
    #expect(try await iterator.next()?.elements.count == 1)
    await #expect(throws: MastodonError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func cancellingEndsIt() async throws {
    let server = list(["": (["9"], next("max_id=8")), "8": (["7"], next("max_id=6")), "6": (["5"], nil)])
    let pages = try server.client().pages(of: .homeTimeline(PageRequest()))
    let task = Task { () -> (Int, MastodonError?) in
      var count = 0
      do {
        for try await _ in pages {
          count += 1
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return (count, nil)
      } catch {
        return (count, error as? MastodonError)
      }
    }
    let (count, error) = await task.value
    #expect(count == 1)
    #expect(error == .cancelled)
    #expect(server.requests.count == 1)
  }
}
