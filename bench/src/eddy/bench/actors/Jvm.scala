package eddy.bench.actors

import eddy.bench.Machine
import eddy.bench.contest.{Dist, Program}

import java.nio.file.Path

/** Contenders on the JVM. All get the same flags. */
private[actors] object Jvm:
  def contender(name: String, dist: Dist, program: Program.Jvm, home: Path): Contender =
    Contender(
      name,
      version(name, dist, home),
      c => dist.command(flags(c.heap), program.main, program.before ++ c.words)
    )

  def flags(heap: String): Seq[String] =
    Seq(
      s"-Xms$heap",
      s"-Xmx$heap",
      "-XX:+UseParallelGC",
      // else the cores write the same cards, message after message
      "-XX:+UseCondCardMark",
      "-XX:+UseCompactObjectHeaders",
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED"
    )

  /** Of the library that is named as it is; of Eddy itself the commit. */
  private def version(name: String, dist: Dist, home: Path): String =
    if Contender.isEddy(name) then Machine.commit(home).fold("unknown commit")("commit " + _)
    else
      val library = name.takeWhile(_ != '-')
      val own = Seq(s"$library-actor_", s"$library-transport-4")
      val versions = dist.libraries.filter(l => own.exists(l.startsWith(_))).map(_.split('-').last)
      versions.headOption.fold("the JDK's own")(version => s"$library $version")
end Jvm
