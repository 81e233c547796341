/// Decodes both versions of the entity.
extension Instance: Decodable {
  /// Decodes `/api/v2/instance` or `/api/v1/instance` leniently; only a domain is required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(Keys.self)
    let legacy = try decoder.fields(Keys.Legacy.self)
    // Mastodon's domain is that of the accounts; GoToSocial's is the host of its API.
    guard let domain = legacy.word(.accountDomain) ?? json.word(.domain) ?? legacy.word(.uri) else {
      throw DecodingError.keyNotFound(
        Keys.domain, .init(codingPath: json.codingPath, debugDescription: "An instance without a domain."))
    }
    let configuration = json.object(.configuration, Keys.Configuration.self)
    let contact = json.object(.contact, Keys.Contact.self)
    let thumbnail = json.object(.thumbnail, Keys.Thumbnail.self)
    let streamingURL = configuration?.object(.urls, Keys.URLs.self)?.word(.streaming)
    self.init(
      domain: Self.host(domain),
      title: json.nameIfPresent(.title) ?? Self.host(domain),
      version: json.text(.version),
      sourceURL: json.word(.sourceURL),
      description: legacy.word(.shortDescription) ?? json.text(.description),
      languages: json.list(.languages),
      activeMonth: json.object(.usage, Keys.Usage.self)?.object(.users, Keys.Users.self)?.integer(.activeMonth),
      thumbnail: thumbnail?.word(.url) ?? json.word(.thumbnail),
      rules: json.list(.rules),
      configuration: Self.configuration(legacy, configuration),
      streamingURL: streamingURL ?? legacy.object(.urls, Keys.Legacy.self)?.word(.streamingAPI),
      apiVersions: json.dictionary(.apiVersions) { $0.integer($1) },
      contactEmail: contact?.word(.email) ?? legacy.word(.email),
      contactAccount: contact?.entity(.account) ?? legacy.entity(.contactAccount),
      registrations: Self.registrations(json, legacy),
      thumbnailDescription: thumbnail?.text(.description) ?? "",
      thumbnailBlurhash: thumbnail?.word(.blurhash),
      thumbnailVersions: thumbnail?.dictionary(.versions) { $0.word($1) } ?? [:],
      icons: json.list(.icon),
      pages: configuration?.entity(.urls) ?? Pages(),
      wrapstodon: json.word(.wrapstodon))
  }

  /// Pleroma and Akkoma put a whole address where a host is expected.
  private static func host(_ address: String) -> String {
    var host = address[...]
    for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host = host.dropFirst(scheme.count) }
    return String(host.prefix { $0 != "/" })
  }

  private static func registrations(_ json: Fields<Keys>, _ legacy: Fields<Keys.Legacy>) -> Registrations {
    guard let registrations = json.object(.registrations, Keys.Registrations.self) else {
      return Registrations(enabled: json.flag(.registrations), approvalRequired: legacy.flag(.approvalRequired))
    }
    return Registrations(
      enabled: registrations.flag(.enabled), approvalRequired: registrations.flag(.approvalRequired),
      message: registrations.word(.message), minAge: registrations.integer(.minAge),
      reasonRequired: registrations.answer(.reasonRequired), url: registrations.word(.url))
  }

  private static func configuration(
    _ legacy: Fields<Keys.Legacy>, _ nested: Fields<Keys.Configuration>?
  ) -> Configuration {
    let standard = Configuration()
    let statuses = nested?.object(.statuses, Keys.Statuses.self)
    let media = nested?.object(.mediaAttachments, Keys.Media.self)
    let upload = legacy.integer(.uploadLimit)
    let formats: [String] = nested?.object(.statuses, Keys.Legacy.self)?.list(.supportedMIMETypes) ?? []
    let metadata = legacy.object(.pleroma, Keys.Legacy.self)?.object(.metadata, Keys.Legacy.self)
    return Configuration(
      maxCharacters: statuses?.limit(.maxCharacters) ?? legacy.limit(.maxTootChars) ?? standard.maxCharacters,
      charactersReservedPerURL: statuses?.limit(.charactersReservedPerURL) ?? standard.charactersReservedPerURL,
      maxMediaAttachments: statuses?.integer(.maxMediaAttachments) ?? standard.maxMediaAttachments,
      descriptionLimit: media?.limit(.descriptionLimit) ?? legacy.limit(.descriptionLimit)
        ?? standard.descriptionLimit,
      imageSizeLimit: media?.limit(.imageSizeLimit) ?? upload ?? standard.imageSizeLimit,
      videoSizeLimit: media?.limit(.videoSizeLimit) ?? upload ?? standard.videoSizeLimit,
      supportedMIMETypes: media?.list(.supportedMIMETypes) ?? [],
      polls: polls(legacy, nested),
      translation: nested?.object(.translation, Keys.Translation.self)?.flag(.enabled) ?? false,
      vapidPublicKey: nested?.object(.vapid, Keys.Vapid.self)?.word(.publicKey),
      imageMatrixLimit: media?.limit(.imageMatrixLimit),
      videoMatrixLimit: media?.limit(.videoMatrixLimit),
      videoFrameRateLimit: media?.limit(.videoFrameRateLimit),
      accounts: nested?.entity(.accounts) ?? standard.accounts,
      timelinesAccess: nested?.entity(.timelinesAccess),
      limitedFederation: nested?.answer(.limitedFederation),
      statusFormats: formats.isEmpty ? metadata?.list(.postFormats) ?? [] : formats)
  }

  private static func polls(
    _ legacy: Fields<Keys.Legacy>, _ nested: Fields<Keys.Configuration>?
  ) -> PollLimits {
    let standard = PollLimits()
    let polls = nested?.object(.polls, Keys.Polls.self) ?? legacy.object(.pollLimits, Keys.Polls.self)
    let optionChars = legacy.object(.pollLimits, Keys.Legacy.self)?.limit(.maxOptionChars)
    return PollLimits(
      maxOptions: polls?.integer(.maxOptions) ?? standard.maxOptions,
      maxCharactersPerOption: polls?.limit(.maxCharactersPerOption) ?? optionChars
        ?? standard.maxCharactersPerOption,
      minExpiration: polls?.integer(.minExpiration) ?? standard.minExpiration,
      maxExpiration: polls?.limit(.maxExpiration) ?? standard.maxExpiration)
  }
}

extension Fields {
  /// A positive limit; some servers send zero or less for none.
  fileprivate func limit(_ key: Key) -> Int? { integer(key).flatMap { $0 > 0 ? $0 : nil } }
}

extension Instance.Rule: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, text, hint, translations
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    text = json.text(.text)
    hint = json.text(.hint)
    translations = json.dictionary(.translations) { $0.entity($1) }
  }

  /// Encodes the rule as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(text, forKey: .text)
    try json.encode(hint, forKey: .hint)
    if !translations.isEmpty { try json.encode(translations, forKey: .translations) }
  }
}
