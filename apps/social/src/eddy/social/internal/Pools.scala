package eddy.social.internal

import eddy.runtime.Engine
import eddy.social.SocialConfig

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.binder.MeterBinder

/** The pools for work that would take all workers of the engine. */
private[social] final class Pools(engine: Engine, config: SocialConfig) extends MeterBinder:
  val passwords: WorkPool =
    new WorkPool(engine, Pools.Passwords, config.passwordThreads, config.passwordQueue)

  val images: WorkPool = new WorkPool(engine, Pools.Images, config.imageThreads, config.imageQueue)

  /** Work on files that no request waits for. */
  val files: WorkPool = new WorkPool(engine, Pools.Files, 1, Pools.FilesQueue)

  def bindTo(registry: MeterRegistry): Unit =
    passwords.bindTo(registry)
    images.bindTo(registry)
    files.bindTo(registry)

private[social] object Pools:
  val Passwords = "social-passwords"
  val Images = "social-images"
  val Files = "social-files"
  private val FilesQueue = 8
