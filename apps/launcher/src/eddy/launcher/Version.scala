package eddy.launcher

import java.nio.file.{Files, Path}

/** What runs, and on what. */
private[launcher] object Version:
  val number = "0.1.0"

  def text: String =
    s"""Eddy $number${commit.fold("")(c => s" ($c)")}
       |${System.getProperty("java.vm.name")} ${Runtime.version}
       |${System.getProperty("os.name")} ${System.getProperty("os.version")} ${System.getProperty(
        "os.arch"
      )}, ${Runtime.getRuntime.availableProcessors} cores""".stripMargin

  /** The commit of the checkout, if it is one. */
  private def commit: Option[String] =
    Option(System.getProperty("eddy.home")).map(Path.of(_)).filter(h =>
      Files.exists(h.resolve(".git"))
    ).flatMap: home =>
      val git = new ProcessBuilder(
        "git",
        "-C",
        home.toString,
        "describe",
        "--always",
        "--dirty"
      ).redirectErrorStream(true)
      try
        val process = git.start()
        val line = new String(process.getInputStream.readAllBytes).trim
        Option.when(process.waitFor() == 0 && line.nonEmpty)(line)
      catch case _: java.io.IOException => None // no git: the version number has to do
end Version
