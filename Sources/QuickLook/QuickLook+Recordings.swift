import MastodonKit
import Subprocesses
import TerminalKit

/// Video without a preview, and sound.
extension QuickLook {
  public struct Recording: Hashable, Sendable {
    public var url: String
    /// Whether it is a sound, which has a wave and no frame.
    public var isSound: Bool
    /// Whether its length is not known yet.
    public var needsLength: Bool
  }

  /// The part of a recording that was read.
  struct Reading: Sendable {
    var picture: Picture?
    var wave: String?
    var seconds: Double?
  }

  /// The maximum size of a recording to read, in bytes; the whole file is fetched.
  public static let maximumRecording = 64 << 20

  @concurrent static func readRecording(
    _ recording: Recording, as subject: Subject, in base: String, by programs: MediaPrograms, fetch: Fetch
  ) async throws(DrawingFailure) -> Reading {
    guard let ffmpeg = programs.find("ffmpeg") else { throw .noRecorder(isSound: recording.isSound) }
    let folder: PrivateFolder
    do { folder = try PrivateFolder(in: base, for: .look) } catch { throw .notFetched(error) }
    defer { folder.remove() }
    let file: DownloadedFile
    do {
      file = try await fetch(
        MediaDownload(url: recording.url, folder: folder.path, name: "recording", maxBytes: maximumRecording))
    } catch {
      throw .recordingNotFetched(error)
    }
    guard let format = file.type.flatMap(RecordingProgram.format) else { throw .noRecording }
    do throws(Programs.Failure) {
      var reading = Reading()
      if recording.isSound {
        let samples = try await programs.run(
          ffmpeg, RecordingProgram.samples(of: file.path, format: format),
          outputLimit: RecordingProgram.rate * RecordingProgram.seconds + 65_536)
        reading.wave = RecordingProgram.wave(samples, columns: subject.columns)
        let seconds = Double(samples.count) / Double(RecordingProgram.rate)
        if seconds < Double(RecordingProgram.seconds) { reading.seconds = seconds }
        if reading.wave == nil { throw .cannotStart }
      } else {
        reading.picture = try await frame(of: file.path, format, subject, ffmpeg, programs)
        if recording.needsLength, let ffprobe = programs.find("ffprobe") {
          // The frame is worth showing without the length.
          let output = try? await programs.run(
            ffprobe, RecordingProgram.length(of: file.path, format: format), outputLimit: 4096)
          reading.seconds = output.flatMap(RecordingProgram.length(in:))
        }
      }
      return reading
    } catch {
      throw .recordingNotRead(error)
    }
  }

  /// The first frame in cells of half blocks, which need no further program.
  private nonisolated static func frame(
    of file: String, _ format: String, _ subject: Subject, _ ffmpeg: String, _ programs: MediaPrograms
  ) async throws(Programs.Failure) -> Picture {
    let isKnown = subject.width > 0 && subject.height > 0
    let box = Picture.fit(
      width: isKnown ? subject.width : 16, height: isKnown ? subject.height : 9, columns: subject.columns,
      rows: subject.rows)
    let (width, height) = (box.columns, box.rows * 2)
    let bytes = try await programs.run(
      ffmpeg, RecordingProgram.frame(of: file, format: format, width: width, height: height),
      outputLimit: width * height * 3 + 1)
    guard bytes.count == width * height * 3 else { throw .cannotStart }
    let points = stride(from: 0, to: bytes.count, by: 3).map {
      Color(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
    }
    guard let picture = Picture(points: points, width: width, colors: subject.colors) else { throw .cannotStart }
    return picture
  }
}
