package eddy.landing

/** An application on the landing page. The texts are plain: they are escaped.
  *
  * @param href where it is mounted, such as `/chat/`
  * @param icon an image of this server, such as `/chat/eddy.svg`
  * @param action what the link says
  */
final case class Card(title: String, text: String, href: String, icon: String, action: String):
  require(
    href.startsWith("/") && !href.startsWith("//"),
    s"href = $href: must be a path on this server, such as /chat/"
  )
  require(icon.startsWith("/") && !icon.startsWith("//"), s"icon = $icon: must be a path on this server")

  private[landing] def html: String =
    s"""      <li><a class="card" href="${Card.escape(href)}">
       |        <img src="${Card.escape(icon)}" alt="">
       |        <strong>${Card.escape(title)}</strong>
       |        <span class="text">${Card.escape(text)}</span>
       |        <span class="go">${Card.escape(action)} <span aria-hidden="true">→</span></span>
       |      </a></li>""".stripMargin

private[landing] object Card:
  private def escape(text: String): String = text.flatMap:
    case '<' => "&lt;"
    case '>' => "&gt;"
    case '&' => "&amp;"
    case '"' => "&quot;"
    case c => c.toString
