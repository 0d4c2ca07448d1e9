package eddy.bench.contest

import java.io.File.pathSeparatorChar
import java.nio.file.{Files, Path}

/** Programs of this machine. */
private[bench] object Installed:
  /** On PATH, where the variable `EDDY_<NAME>` says, or where services are; else what to do to have it. */
  def program(name: String, remedy: String): Either[String, String] =
    val named = Option(System.getenv(s"EDDY_${name.toUpperCase.replace('-', '_')}")).filter(_.nonEmpty)
    val folders = Option(System.getenv("PATH")).toSeq.flatMap(_.split(pathSeparatorChar)) :+ "/usr/sbin"
    (named.toSeq ++ folders.map(f => s"$f/$name")).find(p => Files.isExecutable(Path.of(p)))
      .toRight(s"$name is not installed: $remedy")
