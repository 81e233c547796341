import FeatureKit
import MastodonKit
import StatusKit
import Testing

@Suite struct MastodonErrorTests {
  struct Translation: Sendable, CustomTestStringConvertible {
    var error: MastodonError
    var code: String
    var words: String
    var testDescription: String { code }
  }

  @Test func refusedReadingSaysNothingOfAChange() {
    let read = AppError(
      MastodonError.rejected(host: "shore.example", words: "why", operation: "load the home timeline"))
    #expect(read.suggestion == "Try again later, or ask the server's administrators.")
    let hotel = AppError(MastodonError.serverFailed(host: "shore.example", code: 511))
    #expect(hotel.suggestion.hasPrefix("The network that you are in wants you to sign in first"))
  }

  @Test(arguments: [
    Translation(
      error: .unreachable(host: "shore.example", reason: .unknownHost), code: "no_connection",
      words: "shore.example cannot be reached: there is no server of that name."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .refused), code: "no_connection",
      words: "shore.example cannot be reached: it does not answer."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .connectionLost), code: "no_connection",
      words: "shore.example cannot be reached: the connection broke."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .insecure), code: "no_connection",
      words: "shore.example cannot be reached: the connection is not secure."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .untrusted), code: "no_connection",
      words: "shore.example cannot be reached: no authority that this machine trusts has signed its certificate."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .wrongName), code: "no_connection",
      words: "shore.example cannot be reached: its certificate is for another name."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .expired), code: "no_connection",
      words: "shore.example cannot be reached: its certificate has expired."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .unreadableRoots), code: "no_connection",
      words: "shore.example cannot be reached: the trusted certificates cannot be read."),
    Translation(
      error: .tooLarge(host: "shore.example"), code: "invalid_input",
      words: "shore.example rejected this because it is too large."),
    Translation(
      error: .challenged(host: "shore.example"), code: "forbidden",
      words: "shore.example answered with a page that only a browser can pass."),
    Translation(
      error: .processing(host: "shore.example", seconds: 90, operation: "upload the file"), code: "server_error",
      words: "shore.example is not ready after 90 seconds, so it could not upload the file."),
    Translation(
      error: .processing(host: "shore.example", seconds: nil), code: "server_error",
      words: "shore.example is still putting this list together."),
    Translation(
      error: .rejected(host: "shore.example", words: "Validation failed: The poll has already ended"),
      code: "invalid_input", words: "The poll has ended."),
    Translation(
      error: .rejected(host: "shore.example", words: "Validation failed: You have already voted on this poll"),
      code: "invalid_input", words: "You already voted in that poll."),
    Translation(
      error: .rejected(
        host: "shore.example", words: "Cannot attach files that have not finished processing. Try again in a moment!"),
      code: "invalid_input", words: "shore.example is still processing the attachment."),
    Translation(
      error: .forbidden(host: "shore.example", words: "Your login is missing a confirmed e-mail address"),
      code: "forbidden", words: "Your email address on shore.example is not confirmed yet."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .offline), code: "no_connection",
      words: "shore.example cannot be reached: this machine has no network."),
    Translation(
      error: .unreachable(host: "shore.example", reason: .plainText), code: "no_connection",
      words: "shore.example cannot be reached: it leads to plain http, and only https is used."),
    Translation(
      error: .timedOut(host: "shore.example", seconds: 10), code: "timed_out",
      words: "shore.example did not answer within 10 seconds."),
    Translation(
      error: .invalidResponse(host: "shore.example", operation: "load the post"), code: "invalid_answer",
      words: "shore.example sent a response that Howdah can't read."),
    Translation(
      error: .unconfirmed(host: "shore.example", operation: "send the post"), code: "unconfirmed",
      words: "shore.example did not confirm the request to send the post."),
    Translation(
      error: .redirected(host: "shore.example", to: "social.shore.example"), code: "redirected",
      words: "shore.example redirects to social.shore.example."),
    Translation(
      error: .unauthorized(host: "shore.example"), code: "unauthorized",
      words: "shore.example does not accept this sign-in."),
    Translation(
      error: .forbidden(host: "shore.example", words: "This action is not allowed"), code: "forbidden",
      words: "shore.example does not allow this: This action is not allowed."),
    Translation(
      error: .forbidden(host: "shore.example", words: "This action is outside the authorized scopes"),
      code: "forbidden",
      words: "This sign-in does not have the permission that shore.example wants for this."),
    Translation(
      error: .forbidden(host: "shore.example", words: "Insufficient permissions: write:follows."), code: "forbidden",
      words: "This sign-in does not have the permission that shore.example wants for this."),
    Translation(
      error: .notFound(host: "shore.example", operation: "load the post"), code: "not_found",
      words: "shore.example could not load the post: not found."),
    Translation(
      error: .rejected(host: "shore.example", words: "Validation failed:\nText \u{1B}[31mcan't be blank!"),
      code: "invalid_input",
      words: "shore.example rejected the request: Validation failed: Text can't be blank!"),
    Translation(
      error: .rejected(host: "shore.example", words: ""), code: "invalid_input",
      words: "shore.example rejected the request without a reason."),
    Translation(
      error: .rateLimited(host: "shore.example", retryAfter: 42), code: "rate_limited",
      words: "Too many requests to shore.example."),
    Translation(
      error: .serverFailed(host: "shore.example", code: 503), code: "server_error",
      words: "shore.example reported a server error (503)."),
    Translation(
      error: .serverFailed(host: "shore.example", code: 503, retryAfter: 30), code: "server_error",
      words: "shore.example is busy or closed for maintenance (503)."),
    Translation(
      error: .serverFailed(host: "shore.example", code: 500, words: "The \u{1B}[31mdisk\nis full"),
      code: "server_error",
      words: "shore.example reported a server error (500): The disk is full."),
    Translation(
      error: .unsupported(host: "shore.example", operation: "vote"), code: "invalid_input",
      words: "shore.example cannot vote."),
    Translation(
      error: .lacks(host: "shore.example", feature: .lists), code: "invalid_input",
      words: "shore.example has no lists."),
    Translation(
      error: .notFound(host: "shore.example", operation: "find the account nobody"), code: "not_found",
      words: "No account @nobody on shore.example."),
    Translation(
      error: .unusableFile(name: "gull.jpg", words: "is empty"), code: "invalid_input", words: "gull.jpg is empty."),
    Translation(
      error: .unusableFolder(name: "/tmp/no", words: "does not exist"), code: "invalid_input",
      words: "/tmp/no does not exist."),
    Translation(
      error: .unavailable(words: "The file is torn: move it aside."), code: "unknown",
      words: "The file is torn: move it aside."),
    Translation(
      error: .unavailable(words: "The disk is full.", suggestion: "Free some space."), code: "unknown",
      words: "The disk is full."),
    Translation(error: .signedOut, code: "unauthorized", words: "You are not signed in."),
    Translation(error: .cancelled, code: "cancelled", words: "Stopped."),
  ])
  func everyErrorIsSaidInWords(_ translation: Translation) {
    let error = AppError(translation.error)
    #expect(error.code == translation.code)
    #expect(error.message == translation.words)
    #expect(error.suggestion.hasSuffix("."))
  }

  @Test(arguments: [
    ("pin the post", "Nothing was changed."), ("unpin the post", "Nothing was changed."),
    ("send the post", "Change it, then try again."), ("upload the file", "Change it, then try again."),
  ])
  func onlyWhatWasTypedCanBeChanged(_ operation: String, _ suggestion: String) {
    let error = MastodonError.rejected(host: "shore.example", words: "You have pinned five.", operation: operation)
    #expect(error.appError.suggestion == suggestion)
  }

  @Test(arguments: [
    ("reschedule the post", "Type scheduled for a list."),
    ("dismiss the announcement", "Type announcements for a list."),
    ("load the post", "It may have been deleted, or be hidden from you."),
    ("filter the post", "It may have been deleted, or be hidden from you."),
  ])
  func whatOnlyItsListShowsIsNotCalledHidden(_ operation: String, _ suggestion: String) {
    #expect(MastodonError.notFound(host: "shore.example", operation: operation).appError.suggestion == suggestion)
  }

  @Test func aServerNameWithoutADotIsCompleted() {
    let error = MastodonError.unreachable(host: "shore", reason: .unknownHost).appError
    #expect(error.suggestion == "Type the whole name of the server, such as shore.example.")
  }
}
