public import MastodonKit

extension Endpoint where Response == Instance {
  public static var instance: Endpoint {
    Endpoint(.get, "/api/v2/instance", access: .either, operation: "read about the server")
  }

  /// The server's description in the older form that every server has.
  public static var instanceV1: Endpoint {
    Endpoint(.get, "/api/v1/instance", access: .either, operation: "read about the server")
  }
}

extension Endpoint where Response == LossyList<String> {
  public static var peers: Endpoint {
    Endpoint(.get, "/api/v1/instance/peers", access: .either, operation: "load the known servers")
  }
}

extension Endpoint where Response == LossyList<CustomEmoji> {
  public static var customEmojis: Endpoint {
    Endpoint(.get, "/api/v1/custom_emojis", access: .either, operation: "load the server's emoji")
  }
}

extension Endpoint where Response == LossyList<InstanceActivity> {
  public static var activity: Endpoint {
    Endpoint(.get, "/api/v1/instance/activity", access: .either, operation: "load the server's activity")
  }
}

extension Endpoint where Response == LossyList<DomainBlock> {
  public static var moderatedServers: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/domain_blocks", access: .either, operation: "load the limited servers")
  }
}

extension Endpoint where Response == ExtendedDescription {
  public static var extendedDescription: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/extended_description", access: .either, operation: "load the server's description")
  }
}

extension Endpoint where Response == PrivacyPolicy {
  public static var privacyPolicy: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/privacy_policy", access: .either, operation: "load the server's privacy policy")
  }
}

extension Endpoint where Response == TermsOfService {
  public static var termsOfService: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/terms_of_service", access: .either, operation: "load the server's terms")
  }
}

extension Endpoint where Response == TranslationLanguages {
  public static var translationLanguages: Endpoint {
    Endpoint(
      .get, "/api/v1/instance/translation_languages", access: .either,
      operation: "load the languages that the server translates")
  }
}
