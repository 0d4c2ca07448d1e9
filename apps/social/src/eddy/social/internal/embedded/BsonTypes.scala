package eddy.social.internal.embedded

import java.nio.ByteBuffer
import java.util.Arrays

import de.bwaldvogel.mongo.backend.ValueComparator
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.wire.bson.{BsonDecoder, BsonEncoder}
import io.netty.buffer.Unpooled
import org.h2.mvstore.`type`.BasicDataType
import org.h2.mvstore.{DataUtils, WriteBuffer}

/** How documents and keys are written in the file: as BSON, and not as serialized Java objects, which the
  * store writes for classes that it does not know.
  */
private[embedded] object BsonTypes:
  // of objects in memory, beside the bytes on the disk
  private val Overhead = 200

  /** Values of a collection. */
  object Documents extends BasicDataType[Document]:
    def getMemory(document: Document): Int = bytes(document).length * 2 + Overhead
    override def isMemoryEstimationAllowed: Boolean = true
    def write(out: WriteBuffer, document: Document): Unit = put(out, bytes(document))
    def read(in: ByteBuffer): Document = document(get(in))
    def createStorage(size: Int): Array[Document] = new Array(size)

  /** Keys of a collection: the ids of its documents, of any type. */
  object Keys extends BasicDataType[Object]:
    private val order = ValueComparator.asc
    private val Field = "k"

    override def compare(one: Object, other: Object): Int = order.compare(one, other)
    def getMemory(key: Object): Int = Overhead
    override def isMemoryEstimationAllowed: Boolean = true
    def write(out: WriteBuffer, key: Object): Unit = put(out, bytes(Document(Field, key)))
    def read(in: ByteBuffer): Object = document(get(in)).get(Field)
    def createStorage(size: Int): Array[Object] = new Array(size)

  /** Keys of an index, in the order of their unsigned bytes. */
  object Bytes extends BasicDataType[Array[Byte]]:
    override def compare(one: Array[Byte], other: Array[Byte]): Int = Arrays.compareUnsigned(one, other)
    def getMemory(key: Array[Byte]): Int = key.length + Overhead
    def write(out: WriteBuffer, key: Array[Byte]): Unit = put(out, key)
    def read(in: ByteBuffer): Array[Byte] = get(in)
    def createStorage(size: Int): Array[Array[Byte]] = new Array(size)

  def bytes(document: Document): Array[Byte] =
    val buffer = Unpooled.buffer()
    BsonEncoder.encodeDocument(document, buffer)
    val all = new Array[Byte](buffer.readableBytes)
    buffer.readBytes(all)
    all

  def document(bytes: Array[Byte]): Document = BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes))

  private def put(out: WriteBuffer, bytes: Array[Byte]): Unit = out.putVarInt(bytes.length).put(bytes): Unit

  private def get(in: ByteBuffer): Array[Byte] =
    val all = new Array[Byte](DataUtils.readVarInt(in))
    in.get(all)
    all
end BsonTypes
