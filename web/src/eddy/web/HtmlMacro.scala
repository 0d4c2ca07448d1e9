package eddy.web

import scala.quoted.{Expr, Quotes, Varargs, quotes}

/** The interpolator of [[eddy.web.Html]]: finds the places of the values when the program is compiled. */
object HtmlMacro:
  def made(context: Expr[StringContext], parts: Expr[Seq[Html.Part]])(using Quotes): Expr[Html] =
    import quotes.reflect.report
    (context, parts) match
      case ('{ StringContext(${ Varargs(texts) }*) }, Varargs(values)) =>
        val fixed = texts.map(t => StringContext.processEscapes(t.valueOrAbort))
        val scan = HtmlScan()
        val places =
          for (text, value) <- fixed.zip(values) yield
            scan.read(text)
            scan.place().fold(why => report.errorAndAbort(why, value), _.ordinal)
        scan.read(fixed.last)
        scan.unfinished.foreach(why => report.errorAndAbort(why, texts.last))
        '{
          HtmlText.joined(
            ${ Expr(fixed.toArray) },
            ${ Expr(places.toArray) },
            Array[Any](${ Varargs(values) }*)
          )
        }
      case _ => report.errorAndAbort("html is an interpolator: write html\"<p>$text</p>\"")
  end made
end HtmlMacro
