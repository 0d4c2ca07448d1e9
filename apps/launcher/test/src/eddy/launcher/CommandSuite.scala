package eddy.launcher

class CommandSuite extends munit.FunSuite:
  private def refused(arguments: String*)(message: String)(using munit.Location): Unit =
    val run = Run(arguments*)
    assertEquals(run.err.trim, message)
    assertEquals(run.out, "")
    assertEquals(run.code, 2)

  test("a command that does not exist is refused with the one that was meant"):
    refused("sevre")("eddy: there is no command 'sevre'; did you mean 'serve'?")

  test("a command unlike any is refused with the list of commands"):
    refused("deploy")(
      "eddy: there is no command 'deploy'; there are serve, config, bench, version, help, test"
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
    for command <- Seq("serve", "bench", "test", "config", "version", "help") do
      assert(run.out.contains(s"./eddy $command"), s"$command is missing in:\n${run.out}")

  test("help of a command names its options"):
    val run = Run("help", "serve")
    assertEquals(run.code, 0)
    for option <- Seq("--port", "--host", "--config") do assert(run.out.contains(option), run.out)

  test("help of a command that does not exist is refused with the one that was meant"):
    refused("help", "serv")("eddy: there is no command 'serv'; did you mean 'serve'?")

  test("version names Eddy, the JDK and the machine"):
    val run = Run("version")
    assertEquals(run.code, 0)
    assert(run.out.startsWith(s"Eddy ${Version.number}"), run.out)
    assert(run.out.contains(Runtime.version.toString), run.out)
end CommandSuite
