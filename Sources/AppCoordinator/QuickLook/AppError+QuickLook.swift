public import FeatureKit
public import QuickLook
import TerminalKit

/// The one place where what went wrong with media is put into the app's words.
extension QuickLookError: AppErrorConvertible {
  /// The same error in the app's words.
  public var appError: AppError {
    switch self {
    case .noFolder(let path): .storage(.refused(path: path))
    case .notMedia:
      .validation(
        "That file is no picture, film or sound that is known, so no viewer gets it.",
        suggestion: "Keep it as a file: save.")
    case .noViewer:
      .validation(
        "There is no viewer that you would see.",
        suggestion: "Set HOWDAH_VIEWER to a program, or keep it as a file: save.")
    }
  }
}

extension QuickLook.Trouble {
  /// Why there is no picture, as a sentence; `nil` where there never is one.
  func words(hasColors: Bool) -> String? {
    switch self {
    case .noProgram:
      hasColors ? "These are its colours; the program chafa would draw it." : "The program chafa would draw it."
    case .notFetched(let error): "The picture could not be fetched. \(AppError(error).words)"
    case .noPicture: "What is there is no picture of a kind that is drawn."
    case .unreasonable(let width, let height):
      "The picture says that it has \(width) × \(height) points, which is too large to be drawn."
    case .notDrawn(.timedOut): "The picture took too long to draw."
    case .notDrawn(.tooMuch), .refused(.tooLarge): "The picture came out larger than there is room for."
    case .notDrawn, .refused(.empty): "The picture could not be drawn; its file may be damaged."
    case .refused(.malformed):
      "What chafa drew was not shown: there was more in it than a picture of this kind has."
    }
  }
}
