internal import Crypto
internal import FoundationEssentials

/// Decrypts content in records: the encoding `aes128gcm` of RFC 8188, and `aesgcm` of the drafts before it.
struct RecordCipher {
  /// The padding of records.
  enum Coding {
    /// Each record ends with a delimiter and padding; the last record has a different delimiter.
    case standard
    /// Each record begins with the length of its padding; the last record is shorter than the others.
    case early
  }

  private let coding: Coding
  private let key: SymmetricKey
  private let nonce: [UInt8]

  private static let tagSize = 16

  /// Derives the key and the nonce from the shared key material.
  ///
  /// `context` is the key derivation context of the drafts; the standard has none.
  init(_ coding: Coding, material: SymmetricKey, salt: [UInt8], context: [UInt8] = []) {
    self.coding = coding
    let name = coding == .standard ? "aes128gcm" : "aesgcm"
    func derive(_ info: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8) + context,
        outputByteCount: count)
    }
    key = derive(name, 16)
    nonce = derive("nonce", 12).withUnsafeBytes { Array($0) }
  }

  /// Decrypts all records; each has the given size, except for the last.
  func open(_ content: ArraySlice<UInt8>, recordSize: Int) throws(PushFailure) -> [UInt8] {
    // In the drafts the record size excludes the authentication tag.
    let step = coding == .standard ? recordSize : recordSize + Self.tagSize
    let least = Self.tagSize + (coding == .standard ? 1 : 2)
    guard step > least else { throw .recordSize }
    guard !content.isEmpty else { throw .cutOff }
    var text: [UInt8] = []
    var rest = content
    var number: UInt64 = 0
    while !rest.isEmpty {
      let record = rest.prefix(step)
      rest = rest.dropFirst(step)
      guard record.count >= least else { throw .cutOff }
      // In the drafts the last record is shorter: content that ends with a full one is incomplete.
      if coding == .early, rest.isEmpty, record.count == step { throw .cutOff }
      text += try unpadded(try decrypt(record, number), isLast: rest.isEmpty)
      number += 1
    }
    return text
  }

  private func decrypt(_ record: ArraySlice<UInt8>, _ number: UInt64) throws(PushFailure) -> [UInt8] {
    var nonce = nonce
    for place in 0..<8 { nonce[11 - place] ^= UInt8(truncatingIfNeeded: number >> UInt64(8 * place)) }
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce), ciphertext: record.dropLast(Self.tagSize),
        tag: record.suffix(Self.tagSize))
      return Array(try AES.GCM.open(box, using: key))
    } catch {
      throw .sealed
    }
  }

  private func unpadded(_ record: [UInt8], isLast: Bool) throws(PushFailure) -> ArraySlice<UInt8> {
    switch coding {
    case .standard:
      guard let end = record.lastIndex(where: { $0 != 0 }) else { throw .padding }
      switch (record[end], isLast) {
      case (2, true), (1, false): return record[..<end]
      // The delimiter of a record that is not the last.
      case (1, true): throw .cutOff
      default: throw .padding
      }
    case .early:
      let padding = Int(record[0]) << 8 | Int(record[1])
      guard record.count >= 2 + padding, record[2..<(2 + padding)].allSatisfy({ $0 == 0 }) else { throw .padding }
      return record[(2 + padding)...]
    }
  }
}
