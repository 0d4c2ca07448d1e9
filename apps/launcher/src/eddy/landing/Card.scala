package eddy.landing

import eddy.web.*

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

  private[landing] def item: Html = html"""      <li><a class="card" href="$href">
        <img src="$icon" alt="">
        <strong>$title</strong>
        <span class="text">$text</span>
        <span class="go">$action <span aria-hidden="true">→</span></span>
      </a></li>"""

  private[landing] def button: Html = html"""<a class="action" href="$href">$action</a>"""
