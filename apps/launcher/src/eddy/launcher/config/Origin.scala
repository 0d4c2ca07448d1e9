package eddy.launcher.config

import com.typesafe.config.ConfigOrigin

/** Names the place that a value comes from: `option --port`, `eddy.conf:3`, `default`. */
private[launcher] object Origin:
  /** Where a value of reference.conf comes from. */
  val default = "default"

  def of(origin: ConfigOrigin): String =
    val file = origin.filename
    if origin.resource != null then default
    else if file != null then
      val here = java.nio.file.Path.of("").toAbsolutePath
      val path = java.nio.file.Path.of(file)
      val shown = if path.startsWith(here) then here.relativize(path) else path
      if origin.lineNumber > 0 then s"$shown:${origin.lineNumber}" else shown.toString
    else origin.description
