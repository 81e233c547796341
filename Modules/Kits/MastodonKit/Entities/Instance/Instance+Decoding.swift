/// One reader for both versions of the entity: whichever place a fact stands in, it is the same fact.
extension Instance: Decodable {
  private enum CodingKeys: String, CodingKey {
    case title, version, description, languages, usage, thumbnail, rules, configuration, contact, registrations
    case domain, uri, urls, email
    case sourceURL = "source_url"
    case shortDescription = "short_description"
    case apiVersions = "api_versions"
    case contactAccount = "contact_account"
    case approvalRequired = "approval_required"
    case maxTootChars = "max_toot_chars"
    case descriptionLimit = "description_limit"
    case uploadLimit = "upload_limit"
    case pollLimits = "poll_limits"
  }

  private enum NestedKeys: String, CodingKey {
    case users, url, urls, streaming, email, account, enabled, statuses, polls, translation, vapid
    case activeMonth = "active_month"
    case streamingAPI = "streaming_api"
    case approvalRequired = "approval_required"
    case mediaAttachments = "media_attachments"
  }

  /// Reads the answer of `/api/v2/instance` or of `/api/v1/instance`, leniently: a domain is required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    guard let domain = json.word(.domain) ?? json.word(.uri) else {
      throw DecodingError.keyNotFound(
        CodingKeys.domain, .init(codingPath: json.codingPath, debugDescription: "An instance without a domain."))
    }
    let configuration = json.object(.configuration, NestedKeys.self)
    let contact = json.object(.contact, NestedKeys.self)
    let urls = configuration?.object(.urls, NestedKeys.self)
    self.init(
      domain: Self.host(domain),
      title: json.word(.title) ?? Self.host(domain),
      version: json.text(.version),
      sourceURL: json.word(.sourceURL),
      description: json.word(.shortDescription) ?? json.text(.description),
      languages: json.list(.languages),
      activeMonth: json.object(.usage, NestedKeys.self)?.object(.users, NestedKeys.self)?.integer(.activeMonth),
      thumbnail: json.object(.thumbnail, NestedKeys.self)?.word(.url) ?? json.word(.thumbnail),
      rules: json.list(.rules),
      configuration: Self.configuration(json, configuration),
      streamingURL: urls?.word(.streaming) ?? json.object(.urls, NestedKeys.self)?.word(.streamingAPI),
      apiVersions: Self.apiVersions(json),
      contactEmail: contact?.word(.email) ?? json.word(.email),
      contactAccount: contact?.entity(.account) ?? json.entity(.contactAccount),
      registrations: Self.registrations(json))
  }

  /// Pleroma and Akkoma put a whole address where a host is expected.
  private static func host(_ address: String) -> String {
    var host = address[...]
    for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host = host.dropFirst(scheme.count) }
    return String(host.prefix { $0 != "/" })
  }

  private static func apiVersions(_ json: Fields<CodingKeys>) -> [String: Int] {
    guard let versions = json.object(.apiVersions, FieldName.self) else { return [:] }
    return versions.names.reduce(into: [:]) { $0[$1.stringValue] = versions.integer($1) }
  }

  private static func registrations(_ json: Fields<CodingKeys>) -> Registrations {
    if let registrations = json.object(.registrations, NestedKeys.self) {
      Registrations(
        enabled: registrations.flag(.enabled), approvalRequired: registrations.flag(.approvalRequired))
    } else {
      Registrations(enabled: json.flag(.registrations), approvalRequired: json.flag(.approvalRequired))
    }
  }

  private static func configuration(
    _ json: Fields<CodingKeys>, _ nested: Fields<NestedKeys>?
  ) -> Configuration {
    let standard = Configuration()
    let statuses = nested?.object(.statuses, LimitKeys.self)
    let media = nested?.object(.mediaAttachments, LimitKeys.self)
    let polls = nested?.object(.polls, LimitKeys.self) ?? json.object(.pollLimits, LimitKeys.self)
    let upload = json.integer(.uploadLimit)
    return Configuration(
      maxCharacters: statuses?.limit(.maxCharacters) ?? json.limit(.maxTootChars) ?? standard.maxCharacters,
      charactersReservedPerURL: statuses?.limit(.charactersReservedPerURL) ?? standard.charactersReservedPerURL,
      maxMediaAttachments: statuses?.integer(.maxMediaAttachments) ?? standard.maxMediaAttachments,
      descriptionLimit: media?.limit(.descriptionLimit) ?? json.limit(.descriptionLimit)
        ?? standard.descriptionLimit,
      imageSizeLimit: media?.limit(.imageSizeLimit) ?? upload ?? standard.imageSizeLimit,
      videoSizeLimit: media?.limit(.videoSizeLimit) ?? upload ?? standard.videoSizeLimit,
      supportedMIMETypes: media?.list(.supportedMIMETypes) ?? [],
      polls: PollLimits(
        maxOptions: polls?.integer(.maxOptions) ?? standard.polls.maxOptions,
        maxCharactersPerOption: polls?.limit(.maxCharactersPerOption) ?? polls?.limit(.maxOptionChars)
          ?? standard.polls.maxCharactersPerOption,
        minExpiration: polls?.integer(.minExpiration) ?? standard.polls.minExpiration,
        maxExpiration: polls?.limit(.maxExpiration) ?? standard.polls.maxExpiration),
      translation: nested?.object(.translation, NestedKeys.self)?.flag(.enabled) ?? false,
      vapidPublicKey: nested?.object(.vapid, LimitKeys.self)?.word(.publicKey))
  }

  enum LimitKeys: String, CodingKey {
    case maxCharacters = "max_characters"
    case maxMediaAttachments = "max_media_attachments"
    case charactersReservedPerURL = "characters_reserved_per_url"
    case supportedMIMETypes = "supported_mime_types"
    case descriptionLimit = "description_limit"
    case imageSizeLimit = "image_size_limit"
    case videoSizeLimit = "video_size_limit"
    case maxOptions = "max_options"
    case maxCharactersPerOption = "max_characters_per_option"
    case maxOptionChars = "max_option_chars"
    case minExpiration = "min_expiration"
    case maxExpiration = "max_expiration"
    case publicKey = "public_key"
  }
}

extension Fields {
  /// A limit that lets something through; zero and below are a server's way to say nothing.
  fileprivate func limit(_ key: Key) -> Int? { integer(key).flatMap { $0 > 0 ? $0 : nil } }
}

extension Instance.Rule: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, text, hint
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    text = json.text(.text)
    hint = json.text(.hint)
  }

  /// Writes the rule as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(text, forKey: .text)
    try json.encode(hint, forKey: .hint)
  }
}
