public import MastodonKit

extension Endpoint where Response == Instance {
  /// What the server says of itself.
  public static var instance: Endpoint {
    Endpoint(.get, "/api/v2/instance", access: .either, operation: "read about the server")
  }

  /// The same in its older form, which every server has.
  public static var instanceV1: Endpoint {
    Endpoint(.get, "/api/v1/instance", access: .either, operation: "read about the server")
  }
}

extension Endpoint where Response == LossyList<String> {
  /// The servers that this one knows.
  public static var peers: Endpoint {
    Endpoint(.get, "/api/v1/instance/peers", access: .either, operation: "load the servers that it knows")
  }
}

extension Endpoint where Response == LossyList<Instance.Rule> {
  /// The server's rules.
  public static var rules: Endpoint {
    Endpoint(.get, "/api/v1/instance/rules", access: .either, operation: "load the server's rules")
  }
}

extension Endpoint where Response == LossyList<CustomEmoji> {
  /// The server's own emoji.
  public static var customEmojis: Endpoint {
    Endpoint(.get, "/api/v1/custom_emojis", access: .either, operation: "load the server's emoji")
  }
}

extension Endpoint where Response == LossyList<InstanceActivity> {
  /// What happened on the server, by weeks.
  public static var activity: Endpoint {
    Endpoint(.get, "/api/v1/instance/activity", access: .either, operation: "load the server's activity")
  }
}

extension Endpoint where Response == LossyList<DomainBlock> {
  /// The servers that this one limits.
  public static var moderatedServers: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/domain_blocks", access: .either, operation: "load the servers that it limits")
  }
}

extension Endpoint where Response == ExtendedDescription {
  /// What the server says of itself at length.
  public static var extendedDescription: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/extended_description", access: .either, operation: "load the server's description")
  }
}

extension Endpoint where Response == PrivacyPolicy {
  /// What the server does with what it knows.
  public static var privacyPolicy: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/privacy_policy", access: .either, operation: "load the server's privacy policy")
  }
}

extension Endpoint where Response == TermsOfService {
  /// What using the server means.
  public static var termsOfService: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/terms_of_service", access: .either, operation: "load the server's terms")
  }

  /// What it means from a day on, `2026-01-31`.
  public static func termsOfService(of day: String) -> Endpoint {
    Endpoint(
      .get, "/api/v1/instance/terms_of_service/:date", day, access: .either,
      operation: "load the server's terms")
  }
}

extension Endpoint where Response == TranslationLanguages {
  /// Between which languages the server translates.
  public static var translationLanguages: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/translation_languages", access: .either,
      operation: "load the languages that the server translates")
  }
}

extension Endpoint where Response == Health {
  /// Whether the server is well.
  public static var health: Endpoint {
    Endpoint(.get, "/health", access: .anonymous, operation: "see whether the server is well")
  }
}

extension Endpoint where Response == Void {
  /// Whether the server's streams are well.
  public static var streamingHealth: Endpoint {
    Endpoint(
      .get, "/api/v1/streaming/health", access: .anonymous, operation: "see whether the server's streams are well")
  }
}
