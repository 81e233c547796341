public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer.Action {
  /// Wires the sheet to its model; what is left to the root is what follows.
  ///
  /// - Parameters:
  ///   - model: The draft's owner.
  ///   - sent: The post is out: leave the sheet, show the post where it belongs.
  ///   - leave: Leave the sheet.
  ///   - say: Say something beside a verb's answer, such as that the draft is kept although it was not sent.
  public init(
    model: Composer.Model, sent: @escaping @MainActor (Status) -> Void, leave: @escaping @MainActor () -> Void,
    say: @escaping @MainActor (Toast) -> Void
  ) {
    let warn = {
      guard let error = model.state.unkept else { return }
      say(Toast(.warning, StyledText("Could not save the draft: \(error.words)")))
    }
    self.init(
      append: { line in
        model.append(line)
        warn()
      },
      changeLine: { number, words in
        try model.changeLine(number, to: words)
        warn()
      },
      removeLine: { number in
        let words = try model.removeLine(number)
        warn()
        return words
      },
      undo: {
        let change = try model.undo()
        warn()
        return change
      },
      files: Composer.FileAction(
        attach: { path, description in
          let file = try await model.attach(Composer.Options.File(path: path, description: description))
          warn()
          return file
        },
        describe: { number, words in
          try model.describe(number, words)
          warn()
        },
        detach: { number in
          let file = try model.detach(number)
          warn()
          return file
        }),
      set: { options in
        model.set(options)
        warn()
      },
      send: {
        do {
          let status = try await model.send()
          if let left = model.state.leftBehind { say(left) }
          sent(status)
          return status
        } catch {
          if case .failed = model.state.phase { say(model.state.keptToast(hint: "/send")) }
          throw error
        }
      },
      discard: {
        try model.discard()
        if let left = model.state.leftBehind { say(left) }
        leave()
      },
      close: {
        model.close()
        // The sheet is the only place where an unsaved text still is.
        if let unsaved = model.state.unsaved { throw unsaved }
        leave()
      })
  }
}
