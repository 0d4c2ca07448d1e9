package eddy.bench.actors

import java.io.File.pathSeparatorChar
import java.nio.file.{Files, Path}

/** How a contender is made from the checkout. */
private[actors] enum Program(programs: Seq[String] = Nil, packaged: String = "") derives CanEqual:
  /** A module of the build, which `dist` turns into jars. */
  case Jvm(module: String, main: String) extends Program()

  /** Sources that a compiler of this machine turns into a program.
    *
    * @param folder of the sources in the checkout
    */
  case Erlang(folder: String) extends Program(Seq("erl", "erlc"), "erlang-base")
  case Go(folder: String) extends Program(Seq("go"), "golang-go")

  /** What it lacks among the programs on `path`, and what to do. */
  def missing(path: String): Option[String] =
    programs.find(Program.find(_, path).isEmpty).map: name =>
      s"the program $name is missing; to have it: apt-get install $packaged"

private[actors] object Program:
  /** All contenders, in the order of the table. */
  private[actors] val all: Seq[(name: String, program: Program)] = Seq(
    (Contender.eddy, Program.Jvm("bench.contender", "eddy.bench.contender.Main")),
    ("threads", Program.Jvm("bench.peers.threads", "eddy.bench.peers.threads.Main")),
    ("pekko-typed", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Typed")),
    ("pekko-classic", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Classic")),
    ("erlang", Program.Erlang("bench/peers/erlang")),
    ("go", Program.Go("bench/peers/go"))
  )

  /** A program on the PATH of this process. */
  private[actors] def find(name: String, path: String): Option[Path] =
    path.split(pathSeparatorChar).iterator.filter(_.nonEmpty).map(Path.of(
      _,
      name
    )).find(Files.isExecutable(_))
