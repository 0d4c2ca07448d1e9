package libraries

import java.io.{StringReader, StringWriter}
import scala.jdk.CollectionConverters.*

import org.apache.commons.csv.{CSVFormat, CSVPrinter}
import org.apache.commons.lang3.builder.ToStringBuilder
import org.apache.commons.lang3.tuple.Pair
import org.apache.commons.lang3.{RandomStringUtils, StringUtils}
import org.jsoup.Jsoup
import org.jsoup.safety.Safelist

object CommonsLangHandlers:
  val strings: String => String = id =>
    val pair = Pair.of(StringUtils.capitalize(Users.name(id)), StringUtils.leftPad(id, 8, '0'))
    new ToStringBuilder(pair).append(
      "left",
      pair.getLeft
    ).append("token", RandomStringUtils.insecure().nextAlphanumeric(8))
      .toString

object CommonsCsvHandlers:
  private val format = CSVFormat.DEFAULT.builder().setHeader("id", "name").setSkipHeaderRecord(true).get()

  val print: String => String = id =>
    val out = new StringWriter
    val printer = new CSVPrinter(out, format)
    printer.printRecord(id, Users.name(id))
    out.toString

  val parse: String => String = text =>
    format.parse(new StringReader(text)).asScala.map(record => Users.name(record.get("id"))).mkString(",")

object JsoupHandlers:
  val parse: String => String = text =>
    val document = Jsoup.parse(text)
    document.select("a[href]").asScala.map(link => Users.name(link.attr("href"))).mkString(",")

  val clean: String => String = text => Jsoup.clean(Users.name(text), Safelist.basic())
