package eddy.web.internal

/** A request that is answered without its route: the status and the explanation that the client sees. */
private[eddy] final case class Refusal(status: Int, detail: String, headers: Seq[(String, String)] = Nil)
