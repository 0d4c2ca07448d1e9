package eddy.web.internal

import eddy.testing.FreePort

import java.net.{InetAddress, ServerSocket}

class PortHolderSuite extends eddy.testing.PatientSuite:
  test("the process that listens on a port is found"):
    assume(System.getProperty("os.name") == "Linux", "only Linux has /proc")
    val socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    val holder =
      try PortHolder.of(socket.getLocalPort)
      finally socket.close()
    assert(holder.exists(_.toString.startsWith(s"process ${ProcessHandle.current.pid} (java ")), holder)
    assertEquals(holder, PortHolder.own)

  test("a port without a listener has no holder"):
    assertEquals(PortHolder.of(FreePort.any()), None)

  test("of a line of /proc/net/tcp, a listening socket on the port counts"):
    val line =
      "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 31337 1 0 100 0 0 10 0"
    assertEquals(PortHolder.listening(line, 8080), Some("31337"))
    assertEquals(PortHolder.listening(line, 8081), None)
    assertEquals(PortHolder.listening(line.replace(" 0A ", " 01 "), 8080), None)

  test("a JVM is shown by its main class"):
    val words = Seq(
      "/opt/jdk/bin/java",
      "-Xmx1g",
      "-cp",
      "/a.jar:/b.jar",
      "eddy.launcher.Main",
      "serve",
      "--port",
      "80"
    )
    assertEquals(PortHolder.shortened(words), Seq("java", "eddy.launcher.Main", "serve", "--port", "80"))
    assertEquals(
      PortHolder.shortened(Seq("/usr/bin/python3", "-m", "http.server")),
      Seq("python3", "-m", "http.server")
    )

  test(
    "the message tells another server of the process, another run of the program, and other programs apart"
  ):
    val own = PortHolder(7, Seq("java", "shop.Main", "--port", "80"))
    val rows = Seq(
      Some(own) -> "by another server of this process, process 7 (java shop.Main --port 80)",
      Some(PortHolder(8, Seq("java", "shop.Main"))) -> "by this program, which runs already as process 8",
      Some(PortHolder(8, Seq("java", "Other"))) -> "by another program, process 8 (java Other)",
      Some(PortHolder(8, Seq("nginx:", "master"))) -> "by another program, process 8 (nginx: master)",
      None -> "by another program: stop that one"
    )
    for (holder, text) <- rows do
      assert(clue(PortHolder.told(holder, Some(own))).startsWith(text))
    assert(PortHolder.told(
      Some(PortHolder(8, Seq("java", "shop.Main"))),
      None
    ).startsWith("by another program"))
end PortHolderSuite
