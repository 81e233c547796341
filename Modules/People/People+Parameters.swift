import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

enum Followed: Sendable {
  case accounts([Account.ID])
  /// Hashtags, without `#`.
  case tags([String])
}

extension Parameter where Value == Followed {
  /// Accounts by name, link, id or number, or hashtags; without any, the account that is shown.
  @MainActor static func followed(_ shown: @escaping () -> Account.ID?) -> Parameter {
    let accounts = Parameter<[Account.ID]>.accounts(shown)
    return Parameter(group: accounts.descriptions) { reader in
      @MainActor func tag(_ word: String?) throws -> String? {
        guard let word else { return nil }
        if word.hasPrefix("#"), word.count > 1 { return try HashtagName.parse(word) }
        return Int(word).flatMap { reader.context.shown($0) }?.first { $0.kind == .tag }?.id
      }
      guard try tag(reader.peek()) != nil else { return .accounts(try await accounts.parse(reader)) }
      var names: [String] = []
      while let word = reader.next() {
        guard let name = try tag(word) else { throw reader.refusal("Give hashtags or accounts, not both.") }
        names.append(name)
      }
      return .tags(names)
    }
  }
}

extension Parameter where Value == [Account.ID] {
  /// One or more accounts; without any, the one that is shown.
  @MainActor static func accounts(_ shown: @escaping () -> Account.ID?) -> Parameter {
    let accounts = Parameter.accounts
    return Parameter(group: accounts.descriptions) { reader in
      if reader.peek() == nil, let id = shown() { return [id] }
      return try await accounts.parse(reader)
    }
  }
}

extension Parameter where Value == String {
  /// A hashtag, without `#`.
  @MainActor static var hashtag: Parameter {
    let word = Parameter<String>.word("#TAG")
    return Parameter(group: word.descriptions) { reader in
      let name = try await word.parse(reader)
      guard !name.hasPrefix("@") else {
        throw reader.refusal(
          "\(Sanitizer.clean(name)) is an account.", first: "endorse \(Sanitizer.clean(name)) features it.")
      }
      return try HashtagName.parse(name)
    }
  }
}

extension Parameter where Value == FollowOptions {
  /// `--notify --no-notify --boosts --no-boosts --language CODES`.
  @MainActor static var follows: Parameter {
    let flags = ["notify", "no-notify", "boosts", "no-boosts"].map { Parameter<Bool>.flag($0) }
    let languages = Parameter<String?>.option("language", "CODES")
    return Parameter(group: flags.flatMap(\.descriptions) + languages.descriptions) { reader in
      var options = FollowOptions()
      @MainActor func answer(_ name: String) throws -> Bool? {
        let (yes, no) = (reader.flag(name) != nil, reader.flag("no-\(name)") != nil)
        guard !(yes && no) else { throw reader.refusal("--\(name) and --no-\(name) can't be combined.") }
        return yes ? true : no ? false : nil
      }
      options.notifies = try answer("notify")
      options.showsReblogs = try answer("boosts")
      if let words = try await languages.parse(reader) {
        let codes = words.lowercased().split(separator: ",").map(String.init)
        guard !codes.isEmpty,
          codes.allSatisfy({ (2...3).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter } })
        else { throw reader.refusal("--language takes codes such as en,de, or all.") }
        options.languages = codes == ["all"] ? [] : codes
      }
      return options
    }
  }
}
