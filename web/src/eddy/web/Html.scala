package eddy.web

/** HTML in which all texts are escaped; two of equal markup are equal. Made by the interpolator, which takes
  * texts, numbers, other HTML, and options and lists of these:
  * {{{
  * def item(name: String) = html"<li>$name</li>"
  * response.html(html"<ul title="${list.title}">${list.names.map(item)}</ul>")
  * }}}
  * Each value is escaped for its place: a text, an attribute between quotes, or an address (`href`, `src`,
  * `action` …), of which the scheme must be http, https, mailto or tel, if there is one; another address
  * becomes `about:invalid`. Where no escaping makes a value safe it does not compile: in scripts, styles,
  * handlers such as `onclick`, attributes of htmx, Alpine, Vue and the like, addresses from which code is
  * loaded, comments, names of tags and attributes, and attributes without quotes. Nor does HTML that ends
  * within a tag, or that browsers would have to repair.
  */
final case class Html private[web] (markup: String):
  override def toString: String = markup

object Html:
  /** What the interpolator takes. Absent options and empty lists leave nothing. */
  type Part = Scalar | Option[Scalar | Iterable[Scalar]] | Iterable[Scalar | Option[Scalar]]
  type Scalar = Html | String | Char | Boolean | Int | Long | Float | Double | BigInt | BigDecimal

  val empty: Html = Html("")

  /** Takes markup as it is. Whatever a client can influence in it must have been escaped before. */
  def trusted(markup: String): Html = Html(markup)

extension (inline context: StringContext)
  /** See [[Html]]. */
  inline def html(inline parts: Html.Part*): Html = ${ HtmlMacro.made('context, 'parts) }
