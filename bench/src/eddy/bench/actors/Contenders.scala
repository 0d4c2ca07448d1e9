package eddy.bench.actors

import eddy.bench.contest.{Program, Wanted}

/** What there is to be measured, in the order of the table. */
private[actors] object Contenders:
  final case class Entry(name: String, program: Program) extends Wanted

  /** Within one process. */
  val local: Seq[Entry] = Seq(
    Entry(Contender.eddy, Program.Jvm("bench.contender", "eddy.bench.contender.Main")),
    Entry("threads", Program.Jvm("bench.peers.threads", "eddy.bench.peers.threads.Main")),
    Entry("pekko-typed", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("typed"))),
    Entry("pekko-classic", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("classic"))),
    Entry("erlang", Program.Native("erlang", "apt-get install erlang-base")),
    Entry("go", Program.Native("go", "apt-get install golang-go"))
  )

  /** Two processes each, on one machine. */
  val remote: Seq[Entry] = Seq(
    Entry(Contender.eddy, Program.Jvm("bench.node", "eddy.bench.node.Main", Seq("plain"))),
    Entry("eddy-tls", Program.Jvm("bench.node", "eddy.bench.node.Main", Seq("tls"))),
    Entry("eddy-jgroups", Program.Jvm("bench.node", "eddy.bench.node.Main", Seq("jgroups"))),
    Entry("netty", Program.Jvm("bench.peers.frames", "eddy.bench.peers.frames.Main")),
    Entry("pekko", Program.Jvm("bench.peers.artery", "eddy.bench.peers.artery.Main", Seq("tuned"))),
    Entry("pekko-jackson", Program.Jvm("bench.peers.artery", "eddy.bench.peers.artery.Main", Seq("jackson"))),
    Entry("erlang-nodes", Program.Native("erlang-nodes", "apt-get install erlang-base"))
  )
end Contenders
