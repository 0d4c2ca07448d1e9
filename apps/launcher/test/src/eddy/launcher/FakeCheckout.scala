package eddy.launcher

import eddy.testing.TestFolder

import java.nio.file.attribute.{FileTime, PosixFilePermissions}
import java.nio.file.{Files, Path, StandardCopyOption}
import java.time.Instant
import scala.jdk.CollectionConverters.*

/** A folder with the real ./eddy, beside a build tool and a JDK that only write down how they were called: what the
  * script decides shows in milliseconds, without building anything.
  */
final class FakeCheckout:
  // A blank in the path, since that is what careless scripts trip over.
  val home: Path = TestFolder.make("eddy script")
  val jdk: Path = home.resolve("jdk")
  private val real = Path.of(sys.env("EDDY_CHECKOUT"))

  private val pages = FakeCheckout.pages(real)

  for file <- Seq(
      "eddy",
      "build/find-jdk",
      "build/prepare",
      "build/example",
      "build/examples-path",
      FakeCheckout.usage
    ) ++ pages
  do
    Files.createDirectories(home.resolve(file).getParent)
    Files.copy(real.resolve(file), home.resolve(file), StandardCopyOption.COPY_ATTRIBUTES)
  write("build.mill", "")
  write("bench/peers/package.mill", "")
  write("testkit/package.mill", "")
  write("apps/package.mill", "object chat extends App")
  write("web/src/Web.scala", "")
  write("testkit/test/src/Test.scala", "")
  script("mill", FakeCheckout.mill)
  script("jdk/bin/java", FakeCheckout.java)
  script("jdk/bin/javac", "")
  write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n")
  ageSources()

  def write(file: String, text: String): Unit =
    Files.createDirectories(home.resolve(file).getParent)
    val _ = Files.writeString(home.resolve(file), text)

  def script(file: String, text: String): Unit =
    write(file, s"#!/bin/sh\n$text")
    val _ = Files.setPosixFilePermissions(home.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"))

  /** Makes a source newer than any build so far. */
  def edit(file: String): Unit =
    val _ = Files.setLastModifiedTime(home.resolve(file), FileTime.from(Instant.now.plusSeconds(60)))

  def ageSources(): Unit =
    val past = FileTime.from(Instant.now.minusSeconds(3600))
    for file <- Seq(
        "build.mill",
        "bench/peers/package.mill",
        "testkit/package.mill",
        "apps/package.mill",
        "web/src",
        "web/src/Web.scala",
        FakeCheckout.usage,
        FakeCheckout.texts,
        s"${FakeCheckout.texts}/..",
        s"${FakeCheckout.texts}/../..",
        s"${FakeCheckout.texts}/help"
      ) ++ pages
    do Files.setLastModifiedTime(home.resolve(file).normalize, past)

  /** How often the build tool has run. */
  def builds: Int = lines("mill.log")

  /** What the build tool was asked for. */
  def built: Seq[String] = Files.readAllLines(home.resolve("mill.log")).asScala.toSeq.map(_.split(' ').last)

  /** How often a start cache was trained. */
  def trainings: Int = lines("training.log")

  def eddy(arguments: String*): Run = start(home.resolve("eddy"), home, Map.empty, arguments*)

  def start(program: Path, folder: Path, environment: Map[String, String], arguments: String*): Run =
    val out = Files.createTempFile(TestFolder.make("eddy"), "eddy", ".out")
    val err = Files.createTempFile(TestFolder.make("eddy"), "eddy", ".err")
    val builder = new ProcessBuilder((program.toString +: arguments)*)
      .directory(folder.toFile).redirectOutput(out.toFile).redirectError(err.toFile)
    // nothing of the run that this test belongs to
    val ofThisRun = Seq("EDDY_TEST_ALL", "EDDY_TEST_BESIDE", "EDDY_TEST_COMPLETE")
    (Seq("JAVA_HOME", "EDDY_JAVA_OPTS", "CI") ++ ofThisRun).foreach(builder.environment.remove(_))
    builder.environment.put("EDDY_JAVA_HOME", jdk.toString)
    builder.environment.put("EDDY_REAL_JAVA", FakeCheckout.jdk("java"))
    builder.environment.put("EDDY_RUNNER", FakeCheckout.testRunner)
    environment.foreach((name, value) => builder.environment.put(name, value))
    val code = builder.start().waitFor()
    new Run(code, Files.readString(out), Files.readString(err))

  /** Starts ./eddy and does not wait for it. Its standard error is for the caller to read. */
  def begin(arguments: String*): Process =
    val builder = new ProcessBuilder((home.resolve("eddy").toString +: arguments)*).directory(home.toFile)
    builder.environment.put("EDDY_JAVA_HOME", jdk.toString)
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start()

  def remove(file: String): Unit = Files.delete(home.resolve(file))

  private def lines(file: String): Int =
    val log = home.resolve(file)
    if Files.exists(log) then Files.readAllLines(log).size else 0
end FakeCheckout

object FakeCheckout:
  private def jdk(program: String) = Path.of(System.getProperty("java.home"), "bin", program).toString

  /** The program behind `./eddy test`, compiled once for all tests. */
  private lazy val testRunner: String =
    val classes = TestFolder.make("eddy-runner").toString
    val sources = Path.of(sys.env("EDDY_CHECKOUT"), "build", "tests").toFile.listFiles.toSeq.map(_.toString)
    val javac =
      new ProcessBuilder((Seq(jdk("javac"), "-d", classes) ++ sources)*).redirectErrorStream(true).start()
    val output = String(javac.getInputStream.readAllBytes)
    if javac.waitFor() != 0 then throw IllegalStateException(output)
    classes

  private val texts = "apps/launcher/resources/eddy/launcher"
  private val usage = s"$texts/usage.txt"

  private def pages(checkout: Path): Seq[String] =
    checkout.resolve(s"$texts/help").toFile.list.toSeq.map(name => s"$texts/help/$name")

  private val mill =
    """case "$*" in *"show examples.runClasspath"*)
      |  printf '[\n  "qref:v1:87d7:/x y/tapir.jar",\n  "ref:v0:8a26:/x y/classes"\n]\n'
      |  exit ;;
      |esac
      |echo "$*" >> mill.log
      |[ ! -e break-build ] || { echo "does not compile"; exit 1; }
      |d=out/apps/launcher/dist.dest
      |case "$*" in *web.verify.dist*) d=out/web/verify/dist.dest ;; esac
      |rm -rf $d && mkdir -p $d/lib
      |cat web/src/Web.scala > $d/lib/a.jar
      |echo b > $d/lib/b.jar
      |printf 'b.jar\na.jar\n' > $d/classpath
      |cksum < $d/lib/a.jar | cut -d' ' -f1 > $d/id
      |""".stripMargin

  private val java =
    """here=$(dirname "$0")/../..
      |case "$*" in *build/tests/Tests.java*)
      |  while [ "$1" != build/tests/Tests.java ]; do shift; done
      |  shift
      |  exec "$EDDY_REAL_JAVA" -XX:TieredStopAtLevel=1 -cp "$EDDY_RUNNER" Tests "$@" ;;
      |esac
      |for a in "$@"; do
      |  case $a in -XX:AOTCacheOutput=*)
      |    echo . >> "$here/training.log"
      |    [ ! -e "$here/break-training" ] || { echo "cannot train"; exit 1; }
      |    [ ! -e "$here/interrupt-training" ] || { kill -INT $PPID; exit 130; }
      |    echo cache > "${a#*=}"
      |    exit ;;
      |  esac
      |done
      |for a in "$@"; do echo "<$a>"; done
      |""".stripMargin
end FakeCheckout
