extension Instance: Encodable {
  /// Encodes the response of `/api/v2/instance`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encode(domain, forKey: "domain")
    try json.encode(title, forKey: "title")
    try json.encode(version, forKey: "version")
    try json.encode(sourceURL ?? "", forKey: "source_url")
    try json.encode(description, forKey: "description")
    var usage = json.nested("usage")
    var users = usage.nested("users")
    try users.encodeIfPresent(activeMonth, forKey: "active_month")
    var thumbnail = json.nested("thumbnail")
    try thumbnail.encode(self.thumbnail ?? "", forKey: "url")
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

  private func encodeConfiguration(to json: inout EntityEncoder) throws {
    var configuration = json.nested("configuration")
    if streamingURL != nil || pages != Pages() {
      var urls = configuration.nested("urls")
      try urls.encodeIfPresent(streamingURL, forKey: "streaming")
      try urls.encodeIfPresent(pages.status, forKey: "status")
      try urls.encodeIfPresent(pages.about, forKey: "about")
      try urls.encodeIfPresent(pages.privacyPolicy, forKey: "privacy_policy")
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
    try configuration.encodeIfPresent(self.configuration.timelinesAccess, forKey: "timelines_access")
    var polls = configuration.nested("polls")
    try polls.encode(self.configuration.polls.maxOptions, forKey: "max_options")
    try polls.encode(self.configuration.polls.maxCharactersPerOption, forKey: "max_characters_per_option")
    try polls.encode(self.configuration.polls.minExpiration, forKey: "min_expiration")
    try polls.encode(self.configuration.polls.maxExpiration, forKey: "max_expiration")
    var translation = configuration.nested("translation")
    try translation.encode(self.configuration.translation, forKey: "enabled")
  }
}

extension KeyedEncodingContainer where Key == FieldName {
  fileprivate mutating func nested(_ key: FieldName) -> KeyedEncodingContainer<FieldName> {
    nestedContainer(keyedBy: FieldName.self, forKey: key)
  }
}
