package eddy.social.internal.embedded

import java.util.List as JList

import de.bwaldvogel.mongo.MongoCollection
import de.bwaldvogel.mongo.backend.h2.{H2Collection, H2Database}
import de.bwaldvogel.mongo.backend.{CollectionOptions, CursorRegistry, Index, IndexKey}
import de.bwaldvogel.mongo.bson.Document
import org.h2.mvstore.{MVMap, MVStore}

/** A database whose collections and indexes are in the file as BSON. */
private[embedded] final class FileDatabase(name: String, store: MVStore, cursors: CursorRegistry)
    extends H2Database(name, store, cursors):

  override protected def openOrCreateCollection(
      collection: String,
      options: CollectionOptions
  ): MongoCollection[Object] =
    val full = getFullCollectionNamespace(collection)
    val documents = MVMap.Builder[Object, Document]().keyType(BsonTypes.Keys).valueType(BsonTypes.Documents)
    // as the names of the base class, which removes and renames them
    val data: MVMap[Object, Document] = store.openMap(s"databases.$full", documents)
    val meta: MVMap[String, Object] = store.openMap(s"meta.$full")
    H2Collection(this, collection, options, data, meta, cursors)

  override protected def openOrCreateUniqueIndex(
      collection: String,
      index: String,
      keys: JList[IndexKey],
      sparse: Boolean
  ): Index[Object] =
    val entries = MVMap.Builder[Array[Byte], Object]().keyType(BsonTypes.Bytes).valueType(BsonTypes.Keys)
    val map: MVMap[Array[Byte], Object] =
      store.openMap(s"${getFullCollectionNamespace(collection)}._index_$index", entries)
    FileUniqueIndex(map, index, keys, sparse)
end FileDatabase
