package eddy.launcher.config

import eddy.launcher.Run

import java.nio.file.Files

class PrecedenceSuite extends eddy.testing.PatientSuite:
  private val file =
    Run.folderWith("eddy.conf", "eddy.port = 3000\neddy.host = localhost\neddy.drain = 9 s\n")

  private def line(run: Run, key: String): String =
    assertEquals(run.code, 0, run.err)
    run.out.linesIterator.find(
      _.startsWith(s"eddy.$key = ")
    ).getOrElse(fail(s"no eddy.$key in:\n${run.out}")).replaceAll(" +", " ")

  test("an option goes before the environment, that before the file, that before the default"):
    given java.nio.file.Path = file
    given Map[String, String] = Map("EDDY_PORT" -> "4000", "EDDY_HOST" -> "127.0.0.1")
    val run = Run("config", "--port", "5000")
    assertEquals(line(run, "port"), "eddy.port = \"5000\" # option --port")
    assertEquals(line(run, "host"), "eddy.host = \"127.0.0.1\" # environment variable EDDY_HOST")
    assert(line(run, "drain").endsWith("eddy.conf:3"), line(run, "drain"))
    assertEquals(line(run, "log-level"), "eddy.log-level = \"info\" # default")

  test("the file named with --config is read instead of eddy.conf"):
    given java.nio.file.Path = file
    Files.writeString(file.resolve("other.conf"), "eddy { port = 3100 }\n")
    val run = Run("config", "--config", "other.conf")
    assert(line(run, "port").contains("3100"), run.out)
    assert(line(run, "host").endsWith("# default"), run.out)

  test("a variable is named after its key: upper case, with _ for each . and -"):
    assertEquals(Keys.variable("eddy.chat.max-text-length"), "EDDY_CHAT_MAX_TEXT_LENGTH")
    given Map[String, String] = Map("EDDY_ENGINE_EVENTS_PER_TURN" -> "7")
    assert(line(Run("config"), "engine.events-per-turn").contains("\"7\""))

  test("no two keys share a variable"):
    val names = Keys.leaves(Layers.reference).map((key, _) => Keys.variable(key))
    assertEquals(names.distinct, names)

  test("a variable that means nothing is told with the one that was meant, and ignored"):
    given Map[String, String] = Map("EDDY_PROT" -> "9000")
    val run = Run("config")
    assertEquals(run.code, 0)
    assertEquals(run.err.trim, "eddy: environment variable EDDY_PROT means nothing; did you mean EDDY_PORT?")

  test("variables of the script and the tests are no concern of the configuration"):
    given Map[String, String] = Map("EDDY_JAVA_OPTS" -> "-Xmx2g", "EDDY_TEST_ALL" -> "1")
    assertEquals(Run("config").err, "")
end PrecedenceSuite
