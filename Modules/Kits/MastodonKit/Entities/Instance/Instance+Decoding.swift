/// Decodes both versions of the entity.
extension Instance: DecodableEntity {
  /// Decodes `/api/v2/instance` or `/api/v1/instance` leniently; only a domain is required.
  public init(_ json: Fields) throws {
    // Mastodon's domain is that of the accounts; GoToSocial's is the host of its API.
    guard let domain = json.word("account_domain") ?? json.word("domain") ?? json.word("uri") else {
      throw json.missing("domain")
    }
    let configuration = json.object("configuration")
    let contact = json.object("contact")
    let thumbnail = json.object("thumbnail")
    let streamingURL = configuration?.object("urls")?.word("streaming")
    self.init(
      domain: Self.host(domain),
      title: json.nameIfPresent("title") ?? Self.host(domain),
      version: json.text("version"),
      sourceURL: json.word("source_url"),
      description: json.word("short_description") ?? json.text("description"),
      languages: json.list("languages"),
      activeMonth: json.object("usage")?.object("users")?.integer("active_month"),
      thumbnail: thumbnail?.word("url") ?? json.word("thumbnail"),
      rules: json.list("rules"),
      configuration: Self.configuration(json, configuration),
      streamingURL: streamingURL ?? json.object("urls")?.word("streaming_api"),
      apiVersions: json.dictionary("api_versions") { $0.integer($1) },
      contactEmail: contact?.word("email") ?? json.word("email"),
      contactAccount: contact?.entity("account") ?? json.entity("contact_account"),
      registrations: Self.registrations(json),
      pages: configuration?.entity("urls") ?? Pages())
  }

  /// Pleroma and Akkoma put a whole address where a host is expected.
  private static func host(_ address: String) -> String {
    var host = address[...]
    for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host = host.dropFirst(scheme.count) }
    return String(host.prefix { $0 != "/" })
  }

  private static func registrations(_ json: Fields) -> Registrations {
    guard let registrations = json.object("registrations") else {
      return Registrations(enabled: json.flag("registrations"), approvalRequired: json.flag("approval_required"))
    }
    return Registrations(
      enabled: registrations.flag("enabled"), approvalRequired: registrations.flag("approval_required"),
      message: registrations.word("message"), minAge: registrations.integer("min_age"),
      reasonRequired: registrations.answer("reason_required"), url: registrations.word("url"))
  }

  private static func configuration(
    _ json: Fields, _ nested: Fields?
  ) -> Configuration {
    let standard = Configuration()
    let statuses = nested?.object("statuses")
    let media = nested?.object("media_attachments")
    let upload = json.limit("upload_limit")
    let formats: [String] = nested?.object("statuses")?.list("supported_mime_types") ?? []
    let metadata = json.object("pleroma")?.object("metadata")
    return Configuration(
      maxCharacters: statuses?.limit("max_characters") ?? json.limit("max_toot_chars") ?? standard.maxCharacters,
      charactersReservedPerURL: statuses?.limit("characters_reserved_per_url") ?? standard.charactersReservedPerURL,
      maxMediaAttachments: statuses?.limit("max_media_attachments", from: 0) ?? standard.maxMediaAttachments,
      descriptionLimit: media?.limit("description_limit") ?? json.limit("description_limit")
        ?? standard.descriptionLimit,
      imageSizeLimit: media?.limit("image_size_limit") ?? upload ?? standard.imageSizeLimit,
      videoSizeLimit: media?.limit("video_size_limit") ?? upload ?? standard.videoSizeLimit,
      supportedMIMETypes: media?.list("supported_mime_types") ?? [],
      polls: polls(json, nested),
      translation: nested?.object("translation")?.flag("enabled") ?? false,
      vapidPublicKey: nested?.object("vapid")?.word("public_key"),
      timelinesAccess: nested?.entity("timelines_access"),
      statusFormats: formats.isEmpty ? metadata?.list("post_formats") ?? [] : formats)
  }

  private static func polls(
    _ json: Fields, _ nested: Fields?
  ) -> PollLimits {
    let standard = PollLimits()
    let polls = nested?.object("polls") ?? json.object("poll_limits")
    let optionChars = json.object("poll_limits")?.limit("max_option_chars")
    return PollLimits(
      maxOptions: polls?.limit("max_options", from: 0) ?? standard.maxOptions,
      maxCharactersPerOption: polls?.limit("max_characters_per_option") ?? optionChars
        ?? standard.maxCharactersPerOption,
      minExpiration: polls?.limit("min_expiration", from: 0) ?? standard.minExpiration,
      maxExpiration: polls?.limit("max_expiration") ?? standard.maxExpiration)
  }
}

extension Fields {
  /// A positive limit, or one that may be zero; some servers send zero or less for none.
  fileprivate func limit(_ name: String, from least: Int = 1) -> Int? {
    integer(name).flatMap { $0 >= least ? $0 : nil }
  }
}

extension Instance.Rule: EncodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    text = json.text("text")
    hint = json.text("hint")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(text, forKey: "text")
    try json.encode(hint, forKey: "hint")
  }
}
