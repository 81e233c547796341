/// Why a push cannot be read, or an address cannot be pushed to.
///
/// No case carries anything that was encrypted, nor a key.
public enum PushFailure: Error, Hashable, Sendable {
  /// Nothing came.
  case empty
  /// More came than any push has.
  case tooLong(limit: Int)
  /// It ends before it should.
  case cutOff
  /// It was said to be base64, and is not.
  case noBase64
  /// It is encrypted in a way that is none of Web Push's.
  case unknownEncoding(String)
  /// The older way of encrypting needs this part of this header field.
  case missing(part: String, field: String)
  /// What should be the sender's public key is none.
  case noSenderKey
  /// It says that its records are smaller than any record can be.
  case recordSize
  /// None of the keys opens it: it is for somebody else, or was changed.
  case sealed
  /// It was opened, and ends in a way that nobody writes.
  case padding
  /// It was opened, and is no notification of Mastodon's.
  case noNotification
  /// It is signed by another server than the one that the subscription is with, or the signature is damaged.
  case wrongSignature
  /// It was signed for another address than the one that it should arrive at.
  case wrongAudience
  /// An address that no server pushes to.
  case noEndpoint
  /// An address that would be pushed to in the clear, on another machine.
  case plainEndpoint
}
