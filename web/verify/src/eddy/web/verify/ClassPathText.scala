package eddy.web.verify

import java.io.File

/** The entries of a class path as build tools print it: one line of `java -cp`, one entry per line, or the
  * JSON array of Mill's `show`. Its entries begin with a checksum (`"qref:v1:1a2b3c4d:/home/me/shop.jar"`).
  */
private[eddy] object ClassPathText:
  private val quoted = "\"(?:q?ref:v\\d+:[0-9a-f]+:)?([^\"]+)\"".r

  def entries(text: String, separator: String = File.pathSeparator): List[String] =
    val trimmed = text.trim
    if trimmed.startsWith("[") then
      quoted.findAllMatchIn(trimmed).map(_.group(1).nn.replace("\\\\", "\\")).toList
    else trimmed.split(s"[\r\n$separator]").iterator.map(_.trim).filter(_.nonEmpty).toList
end ClassPathText
