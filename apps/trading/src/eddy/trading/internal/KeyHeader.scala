package eddy.trading.internal

import eddy.web.Request

/** The key of an order as the header that many clients send with what they may repeat. */
private[trading] object KeyHeader:
  private val Name = "Idempotency-Key"

  /** The fields with the header's key, where there is one.
    *
    * @throws FieldProblem when they have another key
    */
  def joined(request: Request, fields: Fields): Fields =
    val keys = sent(request)
    if keys.isEmpty then fields
    else
      val all = (fields.values.get("key") ++ keys).toVector.distinct
      if all.size > 1 then
        val values = all.map(_.take(64)).mkString(" and ")
        throw FieldProblem(
          400,
          "key",
          "two-keys",
          s"key and the header $Name differ ($values): send one of the two, or the same in both"
        )
      Fields(fields.values.updated("key", all.head))

  /** Of several orders each has a key of its own: who relies on the header would place them twice. */
  def refused(request: Request): Unit =
    if sent(request).nonEmpty then
      throw FieldProblem(
        400,
        Name,
        "unused",
        s"the header $Name is for one order: in a batch give each order a key of its own"
      )

  private def sent(request: Request): Seq[String] =
    if request.header(Name).isEmpty then Nil
    else request.headers.collect { case (name, value) if name.equalsIgnoreCase(Name) => unquoted(value) }

  /** The header's draft has the key in quotes, and most clients send it without. */
  private def unquoted(value: String): String =
    if value.length >= 2 && value.startsWith("\"") && value.endsWith("\"") then
      value.substring(1, value.length - 1)
    else value
end KeyHeader
