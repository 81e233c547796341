import Testing

/// A push on its whole way: somebody writes, the server pushes, a carrier hands it to `howdah push receive`.
@Suite(.serialized, .ownThread)
struct PushTests {
  /// The distributor's message, as files on the user's machine.
  private func deliver(
    _ push: (head: String, body: [UInt8]), to machine: Machine, _ options: String...
  ) throws -> Machine.Run {
    try Files.write(bytes: push.body, to: machine.folder.file("body"))
    return try machine.shell("howdah push receive \(options.joined(separator: " ")) < \(machine.folder.file("body"))")
  }

  private func mention(_ server: SandboxProcess, _ text: String) throws {
    let other = try Machine()
    _ = try other.howdah("login", server.host, "--with-token", input: try server.token(of: "wren"))
    let sent = try other.howdah("post", "@you \(text)")
    #expect(sent.code == 0, "\(sent.everything)")
  }

  @Test func aMentionArrivesThroughACarrier() throws {
    let (machine, inbox) = (try Machine(), try PushInbox())
    let server = try machine.signIn()
    let subscribed = try machine.howdah("push", "subscribe", inbox.address)
    #expect(subscribed.output == "Subscribed: pushes for @you@\(server.host) go to \(inbox.host).\n")
    #expect(try machine.howdah("push", "status", "--json").output.contains(#""standing":"current""#))
    try mention(server, "is the lamp lit?")
    let push = try inbox.receive()
    #expect(push.head.hasPrefix("POST /inbox HTTP/1.1\r\n") && push.head.contains("Content-Encoding: aes128gcm"))

    // The body alone; then the request as it came; then in base64, as some carriers write it.
    let alone = try deliver(push, to: machine)
    #expect(alone.output == "You were mentioned by Wren Alder: @you is the lamp lit?\n")
    #expect(alone.code == 0 && alone.error == "")
    let whole = (head: "", body: Array((push.head + "\r\n\r\n").utf8) + push.body)
    let json = try deliver(whole, to: machine, "--json")
    #expect(json.output.contains(#""kind":"mention","title":"You were mentioned by Wren Alder""#))
    #expect(json.output.contains(#""signed":true"#))
    let encoded = try machine.shell("base64 \(machine.folder.file("body")) | howdah push receive --base64")
    #expect(encoded.output == alone.output, "\(encoded.error)")

    // Another person's machine has no key, and one byte that was changed is one too many.
    let stranger = try Machine()
    _ = try stranger.howdah("login", server.host, "--with-token", input: server.token)
    #expect(try deliver(push, to: stranger).code == 2)
    var changed = push
    changed.body[changed.body.count / 2] ^= 1
    let refused = try deliver(changed, to: machine)
    #expect(refused.code == 7 && refused.output == "")
    #expect(
      refused.error.hasPrefix("! The push is for another account, or was modified.\n"))
    #expect(try deliver((head: "", body: []), to: machine).error.hasPrefix("! No push on standard input.\n"))
    for (path, isFolder, mode) in try machine.kept() where path.contains("push") {
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func aSettingIsHeardByTheServerAtOnce() throws {
    let (machine, inbox) = (try Machine(), try PushInbox())
    let server = try machine.signIn()
    _ = try machine.howdah("push", "subscribe", inbox.address)
    #expect(try machine.howdah("set", "push-mentions", "off").code == 0)
    try mention(server, "not this one")
    #expect(try machine.howdah("set", "push-mentions", "on").code == 0)
    try mention(server, "but this one")
    #expect(try deliver(try inbox.receive(), to: machine).output.hasSuffix("@you but this one\n"))
    #expect(try machine.howdah("push", "unsubscribe").output == "Unsubscribed from pushes.\n")
    #expect(try machine.howdah("push").output.contains("@you@\(server.host) has no push subscription."))
  }

  @Test func scriptInputIsNotReadAsAPush() throws {
    let machine = try Machine()
    let run = try machine.shell("echo 'push receive' | howdah --sandbox")
    #expect(run.code == 2)
    #expect(run.error.hasPrefix("! No push on standard input.\n"))
  }
}
