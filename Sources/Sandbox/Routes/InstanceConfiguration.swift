extension JSONWriter {
  /// Writes the limits that clients need for composing.
  mutating func configuration(of instance: InstanceInfo, streaming: String, vapid: String) {
    field("urls") { writer in
      writer.field("streaming", streaming)
      writer.field("about", "\(instance.origin)/about")
      writer.null("status")
      writer.field("privacy_policy", "\(instance.origin)/privacy-policy")
      writer.field("terms_of_service", "\(instance.origin)/terms-of-service")
    }
    field("vapid") { $0.field("public_key", vapid) }
    field("accounts") {
      $0.field("max_display_name_length", 30)
      $0.field("max_note_length", 500)
      $0.field("max_avatar_description_length", 150)
      $0.field("max_header_description_length", 150)
      $0.field("max_featured_tags", 10)
      $0.field("max_pinned_statuses", instance.maxPins)
      $0.field("max_profile_fields", 4)
      $0.field("profile_field_name_limit", 255)
      $0.field("profile_field_value_limit", 255)
    }
    field("statuses") {
      $0.field("max_characters", instance.maxCharacters)
      $0.field("max_media_attachments", instance.maxMedia)
      $0.field("characters_reserved_per_url", instance.charactersPerURL)
      if instance.quirks.has(.keepsFormats) {
        $0.field("supported_mime_types", ["text/plain", "text/markdown"])
      }
    }
    field("media_attachments") {
      $0.field("supported_mime_types", MediaFormat.allCases.map(\.contentType))
      $0.field("description_limit", 1500)
      $0.field("image_size_limit", 16_777_216)
      $0.field("image_matrix_limit", 33_177_600)
      $0.field("video_size_limit", 103_809_024)
      $0.field("video_frame_rate_limit", 120)
      $0.field("video_matrix_limit", 8_294_400)
    }
    field("polls") {
      $0.field("max_options", instance.pollOptions)
      $0.field("max_characters_per_option", instance.pollOptionCharacters)
      $0.field("min_expiration", instance.pollSeconds.lowerBound)
      $0.field("max_expiration", instance.pollSeconds.upperBound)
    }
    field("translation") { $0.field("enabled", instance.configuration.translation != .refused) }
    field("timelines_access") { writer in
      for feed in ["live_feeds", "hashtag_feeds", "trending_link_feeds"] as [StaticString] {
        writer.field(feed) {
          $0.field("local", "public")
          $0.field("remote", "public")
        }
      }
    }
    field("limited_federation", false)
  }
}
