public import MastodonKit

extension MastodonClient {
  /// Changes the signed-in account's profile, posting defaults and pictures.
  ///
  /// - throws: `.unusableFile` before anything is sent, for a picture that cannot be read or is not an image; otherwise
  ///   what ``send(_:)`` throws.
  @concurrent public func updateProfile(_ edit: ProfileEdit) async throws(MastodonError) -> Account {
    let check = MediaCheck(limits: missingEndpoints.capabilities?.limits ?? Instance.Configuration(), host: server.name)
    var pictures: [MultipartFile] = []
    if let path = edit.avatarPath { pictures.append(try await check.picture("avatar", path)) }
    if let path = edit.headerPath { pictures.append(try await check.picture("header", path)) }
    if !edit.shownParts.isEmpty {
      try await send(.showParts(edit.shownParts))
      guard edit != ProfileEdit(shownParts: edit.shownParts) else {
        return try await send(.verifyCredentials.compared(with: edit))
      }
    }
    let endpoint: Endpoint<Account> = .updateCredentials(edit, pictures: pictures)
    // Pixelfed's framework reads forms from a POST only.
    return try await send(missingEndpoints.software?.name == .pixelfed ? endpoint.with(.post) : endpoint)
  }
}
