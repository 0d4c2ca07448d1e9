package eddy.bench.trading

import eddy.bench.contest.Program
import eddy.bench.web.WebContenders
import eddy.bench.web.run.Effort

/** Figures mean little without the versions of what was measured. */
class TradingVersionsSuite extends eddy.testing.PatientSuite:
  test("each contender on the JVM tells its version, and that of its way to the database"):
    val jars = Seq(
      "tomcat-embed-core-11.0.15",
      "tomcat-embed-el-11.0.15",
      "mariadb-java-client-4.0.0",
      "slf4j-api-2.0.17"
    )
    val told =
      for program <- TradingContenders.programs if program.program.isInstanceOf[Program.Jvm]
      yield program.name -> WebContenders.version(program.name, jars, Some("1a2b3c4"))
    val eddy = "commit 1a2b3c4, mariadb-java-client-4.0.0"
    assertEquals(
      told,
      Seq(
        "eddy" -> eddy,
        "eddy-parallel" -> eddy,
        "eddy-one" -> eddy,
        "tomcat" -> "tomcat-embed-core-11.0.15, mariadb-java-client-4.0.0"
      )
    )

  test("a run tells the version of the database server, or that it is not installed"):
    val line = TradingDiscipline.how(Effort.quick).last
    assert(line.matches("database: (MariaDB \\d.*|mariadbd is not installed: .*)"), line)
end TradingVersionsSuite
