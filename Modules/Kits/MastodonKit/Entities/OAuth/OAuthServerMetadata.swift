/// The OAuth metadata of a server (RFC 8414).
public struct OAuthServerMetadata: Hashable, Sendable {
  /// The server's own URL.
  public var issuer: String
  /// The page of the documentation.
  public var serviceDocumentation: String?
  /// The page where the user allows an application.
  public var authorizationEndpoint: String?
  /// The endpoint that exchanges a code for a token.
  public var tokenEndpoint: String?
  /// The endpoint that registers an application.
  public var appRegistrationEndpoint: String?
  /// The endpoint that revokes a token.
  public var revocationEndpoint: String?
  /// The endpoint that identifies the user.
  public var userinfoEndpoint: String?
  /// The supported scopes.
  public var scopesSupported: [String]
  /// The supported response types.
  public var responseTypesSupported: [String]
  /// The supported response modes.
  public var responseModesSupported: [String]
  /// The supported challenge methods, such as `S256`.
  public var codeChallengeMethodsSupported: [String]
  /// The supported grant types.
  public var grantTypesSupported: [String]
  /// The supported ways to authenticate an application.
  public var tokenEndpointAuthMethodsSupported: [String]

  /// Creates the metadata.
  public init(
    issuer: String, serviceDocumentation: String? = nil, authorizationEndpoint: String? = nil,
    tokenEndpoint: String? = nil, appRegistrationEndpoint: String? = nil, revocationEndpoint: String? = nil,
    userinfoEndpoint: String? = nil, scopesSupported: [String] = [], responseTypesSupported: [String] = [],
    responseModesSupported: [String] = [], codeChallengeMethodsSupported: [String] = [],
    grantTypesSupported: [String] = [], tokenEndpointAuthMethodsSupported: [String] = []
  ) {
    self.issuer = issuer
    self.serviceDocumentation = serviceDocumentation
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.appRegistrationEndpoint = appRegistrationEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.userinfoEndpoint = userinfoEndpoint
    self.scopesSupported = scopesSupported
    self.responseTypesSupported = responseTypesSupported
    self.responseModesSupported = responseModesSupported
    self.codeChallengeMethodsSupported = codeChallengeMethodsSupported
    self.grantTypesSupported = grantTypesSupported
    self.tokenEndpointAuthMethodsSupported = tokenEndpointAuthMethodsSupported
  }
}

extension OAuthServerMetadata: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case issuer
    case serviceDocumentation = "service_documentation"
    case authorizationEndpoint = "authorization_endpoint"
    case tokenEndpoint = "token_endpoint"
    case appRegistrationEndpoint = "app_registration_endpoint"
    case revocationEndpoint = "revocation_endpoint"
    case userinfoEndpoint = "userinfo_endpoint"
    case scopesSupported = "scopes_supported"
    case responseTypesSupported = "response_types_supported"
    case responseModesSupported = "response_modes_supported"
    case codeChallengeMethodsSupported = "code_challenge_methods_supported"
    case grantTypesSupported = "grant_types_supported"
    case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    issuer = try json.required(.issuer)
    serviceDocumentation = json.word(.serviceDocumentation)
    authorizationEndpoint = json.word(.authorizationEndpoint)
    tokenEndpoint = json.word(.tokenEndpoint)
    appRegistrationEndpoint = json.word(.appRegistrationEndpoint)
    revocationEndpoint = json.word(.revocationEndpoint)
    userinfoEndpoint = json.word(.userinfoEndpoint)
    scopesSupported = json.list(.scopesSupported)
    responseTypesSupported = json.list(.responseTypesSupported)
    responseModesSupported = json.list(.responseModesSupported)
    codeChallengeMethodsSupported = json.list(.codeChallengeMethodsSupported)
    grantTypesSupported = json.list(.grantTypesSupported)
    tokenEndpointAuthMethodsSupported = json.list(.tokenEndpointAuthMethodsSupported)
  }
}
