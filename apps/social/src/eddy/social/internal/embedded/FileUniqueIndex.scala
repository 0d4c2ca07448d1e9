package eddy.social.internal.embedded

import java.lang.Iterable as JIterable
import java.util.Map.Entry
import java.util.{AbstractMap, List as JList}
import scala.jdk.CollectionConverters.*

import de.bwaldvogel.mongo.backend.{AbstractUniqueIndex, IndexKey, KeyValue}
import de.bwaldvogel.mongo.bson.Document
import org.h2.mvstore.MVMap

/** A unique index in the file: from the values of its fields to the id of the document.
  *
  * It also serves queries that have more fields than the index, such as `{_id, state}`: their other fields
  * are compared afterwards. The base class would have all documents read for these.
  */
private[embedded] final class FileUniqueIndex(
    map: MVMap[Array[Byte], Object],
    name: String,
    fields: JList[IndexKey],
    sparse: Boolean
) extends AbstractUniqueIndex[Object](name, fields, sparse):
  import FileUniqueIndex.{key, keyOf}

  override def canHandle(query: Document): Boolean =
    query.keySet.containsAll(keys) && super.canHandle(own(query))

  override def getPositions(query: Document): JIterable[Object] = super.getPositions(own(query))

  /** The part of the query about the fields of this index. */
  private def own(query: Document): Document =
    val part = Document()
    keys.forEach(name => part.put(name, query.get(name)): Unit)
    part

  protected def removeDocument(values: KeyValue): Object | Null = map.remove(key(values))
  protected def putKeyPosition(values: KeyValue, position: Object): Boolean =
    map.putIfAbsent(key(values), position) == null
  protected def getPosition(values: KeyValue): Object | Null = map.get(key(values))

  protected def getIterable(): JIterable[Entry[KeyValue, Object]] =
    map.entrySet.asScala.map(e =>
      AbstractMap.SimpleEntry(keyOf(e.getKey), e.getValue): Entry[
        KeyValue,
        Object
      ]
    ).asJava

  override def getCount: Long = map.sizeAsLong
  override def isEmpty: Boolean = map.isEmpty
  override def getDataSize: Long = getCount
end FileUniqueIndex

private object FileUniqueIndex:
  private def key(values: KeyValue): Array[Byte] =
    val all = Document()
    values.iterator.asScala.zipWithIndex.foreach((value, i) => all.put(i.toString, value): Unit)
    BsonTypes.bytes(all)

  private def keyOf(bytes: Array[Byte]): KeyValue = KeyValue(BsonTypes.document(bytes).values)
