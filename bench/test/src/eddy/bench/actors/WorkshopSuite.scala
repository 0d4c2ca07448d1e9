package eddy.bench.actors

import eddy.bench.contest.Workshop

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

class WorkshopSuite extends eddy.testing.PatientSuite:
  /** A checkout whose build tool makes an empty program of each module that it is told, but for Pekko. */
  private def checkout(): Path =
    val home = Files.createTempDirectory("eddy workshop")
    def script(file: String, text: String): Unit =
      Files.createDirectories(home.resolve(file).getParent)
      Files.writeString(home.resolve(file), s"#!/bin/sh\n$text")
      Files.setPosixFilePermissions(home.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x")): Unit
    script(
      "mill",
      """echo "$@" >> mill.log
        |for a in "$@"; do case $a in
        |  *pekko.dist) echo "[error] pekko does not compile" >&2; exit 1 ;;
        |  *.dist) d=out/$(echo "${a%.dist}" | tr . /)/dist.dest; mkdir -p "$d"; echo own-1.jar > "$d/classpath" ;;
        |esac; done
        |""".stripMargin
    )
    script(
      "bench/peers/build",
      "echo \"go: built, go 1.0\"; echo \"erlang: missing, get it\"; echo told $* > built\n"
    )
    home
  end checkout

  private def make(home: Path, names: String*) =
    val said = Seq.newBuilder[String]
    val (made, leftOut) =
      Catalogue.local.make(new Workshop(home, home.resolve("build.log"), line => said += line), names)
    (made, leftOut, said.result())

  test("contenders on the JVM run with the same flags, from the jars of their module"):
    val home = checkout()
    val (made, leftOut, said) = make(home, "threads", "eddy")
    assertEquals((made.map(_.name), leftOut), (Seq("eddy", "threads"), Nil))
    assertEquals(said, Seq("building bench.contender, bench.peers.threads ..."))
    val commands = made.map(_.command(Workloads.ring(10)))
    assertEquals(commands.map(_.takeRight(3)).distinct, Seq(Seq("ring", "size=10", "tokens=10")))
    assertEquals(commands.map(_.filter(_.startsWith("-X"))).distinct.size, 1)
    assert(commands.head.contains(s"$home/out/bench/contender/dist.dest/lib/own-1.jar"), commands.head)
    assert(made.head.command(Workloads.spawn(10_000_000)).contains("-Xmx12g"))

  test("what does not build is left out with the reason, the others are there"):
    val home = checkout()
    val (made, leftOut, _) = make(home, "eddy", "pekko-typed", "pekko-classic")
    assertEquals(made.map(_.name), Seq("eddy"))
    assertEquals(leftOut.map(_.contender), Seq("pekko-typed", "pekko-classic"))
    assert(clue(leftOut.head.why).startsWith("it does not build: [error] pekko does not compile"))
    assert(Files.readString(home.resolve("build.log")).contains("pekko does not compile"))

  test("a peer without its compiler is left out with what to install, the others are there"):
    val home = checkout()
    val (made, leftOut, _) = make(home, "erlang", "go")
    assertEquals(made.map(c => (c.name, c.version)), Seq(("go", "go 1.0")))
    assertEquals(made.head.command(Fakes.echo), Seq(s"$home/.eddy/peers/go", "echo", "size=1"))
    assertEquals(leftOut.map(_.contender), Seq("erlang"))
    assert(clue(leftOut.head.why).endsWith("apt-get install erlang-base"))
    assert(!Files.exists(home.resolve("mill.log")), "nobody asked for a JVM contender")

  test("nothing is built for those that are not asked for"):
    val home = checkout()
    val _ = make(home, "eddy")
    assert(!Files.exists(home.resolve("built")))
    assertEquals(
      Files.readString(home.resolve("mill.log")).trim.split(' ').filter(_.contains("dist")).toSeq,
      Seq("bench.contender.dist")
    )
end WorkshopSuite
