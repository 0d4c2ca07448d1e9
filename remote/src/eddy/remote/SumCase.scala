package eddy.remote

/** A case of [[Pickler.sum]], made by [[Pickler.asCase]]. */
final class SumCase[A] private[remote] (
    private[remote] val name: String,
    private[remote] val pickler: Pickler[? <: A],
    private[remote] val test: A => Boolean
)
