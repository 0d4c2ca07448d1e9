package stranger

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.boundary

/** Accounts, transfers, ledgers and wallets. */
object Banking:
  final class Account(val id: Int, private var balance: Long):
    def amount: Long = balance
    def deposit(n: Long): Unit = balance += n
    def withdraw(n: Long): Unit =
      if n > balance then throw Rejected(s"$id has only $balance")
      balance -= n

  final class Bank(size: Int):
    private val accounts = Vector.tabulate(size)(Account(_, 100))
    def transfer(from: Int, to: Int, amount: Long): Unit =
      accounts(from).withdraw(amount)
      accounts(to).deposit(amount)
    def total: Long = accounts.map(_.amount).sum

  private val transfers = StrangerCase("transfers between accounts of a vector"):
    val bank = Bank(8)
    handlers(i => bank.transfer(i % 8, (i * 3 + 1) % 8, 7), i => bank.transfer((i + 5) % 8, i % 8, 11))
      .leave(_ => expect("money", bank.total, 800L))

  private val twoAccounts = StrangerCase("two captured accounts"):
    val (rent, savings) = (Account(1, 1000), Account(2, 1000))
    def move(from: Account, to: Account)(amount: Int): Unit =
      from.withdraw(amount)
      to.deposit(amount)
    handlers(move(rent, savings), i => move(savings, rent)(i % 9))
      .leave(_ => expect("money", rent.amount + savings.amount, 2000L))

  private val mapOfBalances = StrangerCase("balances in a map of longs"):
    val balances = mutable.LongMap[Long]()
    for id <- 0L until 5L do balances(id) = 50
    val pay: Int => Unit = i =>
      val (from, to) = ((i % 5).toLong, ((i + 2) % 5).toLong)
      if balances(from) >= 3 then
        balances(from) -= 3
        balances(to) += 3
    handlers(pay, pay).leave(_ => expect("money", balances.valuesIterator.sum, 250L))

  final case class Posting(account: String, amount: BigDecimal)

  final class Ledger:
    private val postings = mutable.ArrayBuffer[Posting]()
    private val sums = mutable.HashMap[String, BigDecimal]()
    def book(debit: String, credit: String)(amount: BigDecimal): Unit =
      post(Posting(debit, -amount))
      post(Posting(credit, amount))
    private def post(p: Posting): Unit =
      postings += p
      sums(p.account) = sums.getOrElse(p.account, BigDecimal(0)) + p.amount
    def balanced: Boolean = sums.values.sum == BigDecimal(0)
    def entries: Int = postings.size
    def agrees: Boolean = postings.groupMapReduce(_.account)(_.amount)(_ + _) == sums.toMap

  private val ledger = StrangerCase("double entry"):
    val ledger = Ledger()
    handlers(
      i => ledger.book("cash", s"cost${i % 3}")(i),
      i => ledger.book(s"cost${i % 2}", "cash")(BigDecimal(1.25))
    )
      .leave: n =>
        expect("postings", ledger.entries, 4 * n).orElse(require("it balances", ledger.balanced))
          .orElse(require("sums agree", ledger.agrees))

  opaque type Wallet = Array[Int]
  object Wallet:
    def apply(coins: Int*): Wallet = coins.toArray
    extension (w: Wallet)
      def pay(n: Int): Boolean = w.indexWhere(_ >= n) match
        case -1 => false
        case at =>
          w(at) -= n
          true
      def earn(n: Int): Unit = w(w.indices.minBy(w(_))) += n
      def coins: Int = w.foldLeft(0)(_ + _)

  private val wallet = StrangerCase("wallet as an opaque array"):
    import Wallet.*
    val wallet = Wallet(50, 20, 10)
    var outside = 0
    val spend: Int => Unit = _ => if wallet.pay(3) then outside += 3
    val earn: Int => Unit = _ =>
      if outside >= 2 then
        outside -= 2
        wallet.earn(2)
    handlers(spend, earn).leave(_ => expect("money", wallet.coins + outside, 80))

  trait Currency[A]:
    def cents(a: A): Long
  final case class Euro(n: Int)
  final case class Yen(n: Int)
  given Currency[Euro] = e => e.n * 100L
  given Currency[Yen] = y => y.n * 1L

  final class Till:
    private var cents = 0L
    def put[A](a: A)(using c: Currency[A]): Unit = cents += c.cents(a)
    def content: Long = cents

  private val till = StrangerCase("a till for every currency with a type class"):
    val till = Till()
    handlers(_ => till.put(Euro(2)), i => till.put(Yen(3))).leave(n =>
      expect("cents", till.content, 203L * n)
    )

  private val interest = StrangerCase("interest on an array of doubles"):
    val balances = Array.fill(16)(64.0)
    var paid = 0.0
    val pay: Int => Unit = _ =>
      for i <- balances.indices do
        balances(i) += 0.5
        paid += 0.5
    val charge: Int => Unit = i =>
      balances(i % 16) -= 0.25
      paid -= 0.25
    handlers(pay, charge).leave(_ => expect("money", balances.sum, 1024 + paid))

  enum Command:
    case Deposit(id: Int, n: Int)
    case Withdraw(id: Int, n: Int)
    case Close(id: Int)

  final class Teller:
    private val open = mutable.SortedMap[Int, Int]()
    private var cash = 0
    def execute(c: Command): Unit = c match
      case Command.Deposit(id, n) =>
        open.update(id, open.getOrElse(id, 0) + n)
        cash += n
      case Command.Withdraw(id, n) if open.get(id).exists(_ >= n) =>
        open(id) -= n
        cash -= n
      case Command.Withdraw(_, _) => throw Rejected("not enough")
      case Command.Close(id) => open.remove(id).foreach(cash -= _)
    def difference: Int = open.values.sum - cash

  private val teller = StrangerCase("commands matched by a teller"):
    val teller = Teller()
    handlers(
      i => teller.execute(Command.Deposit(i % 6, 10)),
      i => teller.execute(Command.Withdraw((i + 1) % 6, 4)),
      i => if i % 10 == 9 then teller.execute(Command.Close(i % 6))
    ).leave(_ => expect("difference", teller.difference, 0))

  private val retries = StrangerCase("a withdrawal retried by name"):
    var balance = 10_000
    var attempts = 0
    @tailrec def retry[A](times: Int)(body: => A): A =
      val result =
        try Some(body)
        catch case _: IllegalStateException if times > 1 => None
      result match
        case Some(a) => a
        case None => retry(times - 1)(body)
    val withdraw: Int => Unit = i =>
      retry(3):
        attempts += 1
        if (attempts & 1) == 0 then throw IllegalStateException("busy")
        balance -= 1
    handlers(withdraw).leave(n => expect("balance", balance, 10_000 - n))

  private val tree = StrangerCase("departments as a tree of costs"):
    final class Department(val name: String, val parts: List[Department]):
      var spent = 0
      def find(n: String): Option[Department] =
        if n == name then Some(this) else parts.iterator.map(_.find(n)).collectFirst { case Some(d) => d }
      def total: Int = spent + parts.map(_.total).sum
    val root = Department("all", List(Department("it", List(Department("ops", Nil))), Department("hr", Nil)))
    handlers(
      i => root.find(List("it", "ops", "hr")(i % 3)).foreach(_.spent += 5),
      _ => root.find("all").foreach(d => d.spent += 1)
    ).leave(n => expect("spent", root.total, 6 * n))

  private val exchange = StrangerCase("an exchange that stops at the first match"):
    val asks = mutable.PriorityQueue[(Int, Int)]()(using Ordering.by((price, _) => -price))
    val open = mutable.HashMap[Int, Int]()
    var traded = 0
    val sell: Int => Unit = i =>
      asks.enqueue((i % 7, i))
      open(i) = 5
    val buy: Int => Unit = i =>
      boundary:
        while asks.nonEmpty do
          val (price, id) = asks.dequeue()
          if price > i % 7 + 3 then
            asks += ((price, id))
            boundary.break()
          open.remove(id).foreach(n => traded += n)
          boundary.break()
    handlers(sell, buy).leave(n =>
      expect("quantity", open.values.sum + traded, 5 * n)
        .orElse(expect("asks", asks.size, open.size))
    )

  private val swap = StrangerCase("two variables swapped"):
    var (left, right) = (300, 700)
    val swap: Int => Unit = _ =>
      val old = left
      left = right
      right = old
    val shift: Int => Unit = i =>
      left -= i
      right += i
    handlers(swap, shift).leave(_ => expect("money", left + right, 1000))

  private val fees = StrangerCase("fees collected through a setter"):
    object Fees:
      private var _total = 0
      def total: Int = _total
      def total_=(n: Int): Unit = if n >= 0 then _total = n
    handlers(_ => Fees.total += 3, _ => Fees.total += 4).leave(n => expect("fees", Fees.total, 7 * n))

  abstract class Product0(protected var value: Int):
    def grow(): Unit
    def worth: Int = value
  final class Bond(v: Int) extends Product0(v):
    def grow(): Unit = value += 1
  final class Stocks(v: Int) extends Product0(v):
    private var trades = 0
    def grow(): Unit =
      trades += 1
      value += 2
  private val portfolio = StrangerCase("a portfolio of products with a protected variable"):
    val products: Seq[Product0] = Seq(Bond(1), Stocks(2), Bond(3))
    handlers(_ => products.foreach(_.grow()), i => products(i % 3).grow()).leave: n =>
      val single = (0 until n).map(i => if i % 3 == 1 then 2 else 1).sum
      expect("worth", products.map(_.worth).sum, 6 + 4 * n + single)

  val all: List[StrangerCase] = List(
    transfers,
    twoAccounts,
    mapOfBalances,
    ledger,
    wallet,
    till,
    interest,
    teller,
    retries,
    tree,
    exchange,
    swap,
    fees,
    portfolio
  )
end Banking
