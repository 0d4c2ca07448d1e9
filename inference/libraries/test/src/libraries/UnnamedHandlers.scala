package libraries

import java.io.StringWriter
import java.util.Map as JavaMap

import com.github.jknack.handlebars.Handlebars
import com.opencsv.CSVParserBuilder
import org.apache.velocity.VelocityContext
import org.apache.velocity.app.VelocityEngine
import org.jdom2.Element
import org.jdom2.output.XMLOutputter
import org.yaml.snakeyaml.Yaml

/** Libraries that the facts do not name: each object that handlers share has a lock of its own. */
object VelocityHandlers:
  private val engine =
    val engine = new VelocityEngine
    engine.init()
    engine

  val evaluate: String => String = id =>
    val context = new VelocityContext
    context.put("name", Users.name(id))
    val out = new StringWriter
    engine.evaluate(context, out, "user", "Hello $name")
    out.toString

object HandlebarsHandlers:
  private val template = new Handlebars().compileInline("Hello {{name}}")

  val apply: String => String = id => template.apply(JavaMap.of("name", Users.name(id)))

object SnakeYamlHandlers:
  private val yaml = new Yaml

  val dump: String => String = id => yaml.dump(JavaMap.of("id", id, "name", Users.name(id)))

object JdomHandlers:
  private val outputter = new XMLOutputter

  val output: String => String = id =>
    outputter.outputString(new Element("user").setAttribute("id", id).setText(Users.name(id)))

object OpenCsvHandlers:
  private val parser = new CSVParserBuilder().withSeparator(';').build()

  val parse: String => String = text => parser.parseLine(text).map(Users.name).mkString(",")
