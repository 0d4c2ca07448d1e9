package eddy.actor.internal.bytecode

import java.lang.classfile.Attributes
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** Where a reaction is written, from the line numbers in its class file. Looked up once for each class. */
private[actor] object SourceLine:
  private val known: ClassValue[String] = new ClassValue[String]:
    override protected def computeValue(of: Class[?] | Null): String = read(of.nn)

  /** As `File.scala:12`, or empty when the class file does not tell. */
  def of(reaction: AnyRef): String = known.get(reaction.getClass).nn

  private def read(of: Class[?]): String = ClassFiles.of(of).fold(""): file =>
    val source =
      file.findAttribute(Attributes.sourceFile()).nn.toScala.map(_.sourceFile().nn.stringValue().nn)
    val lines =
      for
        method <- file.methods().nn.asScala
        if Set("applyOrElse", "apply").contains(method.methodName().nn.stringValue().nn)
        code <- method.findAttribute(Attributes.code()).nn.toScala.toList
        table <- code.findAttribute(Attributes.lineNumberTable()).nn.toScala.toList
        line <- table.lineNumbers().nn.asScala
      yield line.lineNumber()
    source.fold("")(name => if lines.isEmpty then name else s"$name:${lines.min}")
end SourceLine
