import FileTestKit
import Foundation
import MastodonKit
import Subprocesses
import TerminalKit
import Testing

@testable import QuickLook

/// Video and sound, read by a shell script in place of ffmpeg.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10))) struct RecordingTests {
  let folder = TemporaryFolder()

  /// Writes as many points as asked for, or samples that become louder.
  private static let ffmpeg = """
    all="$*"
    case "$all" in
    *rawvideo*) s=${all#*scale=}; w=${s%%:*}; s=${s#*:}; h=${s%%:*}; head -c $((w * h * 3)) /dev/zero;;
    *) for i in 1 2 3 4; do head -c 2000 /dev/zero | tr '\\0' "\\\\2$((i * 15))"; done;;
    esac
    """

  private func makeScript(_ name: String, _ script: String) throws {
    let path = "\(folder.path)/bin/\(name)"
    try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
  }

  private func quickLook(timeout: Int = 20_000) -> QuickLook {
    let programs = Programs.live(environment: ["PATH": "\(folder.path)/bin:/usr/bin:/bin"])
    return QuickLook(
      base: "\(folder.path)/quick-look", programs: MediaPrograms(programs, timeout: timeout), now: 0)
  }

  private func subject(isSound: Bool, needsLength: Bool = true) -> QuickLook.Subject {
    QuickLook.Subject(
      url: nil, blurhash: "00OZZy", width: 16, height: 8, way: .blocks, colors: .trueColor, columns: 8, rows: 4,
      recording: QuickLook.Recording(
        url: "https://shore.example/a", isSound: isSound, needsLength: needsLength))
  }

  private nonisolated static func fetch(_ type: String?) -> QuickLook.Fetch {
    { request in
      let path = "\(request.folder)/\(request.name ?? "a").bin"
      try Data(repeating: 1, count: 64).write(to: URL(filePath: path))
      return DownloadedFile(path: path, bytes: 64, type: type)
    }
  }

  @Test func videoWithoutAPreviewIsShownByItsFirstFrame() async throws {
    try makeScript("ffmpeg", Self.ffmpeg)
    try makeScript("ffprobe", "echo 92.400000")
    let look = quickLook()
    let drawing = try await look.look(at: subject(isSound: false), fetch: Self.fetch("video/mp4"))
    #expect(drawing.picture?.columns == 8 && drawing.note == nil && drawing.seconds == 92.4)
    #expect(folder.names(in: "quick-look") == [])
    let again = try await look.look(at: subject(isSound: false)) { _ in throw CancellationError() }
    #expect(again.picture == drawing.picture, "it is kept")
  }

  @Test func soundIsAWaveWithItsLength() async throws {
    try makeScript("ffmpeg", Self.ffmpeg)
    let drawing = try await quickLook().look(at: subject(isSound: true), fetch: Self.fetch("audio/mpeg"))
    #expect(drawing.picture == nil && drawing.note == nil)
    #expect(drawing.wave?.count == 8)
    #expect(drawing.wave?.last == "█")
    #expect(drawing.seconds == 2)
  }

  @Test(arguments: [
    ("exit 1", "The recording could not be read; its file may be damaged."),
    ("exit 0", "The recording could not be read; its file may be damaged."),
    ("head -c 7 /dev/zero", "The recording could not be read; its file may be damaged."),
    ("yes", "The recording could not be read; its file may be damaged."),
    ("sleep 60", "Reading the recording took too long."),
  ])
  func damagedFileCostsOnlyThePicture(_ script: String, _ note: String) async throws {
    try makeScript("ffmpeg", script)
    let look = quickLook(timeout: script.hasPrefix("sleep") ? 200 : 20_000)
    let video = try await look.look(at: subject(isSound: false), fetch: Self.fetch("video/webm"))
    #expect(video.note == note)
    #expect(video.picture != nil, "its colours are shown instead")
    #expect(folder.names(in: "quick-look") == [])
  }

  @Test func fileOfAnotherFormatReachesNoProgram() async throws {
    try makeScript("ffmpeg", "echo x >>'\(folder.path)/runs'")
    for type in [nil, "text/plain", "image/png", "application/vnd.apple.mpegurl"] {
      let drawing = try await quickLook().look(at: subject(isSound: true), fetch: Self.fetch(type))
      #expect(drawing.note == "Not a video or audio format that can be read.")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/runs"))
  }

  @Test func withoutFfmpegNothingIsFetchedAndASentenceSaysWhy() async throws {
    let look = QuickLook(base: "\(folder.path)/quick-look", programs: MediaPrograms(.none), now: 0)
    let sound = try await look.look(at: subject(isSound: true)) { _ in throw QuickLookError.notMedia }
    #expect(sound.note == "Install ffmpeg to see its wave." && sound.wave == nil)
    let video = try await look.look(at: subject(isSound: false)) { _ in throw QuickLookError.notMedia }
    #expect(video.note == "Only its colours are shown. Install ffmpeg to see its first frame.")
  }

  @Test func onlyFilesOfANamedFormatAreOpened() {
    for arguments in [
      RecordingProgram.frame(of: "/a/recording.mp4", format: "mov", width: 8, height: 8),
      RecordingProgram.samples(of: "/a/recording.mp4", format: "mov"),
      RecordingProgram.length(of: "/a/recording.mp4", format: "mov"),
    ] {
      func value(_ name: String) -> String? { arguments.firstIndex(of: name).map { arguments[$0 + 1] } }
      #expect(value("-protocol_whitelist") == "file" && value("-f") == "mov")
    }
  }

  @Test(
    arguments: [
      ("92.4\n", 92.4), ("N/A\n", nil), ("", nil), ("-3\n", nil), ("1e99\n", nil), ("inf", nil), ("\u{1B}[2J", nil),
    ] as [(String, Double?)])
  func onlyAPossibleLengthIsBelieved(_ output: String, _ seconds: Double?) {
    #expect(RecordingProgram.length(in: Array(output.utf8)) == seconds)
  }

  @Test func silenceIsAFlatLine() {
    #expect(RecordingProgram.wave([UInt8](repeating: 128, count: 100), columns: 5) == "▁▁▁▁▁")
    #expect(RecordingProgram.wave([128], columns: 5) == nil)
    #expect(RecordingProgram.wave([128, 255, 0, 130], columns: 4) == "▁▇█▁")
  }
}
