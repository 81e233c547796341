import AboutFeature
import AppPreferences
import FeatureKit

extension AppCoordinator {
  func createAboutPlugin() -> Plugin {
    About.plugin(
      model: About.Model(version: AppVersion.current) { [preferences] in preferences.isSupporter })
  }
}
