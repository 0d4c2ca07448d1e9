package eddy.launcher

import eddy.launcher.config.{Keys, Origin, Secrets}

import com.typesafe.config.{Config, ConfigRenderOptions}

/** `./eddy config`. */
private[launcher] object ConfigCommand:
  /** One line a key: value, and where it comes from. */
  def listing(config: Config): String =
    val lines = Keys.leaves(config).map: (key, value) =>
      val shown = Secrets.shown(key, value.render(ConfigRenderOptions.concise))
      (s"$key = $shown", Origin.of(value.origin))
    val width = lines.map(_(0).length).max
    lines.map((line, origin) => s"${line.padTo(width, ' ')}  # $origin").mkString("\n")
