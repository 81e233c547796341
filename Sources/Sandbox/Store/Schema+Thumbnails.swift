import GRDB

extension Schema {
  /// Thumbnails chosen by the user.
  static let thumbnails = Step(
    sql: """
      ALTER TABLE media ADD COLUMN thumbnail TEXT;
      ALTER TABLE media ADD COLUMN thumbnail_width INTEGER;
      ALTER TABLE media ADD COLUMN thumbnail_height INTEGER;
      """)
}
