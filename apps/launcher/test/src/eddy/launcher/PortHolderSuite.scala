package eddy.launcher

import eddy.testing.FreePort

import java.net.{InetAddress, ServerSocket}

class PortHolderSuite extends eddy.testing.PatientSuite:
  test("the process that listens on a port is found"):
    assume(System.getProperty("os.name") == "Linux", "only Linux has /proc")
    val socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    val holder =
      try PortHolder.of(socket.getLocalPort)
      finally socket.close()
    assert(holder.exists(_.startsWith(s"process ${ProcessHandle.current.pid} (java ")), holder)

  test("a port on which nobody listens has no holder"):
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
end PortHolderSuite
