import FeatureKit

extension CommandSyntax.Failure: AppErrorConvertible {
  var appError: AppError {
    switch self {
    case .unclosedQuote:
      .usage(
        "A quotation mark is not closed.",
        suggestion: #"Close it with ", or write \" for a quotation mark in the text."#)
    case .semicolonAfterOption:
      .usage(
        "A semicolon follows an option in the text.",
        suggestion: #"Put the text in quotes, or the options before it: post --cw food "Good night"; home."#)
    }
  }
}
