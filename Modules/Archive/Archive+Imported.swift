import FeatureKit
import StatusKit
import TerminalKit

extension Archive {
  /// The counts of what a file has, and of what was kept of it.
  struct Imported: Equatable, Sendable {
    /// The own posts, and those that were not known before.
    var posts = 0, added = 0
    var boosts = 0, favourites = 0, bookmarks = 0
    /// The favourites and bookmarks that are kept here, and are marked now.
    var keptFavourites = 0, keptBookmarks = 0
    /// The posts by another account, and its address.
    var others = 0, other: String?
    var unreadable = 0

    var toast: Toast {
      var toast = Toast(
        unreadable > 0 ? .warning : .success, StyledText(sentences.joined(separator: " ")),
        data: [
          .init("added", .int(added)), .init("known", .int(posts - added)), .init("boosts", .int(boosts)),
          .init("favourites", .int(favourites)), .init("marked_favourites", .int(keptFavourites)),
          .init("bookmarks", .int(bookmarks)), .init("marked_bookmarks", .int(keptBookmarks)),
          .init("unreadable", .int(unreadable)),
        ])
      if favourites > keptFavourites {
        toast.hint = "archive fetch favourites"
      } else if bookmarks > keptBookmarks {
        toast.hint = "archive fetch bookmarks"
      }
      return toast
    }

    /// The message alone, for a preview.
    var document: Document {
      Document(kind: "archive", blocks: [.paragraph(toast.text)], hint: toast.hint)
    }

    private var sentences: [String] {
      let known = posts - added
      var sentences = [
        "Added \(CountText.of(added, "post"))"
          + (known > 0 ? "; \(known) \(known == 1 ? "was" : "were") kept already." : ".")
      ]
      let marked = Self.list([(keptFavourites, "favourite"), (keptBookmarks, "bookmark")])
      if !marked.isEmpty { sentences.append("Marked \(marked) among the posts that are kept.") }
      let left = Self.list([
        (boosts, "boost"), (favourites - keptFavourites, "favourite"), (bookmarks - keptBookmarks, "bookmark"),
      ])
      if !left.isEmpty { sentences.append("Left out: \(left); only their addresses are there.") }
      if others > 0 { sentences.append("\(CountText.of(others, "post")) of another account left out.") }
      if unreadable > 0 { sentences.append("\(CountText.of(unreadable, "element")) could not be read.") }
      return sentences
    }

    private static func list(_ counts: [(count: Int, noun: String)]) -> String {
      counts.filter { $0.count > 0 }.map { CountText.of($0.count, $0.noun) }.joined(separator: ", ")
    }
  }
}

extension Archive.Imported {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let posts = Archive.Imported(posts: 2140, added: 2140)
    let addresses = Archive.Imported(
      posts: 2140, added: 12, boosts: 310, favourites: 9004, bookmarks: 57, keptFavourites: 688, keptBookmarks: 57)
    let damaged = Archive.Imported(posts: 3, added: 1, others: 2, unreadable: 4)
  }
}
