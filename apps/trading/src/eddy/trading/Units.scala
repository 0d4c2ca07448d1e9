package eddy.trading

/** A price in ticks, the market's smallest step: from 1 to [[Price.MaxTicks]]. Times the largest [[Quantity]] it still is a
  * `Long`; ten such amounts together are not.
  */
opaque type Price = Long

object Price:
  inline val MaxTicks = 1_000_000_000L

  /** @throws IllegalArgumentException when out of range */
  def apply(ticks: Long): Price =
    require(isPrice(ticks), s"ticks = $ticks: a price is from 1 to $MaxTicks ticks")
    ticks

  def from(ticks: Long): Option[Price] = Option.when(isPrice(ticks))(ticks)

  private def isPrice(ticks: Long) = ticks >= 1 && ticks <= MaxTicks
  given CanEqual[Price, Price] = CanEqual.derived
  given Ordering[Price] = Ordering.Long
  extension (price: Price) def ticks: Long = price
end Price

/** How many lots, the market's smallest amount: from 1 to [[Quantity.MaxLots]]. */
opaque type Quantity = Long

object Quantity:
  inline val MaxLots = 1_000_000_000L

  /** @throws IllegalArgumentException when out of range */
  def apply(lots: Long): Quantity =
    require(isQuantity(lots), s"lots = $lots: a quantity is from 1 to $MaxLots lots")
    lots

  def from(lots: Long): Option[Quantity] = Option.when(isQuantity(lots))(lots)

  private def isQuantity(lots: Long) = lots >= 1 && lots <= MaxLots
  given CanEqual[Quantity, Quantity] = CanEqual.derived
  extension (quantity: Quantity) def lots: Long = quantity
end Quantity

/** What is traded, as people name it: 1 to 16 letters, digits, dots and hyphens, such as `ACME`. */
opaque type Product = String

object Product:
  /** @throws IllegalArgumentException when it is no such name */
  def apply(name: String): Product = from(name).getOrElse(
    throw IllegalArgumentException(
      s"product \"$name\": a name has 1 to 16 letters, digits, dots and hyphens, such as ACME"
    )
  )
  def from(name: String): Option[Product] = Option.when(Names.fits(name, 16, ".-"))(name)
  given CanEqual[Product, Product] = CanEqual.derived
  given Ordering[Product] = Ordering.String
  extension (product: Product) def name: String = product
end Product

/** Who trades: 1 to 32 letters, digits, dots, hyphens and underscores. */
opaque type TraderId = String

object TraderId:
  /** @throws IllegalArgumentException when it is no such name */
  def apply(name: String): TraderId = from(name).getOrElse(
    throw IllegalArgumentException(
      s"trader \"$name\": a name has 1 to 32 letters, digits, dots, hyphens and underscores"
    )
  )
  def from(name: String): Option[TraderId] = Option.when(Names.fits(name, 32, "._-"))(name)
  given CanEqual[TraderId, TraderId] = CanEqual.derived
  extension (trader: TraderId) def name: String = trader
end TraderId

/** Checked for every order: without a regular expression, which would cost more than all else of the name. */
private object Names:
  /** Whether it has 1 to `longest` letters of ASCII, digits, and characters of `others`. */
  def fits(name: String, longest: Int, others: String): Boolean =
    name.nonEmpty && name.length <= longest && name.forall: c =>
      c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || others.indexOf(c) >= 0
