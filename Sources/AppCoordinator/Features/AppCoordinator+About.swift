import AboutFeature
import FeatureKit

extension AppCoordinator {
  func createAboutPlugin() -> Plugin {
    About.plugin(
      model: About.Model(version: AppVersion.current) { [purchases = dependencies.purchases] in
        do {
          switch try purchases.flag() {
          case .notOffered: return .notOffered
          case .nobody(let file): return .nobody(file: file)
          case .supporter(let supporter): return .supporter(name: supporter.name, since: supporter.since)
          }
        } catch {
          return .unreadable(AppError(error))
        }
      })
  }
}
