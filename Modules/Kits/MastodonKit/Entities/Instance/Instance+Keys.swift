/// The names of an instance's fields, an enumeration for each object in it.
extension Instance {
  enum Keys: String, CodingKey, CaseIterable {
    case domain, title, version, description, wrapstodon, usage, thumbnail, icon, languages, configuration
    case registrations, contact, rules
    case sourceURL = "source_url"
    case apiVersions = "api_versions"
  }
}

extension Instance.Keys {
  enum Usage: String, CodingKey, CaseIterable {
    case users
  }

  enum Users: String, CodingKey, CaseIterable {
    case activeMonth = "active_month"
  }

  enum Thumbnail: String, CodingKey, CaseIterable {
    case url, description, blurhash, versions
  }

  enum Configuration: String, CodingKey, CaseIterable {
    case urls, vapid, accounts, statuses, polls, translation
    case mediaAttachments = "media_attachments"
    case timelinesAccess = "timelines_access"
    case limitedFederation = "limited_federation"
  }

  /// Those of ``Instance/Pages`` stand beside it.
  enum URLs: String, CodingKey, CaseIterable {
    case streaming
  }

  enum Vapid: String, CodingKey, CaseIterable {
    case publicKey = "public_key"
  }

  enum Statuses: String, CodingKey, CaseIterable {
    case maxCharacters = "max_characters"
    case maxMediaAttachments = "max_media_attachments"
    case charactersReservedPerURL = "characters_reserved_per_url"
  }

  enum Media: String, CodingKey, CaseIterable {
    case supportedMIMETypes = "supported_mime_types"
    case descriptionLimit = "description_limit"
    case imageSizeLimit = "image_size_limit"
    case imageMatrixLimit = "image_matrix_limit"
    case videoSizeLimit = "video_size_limit"
    case videoFrameRateLimit = "video_frame_rate_limit"
    case videoMatrixLimit = "video_matrix_limit"
  }

  enum Polls: String, CodingKey, CaseIterable {
    case maxOptions = "max_options"
    case maxCharactersPerOption = "max_characters_per_option"
    case minExpiration = "min_expiration"
    case maxExpiration = "max_expiration"
  }

  enum Translation: String, CodingKey, CaseIterable {
    case enabled
  }

  enum Registrations: String, CodingKey, CaseIterable {
    case enabled, message, url
    case approvalRequired = "approval_required"
    case minAge = "min_age"
    case reasonRequired = "reason_required"
  }

  enum Contact: String, CodingKey, CaseIterable {
    case email, account
  }

  /// Members of the first version only, and extensions by other software.
  enum Legacy: String, CodingKey {
    case uri, urls, email
    case accountDomain = "account_domain"
    case shortDescription = "short_description"
    case streamingAPI = "streaming_api"
    case contactAccount = "contact_account"
    case approvalRequired = "approval_required"
    case maxTootChars = "max_toot_chars"
    case descriptionLimit = "description_limit"
    case uploadLimit = "upload_limit"
    case pollLimits = "poll_limits"
    case maxOptionChars = "max_option_chars"
    /// The formats of GoToSocial and glitch-soc.
    case supportedMIMETypes = "supported_mime_types"
    /// Those of Pleroma and Akkoma.
    case pleroma, metadata
    case postFormats = "post_formats"
  }
}
