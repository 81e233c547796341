import FeatureKit
import TerminalKit

/// What a command prints that acts as another account.
extension Acting {
  /// The error for a command that shows something or that is about this machine.
  func refusal(of verb: String) -> AppError {
    .usage(
      "“\(verb)” can't be used with --as.",
      suggestion: "Only commands that act on posts and accounts can. Switch with switch @\(account).")
  }

  /// The error for a command that would have to show a screen of the account.
  func refusalOfScreen(of verb: String, writesText: Bool) -> AppError {
    .usage(
      "“\(verb)” would open a screen, which --as can't do.",
      suggestion: "Switch with switch @\(account); in a shell, give --account @\(account) in place of --as."
        + (writesText ? " A text fits on the line." : ""))
  }

  func signed(_ toast: Toast) -> Toast {
    var toast = toast
    toast.text = Self.adding(" as @\(account)", to: toast.text)
    toast.data = signed(toast.data)
    // What was sent can be opened by the current account once its server finds the address.
    toast.hint =
      toast.made == nil ? toast.hint.map { Hint($0.parts.map(signed)) } : toast.result.map { "open \($0)" }
    // An id of the account's server stands for nothing on the current one.
    if case .command(let command) = toast.undo {
      toast.undo =
        (toast.made == nil ? command : deletion(of: toast, command)).map { .command(signed($0)) }
        ?? .impossible("Delete that as @\(account): switch @\(account).")
    } else if case .commands(let commands, let lost) = toast.undo {
      toast.undo = .commands(commands.map(signed), lost: lost)
    }
    toast.made = toast.made?.of(account)
    return toast
  }

  /// The command that deletes the single post that was sent, by its address.
  private func deletion(of toast: Toast, _ command: Hint.Command) -> Hint.Command? {
    command.words.count == 2 ? toast.result.map { "delete \($0)" } : nil
  }

  private func signed(_ command: Hint.Command) -> Hint.Command {
    var command = command
    command.words += ["--as", "@\(account)"]
    return command
  }

  /// The printed document, with the account that acted.
  ///
  /// It has no numbers, which would seem to be those of the screen: ids of the account's server mean nothing on the current one.
  func signed(_ document: Document) -> Document {
    var document = document
    document.blocks = document.blocks.map { block in
      guard case .item(var item) = block else { return block }
      (item.number, item.references) = (nil, [])
      return .item(item)
    }
    document.hint = nil
    document.blocks.insert(.paragraph(StyledText("As @\(account):", .secondary)), at: 0)
    document.data = signed(document.data)
    return document
  }

  /// Adds who acted, unless there is an `account` already, such as the reported one: no name may be there twice.
  private func signed(_ data: [JSONValue.Member]) -> [JSONValue.Member] {
    data.contains { $0.name == "account" } ? data : data + [JSONValue.Member("account", .string(account))]
  }

  /// The sentence with `ending` before its full stop.
  private static func adding(_ ending: String, to text: StyledText) -> StyledText {
    guard let last = text.spans.last, last.text.hasSuffix(".") else { return text + StyledText(ending) }
    return StyledText(text.spans.dropLast()) + StyledText(String(last.text.dropLast()), last.role)
      + StyledText("\(ending).")
  }
}
