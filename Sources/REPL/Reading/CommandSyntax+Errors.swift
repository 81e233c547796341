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
    case .semicolonAfterSingleQuotes:
      .usage(
        "A semicolon follows a text in single quotes, which do not end it.",
        suggestion: #"Put the text in double quotes, or -- before it to keep all of it: post "Good night"; home."#)
    case .missingFile: .usage("No file after the >.", suggestion: "Name one: home > home.txt.")
    case .missingProgram: .usage("No program after the |.", suggestion: "Name one: home --json | jq length.")
    case .doubleBar:
      .usage(
        "“||” has no meaning here.", suggestion: "A semicolon separates commands; the first that fails ends the line.")
    case .outputAfterText:
      .usage(
        "The output of a command that takes a text can't go elsewhere.",
        suggestion: "Put all of the text in quotes, or leave out the rest.")
    case .onlyAmpersand:
      .usage(
        "A text before & needs quotes, and there is none.", suggestion: "Leave out the &, or write \"&\" to send that.")
    case .wordAfterFile:
      .usage(
        "Unexpected text after the file name.",
        suggestion: "Quote a name with spaces, or put a semicolon before the next command.")
    }
  }
}
