package stranger

import eddy.state.*

import scala.collection.mutable

/** Services built on shared objects. */
object SharedServices:
  private val stock = StrangerCase("stock in a shared map by key"):
    val stock = SharedMap[Int, Int]()
    for sku <- 0 until 8 do stock(sku) = 1000
    handlers(
      i => stock(i % 8) = stock(i % 8) - 1,
      i => stock.updateWith(i % 8)(_.map(_ + 2)): Unit,
      i => if stock.getOrElse(i, 0) < 0 then throw IllegalStateException("below zero")
    ).leave(n => expect("pieces", stock.values.sum, 8000 + n))

  private val constantKeys = StrangerCase("two constant keys of one map"):
    val totals = SharedMap("net" -> 0, "tax" -> 0)
    handlers(
      _ => totals("net") = totals("net") + 10,
      _ => totals("tax") = totals.getOrElse("tax", 0) + 2,
      _ =>
        val moved = totals("net").min(1)
        totals("net") = totals("net") - moved
        totals("tax") = totals("tax") + moved
    ).leave(n => expect("sum", totals("net") + totals("tax"), 12 * n))

  private val transfer = StrangerCase("a transfer between two known keys"):
    val accounts = SharedMap.from((0 until 10).map(_ -> 100L))
    def move(from: Int, to: Int, n: Long): Unit =
      if accounts(from) < n then throw Rejected("funds")
      accounts(from) = accounts(from) - n
      accounts(to) = accounts(to) + n
    handlers(i => move(i % 10, (i + 3) % 10, 5), i => move(0, 1, i % 4), i => move(i % 2, 9 - i % 2, 3))
      .leave(_ => expect("money", accounts.values.sum, 1000L))

  private val checkThenAct = StrangerCase("a name is taken once"):
    val names = SharedSet[String]()
    val owners = SharedMap[String, Int]()
    val claims = SharedCounter()
    val claim: Int => Unit = i =>
      val name = s"name${i / 2}"
      if !names.contains(name) then
        names += name
        owners(name) = i
        claims.increment()
    handlers(claim, claim).leave: n =>
      expect("names", names.size, (n + 1) / 2).orElse(expect("claims", claims.value, (n + 1L) / 2))
        .orElse(expect("owners", owners.size, names.size))

  private val visits = StrangerCase("visits and a report that resets"):
    val visits = SharedCounter()
    val reported = SharedRef(0L)
    handlers(
      _ => visits += 1,
      _ => visits += 2,
      i => if i % 8 == 0 then reported.set(reported.get + visits.reset())
    )
      .leave(n => expect("visits", visits.value + reported.get, 3L * n))

  private val readAndAdd = StrangerCase("a quota that reads what it adds to"):
    val used = SharedCounter()
    val admitted = SharedBuffer[Int]()
    val admit: Int => Unit = i =>
      if used.value < 50 then
        used += 1
        admitted += i
    handlers(admit, admit).leave(n =>
      expect("used", used.value, (2L * n).min(50)).orElse(expect("admitted", admitted.size, used.value.toInt))
    )

  private val queue = StrangerCase("a shared queue worked off"):
    val queue = SharedQueue[Int]()
    val done = SharedRef(Set.empty[Int])
    handlers(
      i => queue += i,
      i => queue.enqueueAll(List(-i - 1)),
      _ => queue.dequeueOption().foreach(i => done.update(_ + i))
    )
      .leave(n => expect("jobs", queue.size + done.get.size, 2 * n))

  final case class Profile(name: String, friends: Set[Int])

  private val friends = StrangerCase("friends on both sides in a shared map"):
    val people = SharedMap.from((0 until 12).map(i => i -> Profile(s"p$i", Set.empty)))
    def change(id: Int)(f: Set[Int] => Set[Int]): Unit =
      people.updateWith(id)(_.map(p => p.copy(friends = f(p.friends)))): Unit
    def befriend(a: Int, b: Int): Unit = if a != b then
      change(a)(_ + b)
      change(b)(_ + a)
    def part(a: Int, b: Int): Unit =
      change(a)(_ - b)
      change(b)(_ - a)
    handlers(i => befriend(i % 12, i * 5 % 12), i => part(i % 12, i * 7 % 12)).leave: _ =>
      val all = people.snapshot
      require("mutual", all.forall((id, p) => p.friends.forall(f => all(f).friends(id))))

  private val sortedBids = StrangerCase("an order book in shared sorted maps"):
    val bids = SharedSortedMap[Int, Int]()(using Ordering.Int.reverse)
    val asks = SharedSortedMap[Int, Int]()
    val traded = SharedCounter()
    def trade(): Unit =
      for (bid, b) <- bids.headOption; (ask, a) <- asks.headOption if bid >= ask do
        val n = a.min(b)
        if b == n then bids -= bid else bids(bid) = b - n
        if a == n then asks -= ask else asks(ask) = a - n
        traded += n
    val buy: Int => Unit = i =>
      bids.updateWith(i % 10)(n => Some(n.getOrElse(0) + 3))
      trade()
    val sell: Int => Unit = i =>
      asks.updateWith(i % 10 + 2)(n => Some(n.getOrElse(0) + 2))
      trade()
    handlers(buy, sell).leave: n =>
      expect(
        "bids",
        bids.values.sum + traded.value,
        3L * n
      ).orElse(expect("asks", asks.values.sum + traded.value, 2L * n))

  private val cache = StrangerCase("a shared cache in front of a slow table"):
    val table = SharedMap.from((0 until 6).map(i => i -> i * i))
    val cache = SharedCache[Int, Int](100)
    val reads, sum = SharedCounter()
    val look: Int => Unit = i =>
      sum += cache.getOrElseUpdate(i % 6, { reads += 1; table(i % 6) })
    val write: Int => Unit = i =>
      table(i % 6) = table(i % 6) + 0
      cache -= i % 6
    handlers(look, look, write).leave(n =>
      expect("sum", sum.value, 2L * (0 until n).map(i => (i % 6) * (i % 6)).sum)
        .orElse(require("reads", reads.value >= 6.min(n)))
    )

  final class Shop(names: String*):
    private val carts = names.map(_ -> SharedMap[Int, Int]()).toMap
    private val orders = SharedBuffer[Map[Int, Int]]()
    private val revenue = SharedRef(BigDecimal(0))
    def add(user: String, sku: Int): Unit = carts.get(user) match
      case Some(cart) => cart.updateWith(sku)(n => Some(n.fold(1)(_ + 1))): Unit
      case None => throw Rejected(user)
    def order(user: String): Unit =
      val cart = carts(user)
      val content = cart.snapshot
      if content.nonEmpty then
        orders += content
        revenue.update(_ + content.values.sum * 3)
        cart.clear()
    def pieces: Int = carts.values.flatMap(_.values).sum + orders.snapshot.flatMap(_.values).sum
    def agrees: Boolean = revenue.get == orders.snapshot.flatMap(_.values).sum * 3

  private val shop = StrangerCase("a shop with a shared cart for each user"):
    val shop = Shop("ann", "bob")
    handlers(
      i => shop.add("ann", i % 3),
      i => shop.add(if i % 2 == 0 then "bob" else "ann", 1),
      i => shop.order("ann"),
      _ => shop.order("bob")
    )
      .leave(n => expect("pieces", shop.pieces, 2 * n).orElse(require("revenue", shop.agrees)))

  final class Member(val name: String):
    var points = 0

  private val mutableInside = StrangerCase("mutable objects inside a shared map"):
    val members = SharedMap[Int, Member]()
    handlers(
      i => members.getOrElseUpdate(i % 4, Member(s"m$i")).points += 1,
      i => members.get(i % 3).foreach(m => m.points -= 0),
      i => members.values.filter(_.name.nonEmpty).take(1).foreach(_.points += 0)
    ).leave(n => expect("points", members.values.map(_.points).sum, n))

  private val refOfMap = StrangerCase("an immutable map in a shared ref"):
    val scores = SharedRef(Map.empty[String, Int])
    val best = SharedRef(Option.empty[(String, Int)])
    val play: Int => Unit = i =>
      val name = s"p${i % 5}"
      val next = scores.get.getOrElse(name, 0) + 1
      scores.set(scores.get + (name -> next))
      if best.get.forall(_(1) < next) then best.set(Some(name -> next))
    handlers(play, i => play(i + 2)).leave: n =>
      expect(
        "sum",
        scores.get.values.sum,
        2 * n
      ).orElse(expect("best", best.get.map(_(1)), scores.get.values.maxOption))

  private val compareAndSet = StrangerCase("a lock word taken by compareAndSet"):
    val owner = SharedRef(0)
    val work = SharedCounter()
    val refused = SharedCounter()
    handlers(
      i =>
        if owner.compareAndSet(0, 1) then
          try work += 1
          finally owner.set(0)
        else refused += 1,
      _ => owner.update(identity)
    ).leave(n =>
      expect("calls", work.value + refused.value, n.toLong).orElse(expect("refused", refused.value, 0L))
    )

  object Registry:
    private val services = SharedMap[String, List[Int]]()
    val changes: SharedCounter = SharedCounter()
    def register(name: String, node: Int): Unit =
      services(name) = node :: services.getOrElse(name, Nil)
      changes.increment()
    def deregister(name: String): Option[Int] = services.getOrElse(name, Nil) match
      case node :: rest =>
        services(name) = rest
        changes.decrement()
        Some(node)
      case Nil => None
    def nodes: Int = services.values.map(_.size).sum
    def reset(): Unit =
      services.clear()
      changes.set(0)

  private val registry = StrangerCase("a registry in an object"):
    Registry.reset()
    handlers(
      i => Registry.register("db", i),
      i => Registry.register(s"web${i % 2}", i),
      _ => Registry.deregister("db"): Unit
    )
      .leave(_ => expect("nodes", Registry.nodes, Registry.changes.value.toInt))

  private val mixed = StrangerCase("a shared map beside a plain list and a var"):
    val index = SharedMap[Int, Int]()
    val rows = mutable.ArrayBuffer[String]()
    var version = 0
    val insert: Int => Unit = i =>
      index(version) = rows.size
      rows += s"row $i"
      version += 1
    handlers(insert, insert, _ => if index.size != rows.size then throw IllegalStateException("torn"))
      .leave(n =>
        expect(
          "rows",
          rows.size,
          2 * n
        ).orElse(expect("index", index.size, 2 * n)).orElse(expect("version", version, 2 * n))
      )

  private val bufferOfRefs = StrangerCase("shared refs in an immutable vector"):
    val shards = Vector.fill(4)(SharedRef(Map.empty[Int, Int]))
    def shard(key: Int): SharedRef[Map[Int, Int]] = shards(key % shards.size)
    handlers(
      i => shard(i).update(m => m.updated(i, m.getOrElse(i, 0) + 1)),
      i =>
        val s = shard(i / 2); s.set(s.get.updated(i / 2, s.get.getOrElse(i / 2, 0) + 1))
    ).leave(n => expect("sum", shards.map(_.get.values.sum).sum, 2 * n))

  private val rebalance = StrangerCase("two shared buffers kept level"):
    val (left, right) = (SharedBuffer[Int](), SharedBuffer[Int]())
    val add: Int => Unit = i => if left.size <= right.size then left += i else right += i
    handlers(add, i => add(-i)).leave: n =>
      expect(
        "items",
        left.size + right.size,
        2 * n
      ).orElse(require("level", (left.size - right.size).abs <= 1))

  private val pollVotes = StrangerCase("votes by choice in shared counters"):
    val votes = Map("a" -> SharedCounter(), "b" -> SharedCounter())
    val voters = SharedSet[Int]()
    val vote: Int => Unit = i => if voters.add(i / 2) then votes(if i % 3 == 0 then "a" else "b") += 1
    handlers(vote, vote).leave(n => expect("votes", votes.values.map(_.value).sum, (n + 1L) / 2))

  private val tupleKeys = StrangerCase("keys that are tuples and case classes"):
    final case class Seat(row: Int, number: Int)
    val seats = SharedMap[Seat, Int]()
    val rows = SharedMap[(String, Int), Int]()
    val sit: Int => Unit = i =>
      val seat = Seat(i % 4, i / 4 % 4)
      seats(seat) = seats.getOrElse(seat, 0) + 1
      rows(("row", i % 4)) = rows.getOrElse(("row", i % 4), 0) + 1
    handlers(sit, sit).leave(n =>
      expect("seats", seats.values.sum, 2 * n).orElse(expect("rows", rows.values.sum, 2 * n))
    )

  val all: List[StrangerCase] = List(
    stock,
    constantKeys,
    transfer,
    checkThenAct,
    visits,
    readAndAdd,
    queue,
    friends,
    sortedBids,
    cache,
    shop,
    mutableInside,
    refOfMap,
    compareAndSet,
    registry,
    mixed,
    bufferOfRefs,
    rebalance,
    pollVotes,
    tupleKeys
  )
end SharedServices
