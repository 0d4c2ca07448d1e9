package eddy.launcher

import eddy.bench.Machine

import java.nio.file.Path

/** What runs, and on what. */
private[launcher] object Version:
  val number = "0.1.0"

  def text: String =
    val property = System.getProperties
    Seq(
      s"Eddy $number${commit.fold("")(c => s" ($c)")}",
      s"${property.get("java.vm.name")} ${Runtime.version}",
      Seq("os.name", "os.version", "os.arch").map(property.get(_)).mkString(" ") +
        s", ${Runtime.getRuntime.availableProcessors} cores"
    ).mkString("\n")

  /** Of the checkout that it was built from. */
  private def commit: Option[String] =
    Option(System.getProperty("eddy.home")).map(Path.of(_)).flatMap(Machine.commit)
