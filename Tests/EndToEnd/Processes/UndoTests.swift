import Testing

/// `undo` takes back what the commands of a session did, with what is known of the time before.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct UndoTests {
  /// What was made again has another id than what was deleted.
  @Test(arguments: [
    ("rule add hide cheese; rule delete 1; undo; undo; rules", "cheese"),
    ("filter create Fr --keyword foo; filter delete Fr; undo; undo; filters", "Fr"),
    ("list create Lo @heron; list delete Lo; undo; undo; lists", "Lo"),
    ("list create Lo; list edit Lo --replies none; list delete Lo; undo; undo; undo; lists", "Lo"),
    ("group create Gr #canal; group delete Gr; undo; undo; groups", "Gr"),
  ])
  func whatIsMadeAnewTakesThePlaceOfWhatWasDeleted(_ line: String, _ name: String) throws {
    let run = try Machine().howdah("--sandbox", "--yes", "-c", line)
    #expect(run.code == 0 && !last(run.output, 4).contains(name), "\(run.everything)")
  }

  /// Whatever has a known value before is given it back, by a command of one line and by a form.
  @Test(arguments: [
    ("profile edit --bio Something; undo; profile me about", "New here. Mostly reading."),
    ("profile edit; bio Something; save; undo; profile me about", "New here. Mostly reading."),
    ("profile edit --field Web=x; profile edit --field Web=y --field More=z; undo; profile me about", "  Web  x"),
    ("profile edit --field Web=x; profile edit --field Web=; undo; profile me about", "  Web  x"),
    ("profile edit --locked yes; undo; profile me about --json", #""locked":false"#),
    ("set visibility followers --on-server; undo; get visibility", "public"),
    ("set visibility unlisted; set visibility followers --on-server; undo; get visibility", "unlisted"),
    ("set sensitive yes --on-server; undo; get sensitive", "no"),
    ("filter create Fr --keyword foo; filter edit Fr --keyword bar; undo; filters", " foo · folded"),
    ("filter create Fr --keyword foo; filter edit Fr --expires 6h; undo; filters", " foo · folded in home, public\n"),
    (
      "filter create Fr --keyword foo; filter edit Fr; add bar; title Gr; action hide; save; undo; filters",
      "Fr\n    foo · folded"
    ),
    ("filter create; title Fr; add foo; save; undo; filters", "No filters yet"),
    ("list create Lo @heron; list edit Lo; replies none; title Mo; add @rook; save; undo; list members Lo", "Heron"),
    (
      "group create Gr #canal; group edit Gr; symbol ❦; add #boats; title Hr; save; undo; groups",
      "Gr\n    # · #canal\n"
    ),
    (#"note @heron "a \"b\""; note @heron "c"; undo; note @heron"#, #"a "b""#),
  ])
  func whatIsKnownOfBeforeIsGivenBack(_ line: String, _ expected: String) throws {
    let run = try Machine().howdah("--sandbox", "--yes", "-c", line)
    #expect(
      run.code == 0 && run.output.hasSuffix(expected) || last(run.output, 9).contains(expected), "\(run.everything)")
  }

  /// What the last command printed.
  private func last(_ output: String, _ count: Int) -> String {
    output.split(separator: "\n", omittingEmptySubsequences: false).suffix(count).joined(separator: "\n") + "\n"
  }
}
