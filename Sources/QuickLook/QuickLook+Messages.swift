public import FeatureKit
import Subprocesses
import TerminalKit

extension QuickLookError: AppErrorConvertible {
  public var appError: AppError {
    switch self {
    case .noFolder(let path): .storage(.refused(path: path))
    case .notMedia:
      .validation(
        "Not a known image, video or audio format, so no viewer opens it.",
        suggestion: "Type download to save the file.")
    case .noViewer:
      .validation(
        "No graphical viewer found.",
        suggestion: "Set HOWDAH_VIEWER to a program, or type download to save the file.")
    }
  }
}

extension QuickLook.Drawing {
  /// Why the picture itself is not shown, as a sentence; `nil` if it is.
  public var note: String? { failure?.message(hasColors: picture != nil) }
}

extension QuickLook.DrawingFailure {
  fileprivate func message(hasColors: Bool) -> String? {
    switch self {
    case .noProgram:
      hasColors ? "Only its colours are shown. Install chafa to see the image." : "Install chafa to see the image."
    case .notFetched(let error): "The image could not be loaded. \(AppError(error).message)"
    case .noPicture: "Not an image format that can be drawn."
    case .unreasonable(let width, let height): "The image is too large to draw: \(width) × \(height) pixels."
    case .notDrawn(.timedOut): "Drawing the image took too long."
    case .notDrawn(.tooMuch), .refused(.tooLarge): "The drawn image is too large for the terminal."
    case .notDrawn, .refused(.empty): "The image could not be drawn; its file may be damaged."
    case .noRecorder(let isSound):
      isSound
        ? "Install ffmpeg to see its wave."
        : hasColors
          ? "Only its colours are shown. Install ffmpeg to see its first frame."
          : "Install ffmpeg to see its first frame."
    case .recordingNotFetched(let error): "The recording could not be loaded. \(AppError(error).message)"
    case .noRecording: "Not a video or audio format that can be read."
    case .recordingNotRead(.timedOut): "Reading the recording took too long."
    case .recordingNotRead: "The recording could not be read; its file may be damaged."
    case .refused(.malformed): "The image is not shown: chafa's output contains unexpected control sequences."
    }
  }
}

extension QuickLook {
  /// The number and size of the cached pictures; `nil` if there are none.
  public var summary: String? {
    guard keptPictures > 0 else { return nil }
    return "\(keptPictures) \(keptPictures == 1 ? "picture" : "pictures"), \((keptBytes + 999) / 1000) KB"
  }
}
