public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Profile {
  /// The actions for changing the user's own profile.
  @MainActor
  public struct EditAction {
    /// Loads the own account with its source texts.
    public var account: () async throws -> Account
    /// Sends the changes, and keeps what the server answers.
    public var update: (ProfileEdit) async throws -> Account
    public var removeAvatar: () async throws -> Account
    public var removeHeader: () async throws -> Account
    /// Turns a path as typed into one for the server's client.
    public var path: (String) -> String
    public var present: () async throws -> Response

    public init(
      account: @escaping () async throws -> Account, update: @escaping (ProfileEdit) async throws -> Account,
      removeAvatar: @escaping () async throws -> Account, removeHeader: @escaping () async throws -> Account,
      path: @escaping (String) -> String, present: @escaping () async throws -> Response
    ) {
      self.account = account
      self.update = update
      self.removeAvatar = removeAvatar
      self.removeHeader = removeHeader
      self.path = path
      self.present = present
    }
  }

  /// The arguments of `profile edit`.
  struct Changes: Sendable {
    var edit = ProfileEdit()
    /// Fields as typed: `Web=https://…`; one without a value is removed.
    var lines: [String] = []
    var removesAvatar = false
    var removesHeader = false
    /// The names of what changes, for the answer.
    var names: [String] = []
  }

  /// Changes the own profile in one line, or opens the form.
  @MainActor
  static func edit(_ changes: Changes, _ action: EditAction) async throws -> Response {
    guard !changes.names.isEmpty else { return try await action.present() }
    var edit = changes.edit
    do {
      let before: Account?
      do { before = try await action.account() } catch {
        // Without it, the change is made all the same, and can't be undone.
        guard changes.lines.isEmpty else { throw error }
        before = nil
      }
      if let before, !changes.lines.isEmpty { edit.fields = try merged(changes.lines, into: lines(of: before)) }
      edit.avatarPath = edit.avatarPath.map(action.path)
      edit.headerPath = edit.headerPath.map(action.path)
      let account = try await save(edit, changes, action)
      // What the server left out is said beside it.
      let left = edit.parts(missingIn: account).map(\.name)
      let names = changes.names.filter { !left.contains($0) }
      return .success(
        names.isEmpty ? "Your profile is as it was." : "Changed your profile: \(names.joined(separator: ", ")).",
        hint: "profile @me",
        data: [.init("account", AccountView(account, isMe: true, layout: Layout(now: account.createdAt)).data)],
        undo: before.flatMap { restoration(of: $0, from: account, changed: Set(changes.names)) })
    } catch { throw AppError(error) }
  }

  /// The way to give a profile back what was changed of it; `nil` if that is what it was.
  ///
  /// - Parameter changed: The options and fields of the form that were given.
  static func restoration(of old: Account, from new: Account, changed: Set<String>) -> Toast.Undo? {
    let (before, after) = (form(of: old), form(of: new))
    var options: [String] = []
    for field in before.fields where changed.contains(field.name.rawValue) && field.values != after.list(field.name) {
      // The form has all of a text on one line.
      let value = field.name.rawValue == "bio" ? old.source?.note ?? before.text(field.name) : before.text(field.name)
      options.append("--\(field.name) \(Hint.Command.quoted(value))")
    }
    if changed.contains(where: { $0.hasPrefix("field") }) {
      let (had, has) = (lines(of: old), lines(of: new))
      options += had.filter { !has.contains($0) }.map { "--field \(Hint.Command.quoted("\($0.name)=\($0.value)"))" }
      options += has.filter { line in !had.contains { $0.name.lowercased() == line.name.lowercased() } }
        .map { "--field \(Hint.Command.quoted("\($0.name)="))" }
    }
    let hasPictures = changed.contains { ["avatar", "header", "no-avatar", "no-header"].contains($0) }
    let lost = hasPictures ? "The server has not kept the old picture: it stays as it is now." : nil
    guard !options.isEmpty else { return lost.map { .impossible($0) } }
    return Toast.Undo(["profile edit \(options.joined(separator: " "))"], lost: lost)
  }

  /// Sends the changes, then removes pictures.
  @MainActor
  private static func save(_ edit: ProfileEdit, _ changes: Changes, _ action: EditAction) async throws -> Account {
    var account: Account?
    if edit != ProfileEdit() || !(changes.removesAvatar || changes.removesHeader) {
      account = try await action.update(edit)
    }
    if changes.removesAvatar { account = try await action.removeAvatar() }
    if changes.removesHeader { account = try await action.removeHeader() }
    if let account { return account }
    return try await action.account()
  }

  /// The fields with typed ones replaced, added or removed by their label.
  static func merged(_ typed: [String], into lines: [ProfileLine]) throws -> [ProfileLine] {
    var lines = lines
    for word in typed {
      guard let line = line(typed: word) else {
        throw AppError.usage(
          "“\(Sanitizer.clean(word))” is not a field.",
          suggestion: "Use --field \"Web=https://…\"; --field Web= removes it.")
      }
      let index = lines.firstIndex { $0.name.lowercased() == line.name.lowercased() }
      switch (index, line.value.isEmpty) {
      case (let index?, true): lines.remove(at: index)
      case (let index?, false): lines[index] = line
      case (nil, true): break
      case (nil, false): lines.append(line)
      }
    }
    return padded(lines)
  }

  /// The fields with those that were changed in the form, by their label: others may have changed meanwhile.
  private static func merged(_ form: Form, into lines: [ProfileLine]) throws -> [ProfileLine] {
    var lines = lines
    for field in form.fields where field.name.rawValue.hasPrefix("field") && field.isChanged {
      let old = field.original.first.flatMap(line(typed:))
      let new = try field.values.first.map { try required($0, field) }
      let index = lines.firstIndex { $0.name == (old ?? new)?.name }
      switch (index, new) {
      case (let index?, let new?): lines[index] = new
      case (let index?, nil): lines.remove(at: index)
      case (nil, let new?): lines.append(new)
      case (nil, nil): break
      }
    }
    return padded(lines)
  }

  /// The field that was typed in a form.
  private static func required(_ word: String, _ field: Form.Field) throws -> ProfileLine {
    guard let line = line(typed: word) else {
      throw AppError.validation(
        "\(field.name) has no label.",
        suggestion: "Type \(field.name) LABEL=TEXT, such as \(field.name) Web=https://….")
    }
    return line
  }

  /// As many fields as the server has: it keeps those that it is not sent.
  private static func padded(_ lines: [ProfileLine]) -> [ProfileLine] {
    lines + Array(repeating: ProfileLine(name: "", value: ""), count: max(0, 4 - lines.count))
  }

  private static func line(typed word: String) -> ProfileLine? {
    guard let mark = word.firstIndex(of: "="), mark > word.startIndex else { return nil }
    return ProfileLine(name: String(word[..<mark]), value: String(word[word.index(after: mark)...]))
  }

  /// The fields as the user wrote them.
  private static func lines(of account: Account) -> [ProfileLine] {
    (account.source?.fields ?? account.fields).map {
      ProfileLine(name: $0.name, value: account.source == nil ? HTMLText.wholeText($0.value) : $0.value)
    }
  }
}

// MARK: - The form

extension Profile {
  @MainActor
  public static func form(_ action: EditAction) -> FormModel {
    FormModel(
      state: Form.State(
        "your profile", form: form(of: nil), phase: .loading, line: "profile edit --name NAME --bio TEXT"),
      load: { form(of: try await action.account()) },
      prepare: { _, value in value },
      save: { form in
        var changes = Changes()
        changes.removesAvatar = removes(.init(rawValue: "avatar"), in: form)
        changes.removesHeader = removes(.init(rawValue: "header"), in: form)
        var edit = try edit(form, path: action.path)
        let before = try await action.account()
        if edit.fields != nil { edit.fields = try merged(form, into: lines(of: before)) }
        let account = try await save(edit, changes, action)
        let changed = Set(form.fields.filter(\.isChanged).map(\.name.rawValue))
        return Form.Saved(
          Profile.form(of: account), undo: restoration(of: before, from: account, changed: changed))
      })
  }

  @MainActor public static let formFace = Form.Face(id: "profile-form")

  static func form(of account: Account?) -> Form {
    func flag(_ name: String, _ summary: String, _ value: Bool?) -> Form.Field {
      Form.Field(.init(rawValue: name), summary, .flag, values: [value == true ? "yes" : "no"])
    }
    func text(_ name: String, _ summary: String, _ limit: Int, _ value: String?) -> Form.Field {
      let line = value.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") } ?? ""
      return Form.Field(.init(rawValue: name), summary, .text(limit: limit), values: line.isEmpty ? [] : [line])
    }
    func shows(_ part: ProfilePart) -> Bool? { account.map { $0.details?.hiddenParts.contains(part) != true } }
    let source = account?.source
    let lines = account.map(lines) ?? []
    let fields = (0..<max(4, lines.count)).map { index in
      text(
        "field\(index + 1)", "LABEL=TEXT", 600,
        lines.indices.contains(index) && !lines[index].name.isEmpty ? "\(lines[index].name)=\(lines[index].value)" : nil
      )
    }
    return Form(
      [
        text("name", "name that others see", 100, account?.displayName),
        text("bio", "text about you", 5000, source?.note ?? account.map { HTMLText.wholeText($0.note) }),
      ] + fields + [
        text("avatar", "file with a new picture, or remove", 4096, nil),
        text("header", "file with a new banner, or remove", 4096, nil),
        text("avatar-alt", "what your picture shows", 150, account?.details?.avatarDescription),
        text("header-alt", "what your banner shows", 150, account?.details?.headerDescription),
        flag("locked", "approve followers one by one", account?.locked),
        flag("bot", "mark the account as automated", account?.bot),
        flag("discoverable", "let the server suggest you", source?.discoverable ?? account?.details?.discoverable),
        flag("indexable", "let searches find your public posts", source?.indexable ?? account?.details?.indexable),
        flag("hide-follows", "hide whom you follow, and who follows you", source?.hideCollections),
        flag("show-media", "a part of your profile for posts with media", shows(.media)),
        flag("show-media-replies", "replies among them", shows(.mediaReplies)),
        flag("show-featured", "a part of your profile for what you feature", shows(.featured)),
        text(
          "attribution-domains", "websites that may name you as an author", 2600,
          source?.attributionDomains.joined(separator: " ")),
        Form.Field(
          .init(rawValue: "visibility"), "who sees new posts", .choice(Visibility.known.map(\.word)),
          values: [(source?.privacy ?? .public).word]),
        flag("sensitive", "mark media of new posts as sensitive", source?.sensitive),
        text("language", "language of new posts, such as en", 10, source?.language),
      ])
  }

  /// The options that show parts of the profile.
  fileprivate static let parts = [
    ("show-media", ProfilePart.media), ("show-media-replies", .mediaReplies), ("show-featured", .featured),
  ]

  /// The names of websites as typed: `a.example, b.example`.
  fileprivate static func domains(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
  }

  /// The word that removes a picture.
  private static let removal = "remove"

  private static func removes(_ name: Form.Field.Name, in form: Form) -> Bool {
    form.isChanged(name) && form.text(name) == removal
  }

  /// The changes in the form.
  static func edit(_ form: Form, path: (String) -> String) throws -> ProfileEdit {
    func name(_ word: String) -> Form.Field.Name { Form.Field.Name(rawValue: word) }
    func text(_ word: String) -> String? { form.isChanged(name(word)) ? form.text(name(word)) : nil }
    func flag(_ word: String) -> Bool? { form.isChanged(name(word)) ? form.flag(name(word)) : nil }
    var edit = ProfileEdit()
    edit.displayName = text("name")
    edit.note = text("bio")
    let fields = form.fields.filter { $0.name.rawValue.hasPrefix("field") }
    if fields.contains(where: \.isChanged) {
      edit.fields = try fields.map { field in
        guard let word = field.values.first else { return ProfileLine(name: "", value: "") }
        return try required(word, field)
      }
    }
    edit.avatarPath = text("avatar").flatMap { $0.isEmpty || $0 == removal ? nil : path($0) }
    edit.headerPath = text("header").flatMap { $0.isEmpty || $0 == removal ? nil : path($0) }
    edit.avatarDescription = text("avatar-alt")
    edit.headerDescription = text("header-alt")
    for (name, part) in parts { edit.shownParts[part] = flag(name) }
    edit.attributionDomains = text("attribution-domains").map(domains)
    edit.locked = flag("locked")
    edit.bot = flag("bot")
    edit.discoverable = flag("discoverable")
    edit.indexable = flag("indexable")
    edit.hidesFollows = flag("hide-follows")
    edit.postingVisibility = text("visibility").flatMap { Visibility(typed: $0, among: Visibility.known) }
    edit.postingSensitive = flag("sensitive")
    edit.postingLanguage = text("language")
    return edit
  }

  final class FormFixtures: Sendable {
    let loading = Form.State("your profile", form: Profile.form(of: nil), phase: .loading)
    let loaded = Form.State("your profile", form: Profile.form(of: Account.fixtures.you))
    let refused = Form.State(
      "your profile", form: Profile.form(of: Account.fixtures.you), phase: .refused(.fixtures.timedOut))
  }
}

// MARK: - Options

extension Parameter where Value == Profile.Changes {
  /// The options of `profile edit`.
  @MainActor static var changes: Parameter {
    let texts = ["avatar": "FILE", "header": "FILE", "attribution-domains": "HOSTS"]
    let order = ["name", "bio", "avatar", "avatar-alt", "header", "header-alt", "attribution-domains"]
    let flags =
      ["locked", "bot", "discoverable", "indexable", "hide-follows", "sensitive"] + Profile.parts.map(\.0)
    let lines = Parameter<[String]>.options("field", "LABEL=TEXT")
    let visibility = Parameter<Visibility?>.visibilityOption("WHO")
    let (noAvatar, noHeader) = (Parameter<Bool>.flag("no-avatar"), Parameter<Bool>.flag("no-header"))
    let words = order.map { Parameter<String?>.option($0, texts[$0] ?? "TEXT") }
    let answers = flags.map { Parameter<String?>.option($0, "YES", choices: ["yes", "no"]) }
    return Parameter(
      group: words.flatMap(\.descriptions) + noAvatar.descriptions + noHeader.descriptions + lines.descriptions
        + answers.flatMap(\.descriptions)
        + visibility.descriptions
    ) { reader in
      var changes = Profile.Changes()
      @MainActor func text(_ name: String) -> String? {
        guard let word = reader.flag(name) else { return nil }
        changes.names.append(name)
        return word
      }
      @MainActor func flag(_ index: Int) async throws -> Bool? {
        guard let word = try await answers[index].parse(reader) else { return nil }
        changes.names.append(flags[index])
        return word == "yes"
      }
      changes.edit.displayName = text("name")
      changes.edit.note = text("bio")
      changes.lines = try await lines.parse(reader)
      if !changes.lines.isEmpty { changes.names.append("fields") }
      changes.edit.avatarPath = text("avatar")
      changes.edit.headerPath = text("header")
      changes.removesAvatar = try await noAvatar.parse(reader)
      changes.removesHeader = try await noHeader.parse(reader)
      for (name, removes, path) in [
        ("avatar", changes.removesAvatar, changes.edit.avatarPath),
        ("header", changes.removesHeader, changes.edit.headerPath),
      ] where removes {
        guard path == nil else {
          throw AppError.usage("--\(name) and --no-\(name) exclude each other.", suggestion: "Give one of them.")
        }
        changes.names.append("no-\(name)")
      }
      changes.edit.avatarDescription = text("avatar-alt")
      changes.edit.headerDescription = text("header-alt")
      changes.edit.attributionDomains = text("attribution-domains").map(Profile.domains)
      for (index, part) in Profile.parts.enumerated() { changes.edit.shownParts[part.1] = try await flag(6 + index) }
      changes.edit.locked = try await flag(0)
      changes.edit.bot = try await flag(1)
      changes.edit.discoverable = try await flag(2)
      changes.edit.indexable = try await flag(3)
      changes.edit.hidesFollows = try await flag(4)
      changes.edit.postingSensitive = try await flag(5)
      if let visibility = try await visibility.parse(reader) {
        changes.edit.postingVisibility = visibility
        changes.names.append("visibility")
      }
      return changes
    }
  }
}
