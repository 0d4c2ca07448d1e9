package eddy.push.jgroups.internal

import java.util.{ArrayList, Collection, LinkedHashSet, List as JavaList}
import scala.jdk.CollectionConverters.*

import org.jgroups.Address
import org.jgroups.protocols.pbcast.GMS

/** Of the parts of a cluster that was split, the one with the most nodes keeps its coordinator, and so its
  * histories.
  */
private[jgroups] object LargestFirst extends GMS.DefaultMembershipPolicy:
  override def getNewMembership(parts: Collection[Collection[Address]]): JavaList[Address] =
    val sizes = parts.asScala.toVector.map(_.asScala.toVector).filter(_.nonEmpty)
    val order = Ordering.fromLessThan[Vector[Address]]: (a, b) =>
      a.size > b.size || a.size == b.size && a.head.compareTo(b.head) < 0
    val members = LinkedHashSet[Address]()
    sizes.sorted(using order).foreach(_.foreach(members.add(_): Unit))
    ArrayList(members)
