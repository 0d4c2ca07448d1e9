package eddy.launcher

import eddy.bench.actors.Catalogue
import eddy.testing.FreePort

class CommandSuite extends eddy.testing.PatientSuite:
  private def refused(arguments: String*)(message: String)(using munit.Location): Unit =
    val run = Run(arguments*)
    assertEquals(run.err.trim, message)
    assertEquals(run.out, "")
    assertEquals(run.code, 2)

  test("a command that does not exist is refused with the one that was meant"):
    refused("sevre")("eddy: there is no command 'sevre'; did you mean 'serve'?")

  test("a command unlike any is refused with the list of commands"):
    refused("deploy")(
      "eddy: there is no command 'deploy'; there are serve, config, bench, trading, explain, verify, version, help, example, test"
    )

  test("an option that does not exist is refused with the one that was meant"):
    refused("serve", "--prot", "9000")("eddy: unknown option --prot; did you mean --port?")
    refused("serve", "--hots=0.0.0.0")("eddy: unknown option --hots; did you mean --host?")

  test("an option unlike any is refused with where to read on"):
    refused("serve", "--frobnicate")("eddy: unknown option --frobnicate; see ./eddy help serve")

  test("an option without its value is refused"):
    val run = Run("serve", "--port")
    assertEquals(run.code, 2)
    assert(run.err.contains("--port") && run.err.contains("./eddy help serve"), run.err)

  test("an option given twice is refused"):
    val run = Run("serve", "--port", "1", "--port", "2")
    assertEquals(run.code, 2)
    assert(run.err.contains("--port"), run.err)

  test("a word too many is refused"):
    refused("serve", "chat")("eddy: 'chat' is one word too many; see ./eddy help serve")

  test("help names every command"):
    val run = Run("help")
    assertEquals(run.code, 0)
    for command <- Seq("serve", "bench", "trading", "explain", "verify", "test", "config", "version", "help")
    do
      assert(run.out.contains(s"./eddy $command"), s"$command is missing in:\n${run.out}")

  test("help of a command names its options"):
    val run = Run("help", "serve")
    assertEquals(run.code, 0)
    for option <- Seq("--port", "--host", "--config") do assert(run.out.contains(option), run.out)

  test("--help behind a command is help of that command"):
    assertEquals(Run("serve", "--help"), Run("help", "serve"))
    assertEquals(Run("bench", "chat", "-h"), Run("help", "bench", "chat"))

  test("help of a command that does not exist is refused with the one that was meant"):
    refused("help", "serv")("eddy: there is no command 'serv'; did you mean 'serve'?")

  test("a wrong load is refused with the option and its value"):
    refused("bench", "chat", "--connections", "many")(
      "eddy: --connections many: must be a whole number; see ./eddy help bench chat"
    )
    refused("bench", "chat", "--rate", "0")(
      "eddy: --rate = 0.0: must be more than 0 and at most 1000000 a second; see ./eddy help bench chat"
    )
    refused("bench", "chat", "--url", "localhost:80")(
      "eddy: --url localhost:80: must begin with http:// and name a host, as in http://127.0.0.1:8080/; see ./eddy help bench chat"
    )

  test("a workload that does not exist is refused with those that do"):
    refused(
      "bench",
      "mail"
    )("eddy: there is no command 'mail'; there are chat, actors, remote, web, push, trading, abuse")

  test("wrong options of the actors' bench are refused with what was meant"):
    refused("bench", "actors", "--only", "pingpng")(
      "eddy: --only pingpng: there is no such workload; did you mean pingpong?"
    )
    refused("bench", "actors", "--only", "ring/77")(
      "eddy: --only ring/77: there is no such workload; there are ring/10, ring/100, ring/1000, ring/10000, ring/100000"
    )
    refused("bench", "actors", "--contenders", "eddy,erlng")(
      "eddy: --contenders erlng: there is no such contender; did you mean erlang?"
    )
    refused("bench", "actors", "--contenders", "akka")(
      "eddy: --contenders akka: there is no such contender; there are " +
        "eddy, threads, pekko-typed, pekko-classic, erlang, go"
    )
    refused("bench", "actors", "--samples", "0")(
      "eddy: --samples = 0: must be from 1 to 1000; see ./eddy help bench actors"
    )

  test("the bench of two processes has workloads and contenders of its own"):
    refused("bench", "remote", "--only", "ring")(
      "eddy: --only ring: there is no such workload; there are latency, pingpong, oneway, large, beside, ask, " +
        "spawn, broadcast, monitors, kill, footprint"
    )
    refused("bench", "remote", "--contenders", "erlang-node")(
      "eddy: --contenders erlang-node: there is no such contender; did you mean erlang-nodes?"
    )
    refused("bench", "remote", "--samples", "0")(
      "eddy: --samples = 0: must be from 1 to 1000; see ./eddy help bench remote"
    )
    val run = Run("bench", "remote", "--list")
    assertEquals(run.code, 0, run.err)
    for part <- Seq("senders=100 bytes=16", "pekko-jackson", "netty") do
      assert(run.out.contains(part), s"$part is missing in\n${run.out}")

  test("wrong options of the web server's bench are refused with what was meant"):
    refused("bench", "web", "--only", "plaintxt")(
      "eddy: --only plaintxt: there is no such workload; did you mean plaintext?"
    )
    refused("bench", "web", "--contenders", "tomcat")(
      "eddy: --contenders tomcat: there is no such contender; there are " +
        "eddy, netty, netty-worker, vertx, vertx-worker, pekko-http, pekko-worker, node, node-worker, node-cluster, " +
        "jetty-platform, jetty-virtual"
    )
    refused("bench", "web", "--contenders", ",")("eddy: --contenders is empty; see ./eddy help bench web")

  test("the web server's bench lists its workloads and contenders without measuring"):
    val run = Run("bench", "web", "--list")
    assertEquals(run.code, 0, run.err)
    for part <- Seq("plaintext", "figure 5 of Node.Scala", "jetty-virtual") do
      assert(run.out.contains(part), s"$part is missing in\n${run.out}")

  test("the channels' bench refuses wrong options, and lists what there is without measuring"):
    refused("bench", "push", "--only", "fanuot")(
      "eddy: --only fanuot: there is no such workload; did you mean fanout?"
    )
    refused("bench", "push", "--contenders", "ably")(
      "eddy: --contenders ably: there is no such contender; there are eddy, centrifugo, socket.io"
    )
    refused("bench", "push", "--only", ",")("eddy: --only is empty; see ./eddy help bench push")
    val run = Run("bench", "push", "--list")
    assertEquals(run.code, 0, run.err)
    for part <- Seq("tables II and III of the paper", "centrifugo", "artemis") do
      assert(run.out.contains(part), s"$part is missing in\n${run.out}")

  test("the trading bench refuses wrong options, and lists what there is without measuring"):
    refused("bench", "trading", "--only", "peek")(
      "eddy: --only peek: there is no such workload; did you mean peak?"
    )
    val run = Run("bench", "trading", "--list")
    assertEquals(run.code, 0, run.err)
    for part <- Seq("the article's table", "eddy-parallel", "tomcat") do
      assert(run.out.contains(part), s"$part is missing in\n${run.out}")

  test("the demonstration of many live actors refuses what does not go with it"):
    refused("bench", "actors", "--live", "many")(
      "eddy: --live many: must be a whole number; see ./eddy help bench actors"
    )
    refused("bench", "actors", "--live", "10000000000")(
      "eddy: --live 10000000000: must be at most 2147483647; see ./eddy help bench actors"
    )
    refused("bench", "actors", "--live", "-10000000000")(
      "eddy: --live -10000000000: must not be negative; see ./eddy help bench actors"
    )
    refused("bench", "actors", "--live", "0")(
      "eddy: --live = 0: must be from 1 to 2147483639, the length of an array; see ./eddy help bench actors"
    )
    refused("bench", "actors", "--live", "10", "--quick")(
      "eddy: --quick does not go with --live, which is one run of Eddy alone; see ./eddy help bench actors"
    )

  test("the actors' bench lists its workloads and contenders without measuring"):
    val run = Run("bench", "actors", "--list")
    assertEquals(run.code, 0, run.err)
    for part <- Seq("pingpong", "size=100000 tokens=10", "blockers=1000 sleep=10", "pekko-classic", "erlang")
    do
      assert(run.out.contains(part), s"$part is missing in\n${run.out}")

  test("a quick run of the actors' bench leaves out the largest workload, unless it is asked for"):
    def titles(options: (String, String)*) = ActorsCommand(Catalogue.local).plan(options.toMap).titles
    assert(titles().contains("spawn count=10000000"))
    assert(!titles("--quick" -> "true").contains("spawn count=10000000"))
    assert(titles("--quick" -> "true", "--only" -> "spawn").contains("spawn count=10000000"))
    assertEquals(titles("--only" -> "ring/100,skynet"), Seq("ring size=100 tokens=10", "skynet"))

  test("a few people get a few rooms by default"):
    assertEquals(ChatCommand.chatLoad(Map("--connections" -> "5")).rooms, 2)
    assertEquals(ChatCommand.chatLoad(Map()), eddy.bench.chat.ChatLoad())

  test("a server to measure that is not there is told, with exit code 1"):
    val run = Run("bench", "chat", "--url", s"http://127.0.0.1:${FreePort.any()}/", "--out", "bench")
    assertEquals(run.code, 1)
    assert(run.err.startsWith("eddy: cannot measure: cannot connect"), run.err)

  test("version names Eddy, the JDK and the machine"):
    val run = Run("version")
    assertEquals(run.code, 0)
    assert(run.out.startsWith(s"Eddy ${Version.number}"), run.out)
    assert(run.out.contains(Runtime.version.toString), run.out)
end CommandSuite
