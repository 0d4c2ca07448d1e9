package eddy.web.internal

import scala.util.control.NoStackTrace

/** A chunked body is refused, as the failure of the piece that is malformed. */
private[internal] final class BadChunk(val refusal: Refusal)
    extends RuntimeException(refusal.detail)
    with NoStackTrace
