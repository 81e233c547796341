internal import FoundationEssentials
public import MastodonKit

extension Endpoint {
  /// Uploads a file; the server may still process it after it has responded.
  ///
  /// - Parameter isFirstVersion: Whether the first version of the API is used, which some servers have alone.
  public static func uploadMedia(_ form: MultipartForm, isFirstVersion: Bool = false) -> Endpoint<MediaReceipt> {
    .receipt(.post, isFirstVersion ? "/api/v1/media" : "/api/v2/media", [], .multipart(form), "upload the file")
  }

  /// The state of an upload that is not posted yet.
  public static func media(_ id: MediaAttachment.ID) -> Endpoint<MediaReceipt> {
    .receipt(.get, "/api/v1/media/:id", [id.rawValue], nil, "check whether the file is ready")
  }

  private static func receipt(
    _ method: HTTPRequest.Method, _ template: String, _ arguments: [String], _ body: EndpointBody?,
    _ operation: String
  ) -> Endpoint<MediaReceipt> {
    .init(
      method, template, arguments: arguments, body: body, access: .account, scope: .writeMedia,
      operation: operation
    ) { response, _ in
      let attachment = try MastodonJSON.decode(MediaAttachment.self, from: response.body)
      // 202 after an upload, 206 while it is processed.
      return MediaReceipt(attachment: attachment, isReady: response.status == 200)
    }
  }

  /// Changes the alt text and focal point of an upload that is not posted yet.
  public static func updateMedia(_ edit: MediaEdit) -> Endpoint<MediaAttachment> {
    var fields: [Field] = []
    fields.add("description", edit.description)
    fields.add("focus", edit.focus?.parameter)
    return .init(
      .put, "/api/v1/media/:id", edit.id.rawValue, body: fields.form, access: .account, .writeMedia,
      to: "describe the file"
    ).checked(rereading: { _ in Endpoint<MediaReceipt>.media(edit.id).map { receipt, _, _ in receipt.attachment } }) {
      edit.description?.isTrimmed(equalTo: $0.description ?? "") ?? true ? [] : [.altText]
    }
  }
}
