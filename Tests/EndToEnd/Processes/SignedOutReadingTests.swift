import Testing

/// Reading other servers while nobody is signed in.
@Suite(.serialized, .ownThread)
struct SignedOutReadingTests {
  @Test(arguments: ["", "federated", "trending", "#canal", "@rook"])
  func aServersPublicPostsAreShown(_ feed: String) throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let words = ["server-timeline", server.host] + (feed.isEmpty ? [] : [feed]) + ["--limit", "1", "--json"]
    let run = try machine.shell("howdah \(words.map { "'\($0)'" }.joined(separator: " "))")
    #expect(run.code == 0, "\(run.everything)")
    #expect(try JSON(run.output)["items"]?.array?.isEmpty == false)
  }

  @Test func groupShowsItsServersAndSaysWhichSourcesNeedAnAccount() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let run = try machine.howdah(
      "-c", "group create Boats server:\(server.host) list:Friends #canal; group Boats --limit 2; open 1")
    #expect(run.code == 0, "\(run.everything)")
    #expect(
      run.output.contains("Without list:Friends: ") && run.output.contains("Without #canal: "), "\(run.everything)")
    #expect(run.output.contains("Thread · "), "\(run.everything)")
  }

  @Test func threadsAndProfilesOpenFromThere() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let run = try machine.howdah("-c", "server-timeline \(server.host) --limit 2; open 1; profile 1")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.contains("Thread · ") && run.output.contains(" followers · joined "), "\(run.everything)")
  }

  @Test func linksAndFullNamesAreReadOnTheirServers() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let posts = try JSON(machine.howdah("server-timeline", server.host, "@rook", "--json").output)
    let id = try #require(posts["items"]?.array?.first?["id"]?.string)
    for (word, title) in [
      ("http://\(server.host)/@rook/\(id)", "Thread · "), ("http://\(server.host)/@rook", "Rook · \(server.host)"),
      ("http://\(server.host)/tags/canal", "#canal · "),
    ] {
      let run = try machine.howdah("open", word)
      #expect(run.code == 0 && run.output.hasPrefix(title), "\(word): \(run.everything)")
    }
    for word in ["1", "@rook", "#canal", "https://\(server.host)/about"] {
      #expect(try machine.howdah("open", word).code == 3, "\(word)")
    }
  }

  @Test(arguments: ["fav 1", "reply 1 hello", "home", "follow @rook@shore.example"])
  func actingNeedsAnAccount(_ command: String) throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let run = try machine.howdah("-c", "server-timeline \(server.host) --limit 2; \(command)")
    #expect(run.code == 3, "\(run.everything)")
    #expect(run.error.contains("login HOST"), "\(run.everything)")
  }

  @Test func registeringAsksAndAPipeCannotAnswer() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let run = try machine.howdah("register", server.host, input: "y\nnewt\nnewt@pond.example\na secret\na secret\n")
    #expect(run.code == 2)
    #expect(run.error.contains("Needs an answer: “Do you agree to these rules? [y/N]”,"))
  }

  @Test func anAccountIsCreatedInATerminalAndThePasswordIsNowhere() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let terminal = try TmuxTerminal("howdah register \(server.host)", on: machine)
    for (prompt, answer) in [
      ("Do you agree", "y"), ("User name", "newt"), ("Email address", "newt@pond.example"),
      ("New password", "an unseen secret"), ("same password", "an unseen secret"),
    ] {
      _ = try terminal.wait(forText: prompt)
      try terminal.enter(answer)
    }
    let ended = try terminal.wait(forText: "ended")
    #expect(ended.has("Signed in as @newt@\(server.host)."))
    #expect(!ended.has("unseen"))
    for file in try machine.kept() where !file.isFolder {
      #expect(try !Files.text(file.path).contains("unseen"), "\(file.path)")
    }
    #expect(try machine.howdah("home", "--limit", "1").code == 0)
  }
}
