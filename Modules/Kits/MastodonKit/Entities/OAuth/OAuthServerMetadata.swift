/// Where and how one signs in to a server.
public struct OAuthServerMetadata: Hashable, Sendable {
  /// The server's own address.
  public var issuer: String
  /// A page that explains it.
  public var serviceDocumentation: String?
  /// The page on which a person agrees.
  public var authorizationEndpoint: String?
  /// Where a code becomes a token.
  public var tokenEndpoint: String?
  /// Where a program makes itself known.
  public var appRegistrationEndpoint: String?
  /// Where a token is taken back.
  public var revocationEndpoint: String?
  /// Who signed in.
  public var userinfoEndpoint: String?
  /// What can be asked for.
  public var scopesSupported: [String]
  /// What the page can answer with.
  public var responseTypesSupported: [String]
  /// How the page can answer.
  public var responseModesSupported: [String]
  /// How a code can be tied to the one who asked for it; `S256` is one.
  public var codeChallengeMethodsSupported: [String]
  /// What can be turned into a token.
  public var grantTypesSupported: [String]
  /// How a program can show who it is.
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

  /// Reads what a server sent, leniently.
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
