extension Instance: Encodable {
  /// Encodes the response of `/api/v2/instance`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: WireKey.self)
    try json.encode(domain, forKey: "domain")
    try json.encode(title, forKey: "title")
    try json.encode(version, forKey: "version")
    try json.encode(sourceURL ?? "", forKey: "source_url")
    try json.encode(description, forKey: "description")
    var usage = json.nested("usage")
    var users = usage.nested("users")
    try users.encode(activeMonth ?? 0, forKey: "active_month")
    var thumbnail = json.nested("thumbnail")
    try thumbnail.encode(self.thumbnail ?? "", forKey: "url")
    try thumbnail.encode(thumbnailDescription, forKey: "description")
    try thumbnail.encodeIfPresent(thumbnailBlurhash, forKey: "blurhash")
    if !thumbnailVersions.isEmpty { try thumbnail.encode(thumbnailVersions, forKey: "versions") }
    try json.encode(icons, forKey: "icon")
    try json.encodeIfPresent(wrapstodon, forKey: "wrapstodon")
    try json.encode(languages, forKey: "languages")
    try encodeConfiguration(to: &json)
    var registrations = json.nested("registrations")
    try registrations.encode(self.registrations.enabled, forKey: "enabled")
    try registrations.encode(self.registrations.approvalRequired, forKey: "approval_required")
    try registrations.encode(self.registrations.message, forKey: "message")
    try registrations.encodeIfPresent(self.registrations.minAge, forKey: "min_age")
    try registrations.encodeIfPresent(self.registrations.reasonRequired, forKey: "reason_required")
    try registrations.encodeIfPresent(self.registrations.url, forKey: "url")
    try json.encode(apiVersions, forKey: "api_versions")
    var contact = json.nested("contact")
    try contact.encode(contactEmail ?? "", forKey: "email")
    try contact.encode(contactAccount, forKey: "account")
    try json.encode(rules, forKey: "rules")
  }

  /// The instance as `/api/v1/instance` returns it.
  public struct Legacy: Encodable, Sendable {
    private let instance: Instance
    private let counts: [String: Int]

    /// Takes the facts, and the counts that only this form has.
    public init(_ instance: Instance, userCount: Int = 0, statusCount: Int = 0, domainCount: Int = 0) {
      self.instance = instance
      counts = ["user_count": userCount, "status_count": statusCount, "domain_count": domainCount]
    }

    /// Encodes the response of `/api/v1/instance`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: WireKey.self)
      try json.encode(instance.domain, forKey: "uri")
      try json.encode(instance.title, forKey: "title")
      try json.encode(instance.description, forKey: "short_description")
      try json.encode(instance.description, forKey: "description")
      try json.encode(instance.contactEmail ?? "", forKey: "email")
      try json.encode(instance.version, forKey: "version")
      var urls = json.nested("urls")
      try urls.encode(instance.streamingURL, forKey: "streaming_api")
      try json.encode(counts, forKey: "stats")
      try json.encode(instance.thumbnail, forKey: "thumbnail")
      try json.encode(instance.languages, forKey: "languages")
      try json.encode(instance.registrations.enabled, forKey: "registrations")
      try json.encode(instance.registrations.approvalRequired, forKey: "approval_required")
      try json.encode(false, forKey: "invites_enabled")
      try instance.encodeConfiguration(to: &json)
      try json.encode(instance.contactAccount, forKey: "contact_account")
      try json.encode(instance.rules, forKey: "rules")
    }
  }

  private func encodeConfiguration(to json: inout KeyedEncodingContainer<WireKey>) throws {
    var configuration = json.nested("configuration")
    if streamingURL != nil || pages != Pages() {
      var urls = configuration.nested("urls")
      try urls.encodeIfPresent(streamingURL, forKey: "streaming")
      try urls.encodeIfPresent(pages.status, forKey: "status")
      try urls.encodeIfPresent(pages.about, forKey: "about")
      try urls.encodeIfPresent(pages.privacyPolicy, forKey: "privacy_policy")
      try urls.encodeIfPresent(pages.termsOfService, forKey: "terms_of_service")
    }
    if let key = self.configuration.vapidPublicKey {
      var vapid = configuration.nested("vapid")
      try vapid.encode(key, forKey: "public_key")
    }
    var statuses = configuration.nested("statuses")
    try statuses.encode(self.configuration.maxCharacters, forKey: "max_characters")
    try statuses.encode(self.configuration.maxMediaAttachments, forKey: "max_media_attachments")
    try statuses.encode(self.configuration.charactersReservedPerURL, forKey: "characters_reserved_per_url")
    if !self.configuration.statusFormats.isEmpty {
      try statuses.encode(self.configuration.statusFormats, forKey: "supported_mime_types")
    }
    var media = configuration.nested("media_attachments")
    try media.encode(self.configuration.supportedMIMETypes, forKey: "supported_mime_types")
    try media.encode(self.configuration.descriptionLimit, forKey: "description_limit")
    try media.encode(self.configuration.imageSizeLimit, forKey: "image_size_limit")
    try media.encode(self.configuration.videoSizeLimit, forKey: "video_size_limit")
    try media.encodeIfPresent(self.configuration.imageMatrixLimit, forKey: "image_matrix_limit")
    try media.encodeIfPresent(self.configuration.videoMatrixLimit, forKey: "video_matrix_limit")
    try media.encodeIfPresent(self.configuration.videoFrameRateLimit, forKey: "video_frame_rate_limit")
    if self.configuration.accounts != AccountLimits() {
      try configuration.encode(self.configuration.accounts, forKey: "accounts")
    }
    try configuration.encodeIfPresent(self.configuration.timelinesAccess, forKey: "timelines_access")
    try configuration.encodeIfPresent(self.configuration.limitedFederation, forKey: "limited_federation")
    var polls = configuration.nested("polls")
    try polls.encode(self.configuration.polls.maxOptions, forKey: "max_options")
    try polls.encode(self.configuration.polls.maxCharactersPerOption, forKey: "max_characters_per_option")
    try polls.encode(self.configuration.polls.minExpiration, forKey: "min_expiration")
    try polls.encode(self.configuration.polls.maxExpiration, forKey: "max_expiration")
    var translation = configuration.nested("translation")
    try translation.encode(self.configuration.translation, forKey: "enabled")
  }
}

/// A literal key: the response is a tree of objects that occur once.
private struct WireKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer where Key == WireKey {
  fileprivate mutating func nested(_ key: WireKey) -> KeyedEncodingContainer<WireKey> {
    nestedContainer(keyedBy: WireKey.self, forKey: key)
  }
}
