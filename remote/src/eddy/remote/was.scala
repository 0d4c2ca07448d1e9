package eddy.remote

import scala.annotation.StaticAnnotation

/** The name that a field, or a case, had in earlier releases: bytes with that name are read for it. Several
  * annotations name several.
  * {{{
  * case class Order(@was("number") id: Long, price: Long) derives Pickler
  * }}}
  */
final class was(val name: String) extends StaticAnnotation
