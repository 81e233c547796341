public import TerminalKit

/// A request that a dry run has listed in place of sending it.
public struct PlannedRequest: Hashable, Sendable {
  public var method: String
  /// The path, percent-encoded.
  public var path: String
  /// The names and values of the query and of the body, in order; without secrets.
  public var parameters: [Parameter]
  public var files: [File]

  public struct Parameter: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public struct File: Hashable, Sendable {
    public var name: String
    public var path: String
    public var bytes: Int?
    public var type: String

    public init(name: String, path: String, bytes: Int?, type: String) {
      self.name = name
      self.path = path
      self.bytes = bytes
      self.type = type
    }
  }

  public init(method: String, path: String, parameters: [Parameter], files: [File] = []) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.files = files
  }
}

extension AppError {
  /// The error for a command that has no dry run.
  ///
  /// - Parameter reason: A clause, such as "it only writes a file".
  public static func noDryRun(of command: String, because reason: String) -> AppError {
    .usage("“\(command)” has no dry run: \(reason).", suggestion: "Leave out --dry-run to run it.")
  }
}

extension PlannedRequest {
  /// The page that lists requests.
  ///
  /// - Parameter isComplete: False if what would follow depends on an answer that only the server can give.
  public static func document(_ requests: [PlannedRequest], isComplete: Bool) -> Document {
    let count = requests.count == 1 ? "1 request" : "\(requests.count) requests"
    var blocks: [Block] = [
      .paragraph(
        StyledText(requests.isEmpty ? "Would change nothing on the server." : "Would send \(count):", .strong))
    ]
    for (index, request) in requests.enumerated() {
      if index > 0, requests[index - 1].hasDetails || request.hasDetails { blocks.append(.blank) }
      blocks.append(.paragraph(StyledText("\(request.method) \(request.path)", .code)))
      let rows = request.parameters.map { ($0.name, $0.value.replacing("\n", with: " ⏎ ")) } + request.files.map(row)
      if !rows.isEmpty { blocks.append(.table(rows.map { [StyledText("  \($0)", .secondary), StyledText($1)] })) }
    }
    if !isComplete { blocks += [.blank, .paragraph("Further requests depend on the server's answer.")] }
    return Document(
      kind: "dry-run", blocks: blocks,
      data: [
        JSONValue.Member("requests", .array(requests.map(\.json))), JSONValue.Member("complete", .bool(isComplete)),
      ])
  }

  private var hasDetails: Bool { !parameters.isEmpty || !files.isEmpty }

  private static func row(_ file: File) -> (String, String) {
    (file.name, "\(file.path) (\(file.bytes.map { "\($0) bytes, " } ?? "")\(file.type))")
  }

  private var json: JSONValue {
    [
      "method": .string(method), "path": .string(path),
      "parameters": .array(parameters.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "files": .array(
        files.map {
          [
            "name": .string($0.name), "path": .string($0.path), "bytes": .optional($0.bytes), "type": .string($0.type),
          ]
        }),
    ]
  }
}
