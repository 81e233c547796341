import MastodonClient
import MastodonKit

extension Specimen {
  static var oAuth: [Specimen] {
    let application = Application(name: "howdah", clientID: "id", clientSecret: "s3cret")
    return [
      Specimen(
        .registerApplication(
          name: "howdah", website: nil, redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read write")),
      Specimen(
        .token(
          code: Secret("c0de"), application: application, redirectURI: "urn:ietf:wg:oauth:2.0:oob",
          verifier: Secret("verifier"))),
      Specimen(.token(refreshing: Secret("r3fresh"), application: application)),
      Specimen(.token(of: application, redirectURI: SignIn.outOfBand, scopes: "read")),
      Specimen(.revoke(Secret("t0ken"), application: application)), Specimen(.authorizationServer),
    ]
  }
}
