import MastodonKit

/// A plugin's description of itself, printed when it is run with `--howdah-describe`.
public struct PluginDescription: Hashable, Sendable {
  /// The help: one line.
  public var help: String
  /// The usage after the name: `[N…]`; `nil` for any arguments.
  public var usage: String?
  /// Paragraphs for `help NAME`.
  public var discussion: String
  public var version: String?
  /// The options, for help and completion.
  public var options: [Option]
  /// Words that can be arguments, for completion.
  public var arguments: [String]

  public struct Option: Hashable, Sendable {
    /// The name without its dashes.
    public var name: String
    /// The name of its value; `nil` if it takes none.
    public var value: String?
    public var help: String

    public init(name: String, value: String? = nil, help: String = "") {
      self.name = name
      self.value = value
      self.help = help
    }
  }

  public init(
    help: String, usage: String? = nil, discussion: String = "", version: String? = nil, options: [Option] = [],
    arguments: [String] = []
  ) {
    self.help = help
    self.usage = usage
    self.discussion = discussion
    self.version = version
    self.options = options
    self.arguments = arguments
  }

  /// Reads a description, `{"help": …}`; `nil` for anything else.
  ///
  /// Texts are cut to what a page of help can hold, and names that could not be typed are left out.
  public init?(json: [UInt8]) {
    // A program without a description may print anything.
    guard let record = try? JSONRecord(json), let help = record.string("help") else { return nil }
    func line(_ text: String, _ limit: Int) -> String {
      String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(limit))
    }
    func isName(_ text: String) -> Bool {
      text.first?.isLetter == true && text.count <= 40
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    self.help = line(help, 120)
    while self.help.hasSuffix(".") { self.help.removeLast() }
    if self.help.isEmpty { return nil }
    usage = record.string("usage").map { line($0, 80) }
    discussion = String((record.string("discussion") ?? "").prefix(4000))
    version = record.string("version").map { line($0, 20) }
    options = (record.records("options") ?? []).prefix(40).compactMap { option in
      guard let name = option.string("name"), isName(name) else { return nil }
      return Option(
        name: name, value: option.string("value").map { line($0, 20) }, help: line(option.string("help") ?? "", 120))
    }
    arguments = (record.entity("arguments", as: [String].self) ?? []).prefix(100).filter { word in
      !word.isEmpty && word.count <= 60 && !word.contains(where: \.isWhitespace)
    }
  }
}
