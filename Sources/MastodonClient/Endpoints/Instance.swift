public import MastodonKit

extension Endpoint {
  public static var instance: Endpoint<Instance> {
    .init(.get, "/api/v2/instance", access: .either, to: "read about the server")
  }

  /// The server's description in the older form that every server has.
  public static var instanceV1: Endpoint<Instance> {
    .init(.get, "/api/v1/instance", access: .either, to: "read about the server")
  }

  public static var peers: Endpoint<LossyList<String>> {
    .whole("/api/v1/instance/peers", access: .either, to: "load the known servers")
  }

  public static var customEmojis: Endpoint<LossyList<CustomEmoji>> {
    .whole("/api/v1/custom_emojis", access: .either, to: "load the server's emoji")
  }

  public static var activity: Endpoint<LossyList<InstanceActivity>> {
    .whole("/api/v1/instance/activity", access: .either, to: "load the server's activity")
  }

  public static var moderatedServers: Endpoint<LossyList<DomainBlock>> {
    .whole("/api/v1/instance/domain_blocks", access: .either, to: "load the limited servers")
  }

  public static var extendedDescription: Endpoint<InstanceText> {
    .init(.get, "/api/v1/instance/extended_description", access: .either, to: "load the server's description")
  }

  public static var privacyPolicy: Endpoint<InstanceText> {
    .init(.get, "/api/v1/instance/privacy_policy", access: .either, to: "load the server's privacy policy")
  }

  public static var termsOfService: Endpoint<InstanceText> {
    .init(.get, "/api/v1/instance/terms_of_service", access: .either, to: "load the server's terms")
  }

  public static var translationLanguages: Endpoint<TranslationLanguages> {
    .init(
      .get, "/api/v1/instance/translation_languages", access: .either,
      to: "load the languages that the server translates")
  }
}
