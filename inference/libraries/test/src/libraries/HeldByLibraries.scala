package libraries

import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

import com.fasterxml.jackson.databind.node.POJONode
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.google.common.base.Optional as GuavaOptional
import com.google.common.collect.{
  ArrayListMultimap,
  FluentIterable,
  HashBasedTable,
  HashMultiset,
  ImmutableList,
  ImmutableMap,
  Iterables,
  Lists,
  Maps,
  Multimaps
}
import org.apache.commons.lang3.tuple.{Pair, Triple}

/** An object of the application's that collections and pairs of third parties hold. Each handler changes it.
  */
final class HeldByLibraries(account: Visits):
  private val mapper = ObjectMapper()
  private def pair = Pair.of("a", account)
  private def multimap =
    val map = ArrayListMultimap.create[String, Visits]()
    map.put("a", account): Unit
    map

  /** One of the two is compared. */
  private def counting(a: Visits, b: Visits): Int =
    a.count += 1
    b.count += 1
    0

  val ways: Seq[(String, String => Unit)] = Seq(
    ("a pair", _ => pair.getRight.count += 1),
    ("a pair in a list", _ => List(pair).foreach(_.getRight.count += 1)),
    ("a pair in a list, mapped", _ => List(pair).map(_.getRight).foreach(_.count += 1)),
    (
      "a pair as an entry",
      _ => List[java.util.Map.Entry[String, Visits]](pair).foreach(_.getValue.count += 1)
    ),
    (
      "pairs compared by value",
      _ =>
        val pairs = java.util.ArrayList[java.util.Map.Entry[String, Visits]](java.util.List.of(pair, pair))
        pairs.sort(java.util.Map.Entry.comparingByValue(counting))
    ),
    (
      "pairs in a stream, compared by value",
      _ =>
        val pairs = java.util.List.of[java.util.Map.Entry[String, Visits]](pair, pair)
        pairs.stream.sorted(java.util.Map.Entry.comparingByValue(counting)).toList: Unit
    ),
    (
      "entries of a map compared by value",
      _ =>
        val map = java.util.HashMap(java.util.Map.of("a", account, "b", account))
        map.entrySet.stream.sorted(java.util.Map.Entry.comparingByValue(counting)).toList: Unit
    ),
    (
      "entries in a heap",
      _ =>
        val map = java.util.HashMap(java.util.Map.of("a", account, "b", account))
        val heap = java.util.PriorityQueue[java.util.Map.Entry[String, Visits]](
          java.util.Map.Entry.comparingByValue[String, Visits](counting)
        )
        map.entrySet.forEach(e => heap.add(e): Unit)
    ),
    (
      "Collections.max of entries",
      _ =>
        val map = java.util.HashMap(java.util.Map.of("a", account, "b", account))
        java.util.Collections.max(map.entrySet, java.util.Map.Entry.comparingByValue(counting)): Unit
    ),
    ("a triple", _ => Option(Triple.of(1, account, 2)).map(_.getMiddle).foreach(_.count += 1)),
    ("an immutable list", _ => ImmutableList.of(account).forEach(_.count += 1)),
    ("an immutable list, asScala", _ => ImmutableList.of(account).reverse.asScala.foreach(_.count += 1)),
    (
      "an immutable list in a list",
      _ => List(ImmutableList.of(account)).foreach(_.asScala.foreach(_.count += 1))
    ),
    (
      "an immutable list, flattened",
      _ => List(ImmutableList.of(account).asScala).flatten.foreach(_.count += 1)
    ),
    ("an immutable map", _ => ImmutableMap.of("a", account).asScala.foreach((_, v) => v.count += 1)),
    (
      "an immutable map's entries",
      _ => ImmutableMap.of("a", account).entrySet.forEach(_.getValue.count += 1)
    ),
    (
      "an immutable map's groups",
      _ =>
        ImmutableMap.of("a", account).asScala.groupMap(_._1)(_._2).foreach { case (_, vs) =>
          vs.foreach(_.count += 1)
        }
    ),
    ("a multimap", _ => multimap.get("a").forEach(_.count += 1)),
    ("a multimap as a map", _ => multimap.asMap.values.forEach(_.forEach(_.count += 1))),
    (
      "a multimap as a map, asScala",
      _ => multimap.asMap.asScala.foreach((_, vs) => vs.asScala.foreach(_.count += 1))
    ),
    ("a multimap's entries", _ => multimap.entries.asScala.map(_.getValue).foreach(_.count += 1)),
    ("a multimap in a list", _ => List(multimap).map(_.values.asScala.toList).flatten.foreach(_.count += 1)),
    (
      "an index",
      _ =>
        Multimaps.index(ImmutableList.of(account), (v: Visits | Null) => "a").asMap.values.forEach(
          _.forEach(_.count += 1)
        )
    ),
    ("partitions", _ => Lists.partition(ImmutableList.of(account), 2).forEach(_.forEach(_.count += 1))),
    (
      "partitions, asScala",
      _ =>
        Lists.partition(ImmutableList.of(account), 2).asScala.map(_.asScala).foreach(_.foreach(_.count += 1))
    ),
    (
      "transformed",
      _ => Lists.transform(ImmutableList.of[Integer](1), (_: Integer | Null) => account).forEach(_.count += 1)
    ),
    (
      "filtered values",
      _ =>
        Maps.filterValues(ImmutableMap.of("a", account), (_: Visits | Null) => true).values.forEach(
          _.count += 1
        )
    ),
    (
      "joined iterables",
      _ => Iterables.concat(ImmutableList.of(account), ImmutableList.of()).forEach(_.count += 1)
    ),
    ("a fluent iterable", _ => FluentIterable.of(account).toList.forEach(_.count += 1)),
    (
      "a multiset",
      _ =>
        val set = HashMultiset.create[Visits]()
        set.add(account): Unit
        set.entrySet.asScala.map(_.getElement).foreach(_.count += 1)
    ),
    (
      "a table",
      _ =>
        val table = HashBasedTable.create[String, String, Visits]()
        table.put("a", "b", account): Unit
        table.rowMap.asScala.values.flatMap(_.asScala.values).foreach(_.count += 1)
    ),
    ("an optional", _ => GuavaOptional.of(account).asSet.forEach(_.count += 1)),
    ("an optional in an option", _ => Option(GuavaOptional.of(account)).map(_.get).foreach(_.count += 1)),
    ("an optional of Java's", _ => GuavaOptional.of(account).toJavaUtil.toScala.foreach(_.count += 1)),
    (
      "trees in a list",
      _ =>
        List[JsonNode](mapper.createArrayNode().addPOJO(account)).flatMap(_.asScala.toList).foreach:
          case pojo: POJONode => pojo.getPojo.asInstanceOf[Visits].count += 1
          case _ => ()
    ),
    (
      "trees in a Java stream",
      _ =>
        java.util.List.of[JsonNode](mapper.createArrayNode().addPOJO(account)).stream.flatMap(n =>
          n.valueStream
        ).forEach:
          case pojo: POJONode => pojo.getPojo.asInstanceOf[Visits].count += 1
          case _ => ()
    )
  )
end HeldByLibraries
