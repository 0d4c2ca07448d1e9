package eddy.web.conformance

import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory
import scala.jdk.CollectionConverters.given

import org.w3c.dom.{Element, NodeList}

/** What became of one of h2spec's cases. */
final case class H2case(section: String, title: String, failure: Option[String], isSkipped: Boolean):
  def name: String = s"$section $title"

/** h2spec, a conformance test of HTTP/2 servers written in Go. */
final class H2spec(home: Path):
  /** Runs every case against a server. */
  def run(port: Int, arguments: String*): Seq[H2case] =
    val report = Files.createTempFile("h2spec", ".xml")
    try
      // its default of two seconds for an answer suits machines that do nothing else
      val command =
        Seq(home.resolve("h2spec").toString, "-h", "127.0.0.1", "-p", port.toString, "-o", "30") ++
          Seq("-j", report.toString)
      // Its exit code repeats the report.
      H2spec.run(Path.of(""), command ++ arguments, mayFail = true)
      H2spec.parse(report)
    finally Files.delete(report)

object H2spec:
  /** Builds it, once.
    * @return `None`, after saying why, when that failed: the network may be away
    */
  def prepare(go: Path): Option[Path] =
    val sources = Seq("go.mod", "go.sum").map(name => Cache.script(s"h2spec/$name"))
    try
      val home = Cache.folder("h2spec", go.toString +: sources.map(Files.readString(_))): fresh =>
        sources.foreach(file => Files.copy(file, fresh.resolve(file.getFileName)))
        val package_ = "github.com/summerwind/h2spec/cmd/h2spec"
        run(fresh, Seq(go.toString, "build", "-mod=mod", "-o", "h2spec", package_), mayFail = false)
      Some(home)
    catch
      case e: RuntimeException =>
        println(s"h2spec: ${e.getMessage}")
        None

  private def run(folder: Path, command: Seq[String], mayFail: Boolean): Unit =
    val process =
      ProcessBuilder(command.asJava).directory(folder.toAbsolutePath.toFile).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    val code = process.waitFor()
    if code != 0 && !mayFail then
      throw RuntimeException(s"${command.mkString(" ")} failed with exit code $code:\n$output")

  private def parse(report: Path): Seq[H2case] =
    val document = DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(report.toFile)
    elements(document.getElementsByTagName("testcase")).map: testcase =>
      val failures =
        elements(testcase.getElementsByTagName("failure")) ++ elements(testcase.getElementsByTagName("error"))
      H2case(
        testcase.getAttribute("package"),
        testcase.getAttribute("classname"),
        failures.headOption.map(_.getTextContent.strip),
        testcase.getElementsByTagName("skipped").getLength > 0
      )

  private def elements(nodes: NodeList): Seq[Element] =
    (0 until nodes.getLength).map(nodes.item).collect { case e: Element => e }
end H2spec
