public import MastodonKit

extension MastodonClient {
  /// Changes the signed-in account's profile: words, switches, posting defaults, and pictures from files of this machine.
  ///
  /// - throws: `.unusableFile` before anything is sent, for a picture that cannot be read or is none; otherwise what
  ///   ``send(_:)`` throws.
  @concurrent public func updateProfile(_ edit: ProfileEdit) async throws(MastodonError) -> Account {
    let check = MediaCheck(limits: absences.capabilities?.limits ?? Instance.Configuration(), host: server.name)
    var pictures: [MultipartFile] = []
    if let path = edit.avatarPath { pictures.append(try await check.picture("avatar", path)) }
    if let path = edit.headerPath { pictures.append(try await check.picture("header", path)) }
    var endpoint = Endpoint.updateCredentials(edit, pictures: pictures)
    // What Pixelfed is written in reads forms from nothing but a POST.
    if absences.software?.name == .pixelfed { endpoint.method = .post }
    return try await send(endpoint)
  }
}
