package eddy.launcher

import eddy.launcher.config.Settings

import java.io.PrintStream

/** `./eddy serve`. */
private[launcher] object Serve:
  def run(settings: Settings, out: PrintStream, err: PrintStream): Int =
    LogFormat.install(settings.logLevel)
    0
