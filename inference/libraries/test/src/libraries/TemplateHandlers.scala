package libraries

import java.io.{StringReader, StringWriter}
import java.util.{Locale, Map as JavaMap}

import freemarker.template.{Configuration, Template}
import gg.jte.output.StringOutput
import gg.jte.{ContentType, TemplateEngine as JteEngine}
import org.thymeleaf.TemplateEngine
import org.thymeleaf.context.Context
import org.thymeleaf.templateresolver.StringTemplateResolver

object ScalatagsHandlers:
  import scalatags.Text.all.*

  val page: String => String = user =>
    html(head(scalatags.Text.tags2.title("User")), body(h1(Users.name(user)), p(cls := "id", user))).render

object JteHandlers:
  private val engine =
    JteEngine.create(new gg.jte.resolve.ResourceCodeResolver("templates"), ContentType.Html)

  val render: String => String = id =>
    val out = new StringOutput
    engine.render("user.jte", JavaMap.of[String, Object]("name", Users.name(id)), out)
    out.toString

object ThymeleafHandlers:
  private val engine =
    val engine = new TemplateEngine
    engine.setTemplateResolver(new StringTemplateResolver)
    engine

  val process: String => String = id =>
    val context = new Context(Locale.ENGLISH)
    context.setVariable("name", Users.name(id))
    engine.process("<p th:text=\"${name}\"></p>", context)

object FreeMarkerHandlers:
  private val configuration = new Configuration(Configuration.VERSION_2_3_34)
  private val template = new Template("user", new StringReader("<p>${name}</p>"), configuration)

  val process: String => String = id =>
    val out = new StringWriter
    template.process(JavaMap.of("name", Users.name(id)), out)
    out.toString
