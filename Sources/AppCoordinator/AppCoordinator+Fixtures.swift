import AppEnvironment
public import FeatureKit
public import Previews
import Session

extension AppCoordinator {
  /// The plugins of an app made from fixtures, for their previews.
  ///
  /// - Throws: ``AppError``; not in practice, since nothing is read that could fail.
  public static func createPreviewPlugins() throws -> [Plugin] {
    try AppCoordinator(dependencies: .fixtures.still(), choice: RunChoice(usesSandbox: true)).session.plugins
  }

  /// All previews: those of every plugin, and those of the whole app.
  ///
  /// - Throws: ``AppError``; not in practice, since only fixtures are read.
  public static func createPreviewGallery() async throws -> PreviewGallery {
    PreviewGallery(plugins: try createPreviewPlugins(), app: try await createPlacePreviews())
  }
}
