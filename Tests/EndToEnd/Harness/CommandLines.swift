import Foundation

/// The lines of `Fixtures/api/commands.txt`: every command once or more, with what a server has in place of the names.
struct CommandLines {
  private var names: [String: String]

  /// Finds what the lines name, on a server and on the machine that is signed in to it.
  init(_ server: SandboxProcess, _ machine: Machine, host: String) throws {
    let home = try server.get("/api/v1/timelines/home?limit=40").array ?? []
    func first(_ what: String, where isFit: (JSON) -> Bool) throws -> JSON {
      guard let found = home.first(where: isFit) else { throw Problem("no \(what) in Home") }
      return found
    }
    let post = try first("post") { $0["reblog"]?["id"] == nil && $0["account"]?["username"]?.string != "you" }
    let id = post["id"]?.string ?? ""
    try Files.write("Account address,Show boosts\nrook@\(server.host),true\n", to: machine.folder.file("follows.csv"))
    try Files.write(bytes: Array(Data(base64Encoded: Self.picture) ?? Data()), to: machine.folder.file("dot.png"))
    try Files.write("# Two commands\nwhere\nget theme\n", to: machine.folder.file("commands.txt"))
    names = [
      "POST": id, "LINK": "http://\(host)/@\(post["account"]?["acct"]?.string ?? "")/\(id)", "HOST": host,
      "POLL": try first("poll") { $0["poll"]?["expired"]?.bool == false && $0["poll"]?["voted"]?.bool != true }["id"]?
        .string ?? "",
      "PICTURED": try first("picture") { $0["media_attachments"]?.array?.isEmpty == false }["id"]?.string ?? "",
      "PICTURE": machine.folder.file("dot.png"), "FOLLOWS": machine.folder.file("follows.csv"),
      "FOLDER": machine.folder.file("downloads"), "FILE": machine.folder.file("new"),
      "COMMANDS": machine.folder.file("commands.txt"),
    ]
  }

  /// A picture of one pixel.
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

  /// The folder of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The lines as the file has them.
  static func all() throws -> [String] {
    try String(contentsOf: root.appending(path: "Fixtures/api/commands.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The commands that a line contains.
  static func commands(in line: String) -> [String] {
    line.split { ";⏎".contains($0) }.compactMap { $0.split(separator: " ").first.map { String($0.drop { $0 == "/" }) } }
  }

  /// A line that can be run.
  func filled(_ line: String, own: () throws -> String) throws -> String {
    try line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = String(word.prefix { $0 != ";" })
      let rest = word.dropFirst(name.count)
      if name == "OWN" { return try own() + rest }
      if name == "@you@HOST" { return "@you@\(names["HOST"] ?? "")" + rest }
      return (names[name] ?? name) + rest
    }.joined(separator: " ").replacing(" ⏎ ", with: "\n")
  }
}
