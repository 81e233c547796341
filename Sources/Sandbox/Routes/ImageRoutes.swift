/// Images that are generated, not uploaded.
let imageRoutes: [Route] = [
  .get("/avatars/:name") { context in .image(.avatar(of: try context.accountOfImage())) },
  .get("/headers/:name") { context in .image(.header(of: try context.accountOfImage())) },
  .get("/emoji/:name") { context in
    guard let image = GeneratedImage.emoji(try context.imageName()) else { throw APIError.notFound }
    return .image(image)
  },
  .get("/thumbnail.png") { context in .image(.header(of: context.transaction.instance.domain)) },
]

extension RequestContext {
  /// The name in the path without its extension.
  fileprivate func imageName() throws -> String {
    guard let name = captures["name"], name.hasSuffix(".png") else { throw APIError.notFound }
    return String(name.dropLast(4))
  }

  fileprivate func accountOfImage() throws -> String {
    guard let account = try transaction.account(named: imageName()) else { throw APIError.notFound }
    return account.acct
  }
}

extension SandboxResponse {
  /// An image as a PNG file, which never changes.
  static func image(_ image: GeneratedImage) -> SandboxResponse {
    SandboxResponse(
      headers: [
        "Content-Type": "image/png", "Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff",
      ], body: image.png)
  }
}
