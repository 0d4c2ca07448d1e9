package eddy.testing

class FreePortSuite extends PatientSuite:
  test("a port is given once, to this process and to others beside it"):
    val port = FreePort.any()
    assert(!FreePort.claim(port))
    val other = new ProcessBuilder(ChildJvm.ofTests("eddy.testing.Claim", port.toString)*)
      .redirectError(ProcessBuilder.Redirect.INHERIT).start()
    assertEquals(String(other.getInputStream.readAllBytes), "false")
    assertEquals(other.waitFor(), 0)
end FreePortSuite

/** Whether another process may have that port. */
object Claim:
  def main(port: Array[String]): Unit = print(FreePort.claim(port.head.toInt))
