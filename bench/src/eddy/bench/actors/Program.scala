package eddy.bench.actors

/** How a contender is made from the checkout. */
private[bench] enum Program derives CanEqual:
  /** A module of the build, which `dist` turns into jars.
    *
    * @param before words that its program gets before the workload
    */
  case Jvm(module: String, main: String, before: Seq[String] = Nil)

  /** Made by `bench/peers/build`, where its compiler is installed.
    *
    * @param remedy what to do where it is not
    */
  case Native(remedy: String)
end Program

private[bench] object Program:
  /** All contenders, in the order of the table. */
  val all: Seq[(name: String, program: Program)] = Seq(
    (Contender.eddy, Program.Jvm("bench.contender", "eddy.bench.contender.Main")),
    ("threads", Program.Jvm("bench.peers.threads", "eddy.bench.peers.threads.Main")),
    ("pekko-typed", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("typed"))),
    ("pekko-classic", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("classic"))),
    ("erlang", Program.Native("apt-get install erlang-base")),
    ("go", Program.Native("apt-get install golang-go"))
  )
