package eddy.inference.internal.classpath

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** Which classes of some files are below which others, and which of them make closures, as a few arrays: they
  * can be written to a file and read again in no time, and a question makes no more objects than its answer
  * has. Nothing changes any more.
  */
private[inference] final class ClassTable private (bytes: Array[Byte]):
  import ClassTable.Many

  private val from = ByteBuffer.wrap(bytes)

  // by the hash codes of the names, and where each begins among the texts
  private val hashes = ints()
  private val starts = ints()
  private val below, homes, makers, users = Many(ints(), ints())

  /** Types from elsewhere that classes are right below. */
  private val foreignTypes = ints()
  private val flags = ints()
  private val texts = from.position

  private def ints(): Array[Int] =
    val found = new Array[Int](from.getInt())
    val _ = from.asIntBuffer.get(found)
    from.position(from.position + 4 * found.length): Unit
    found

  /** Names of the classes right below that one, the last that was read first. */
  def subclasses(name: String): List[String] = of(below, name)(text)

  /** The numbers of the files that have a class of that name. */
  def homes(name: String): List[Int] = of(homes, name)(_ >> 1)

  def isAbstract(name: String): Boolean = of(homes, name)(_ & 1).contains(1)

  /** The classes that make closures of the interface: their class files, and the numbers of where these are.
    */
  def makers(interfaceName: String): List[(String, Int)] =
    files(makers, interfaceName)

  /** The classes that name one whose users were to be found: their class files, and the numbers of where
    * these are.
    */
  def users(cls: String): List[(String, Int)] = files(users, cls)

  private def files(many: Many, name: String) =
    of(many, name)(i => i).grouped(2).map(pair => (text(pair.head), pair(1))).toList

  lazy val foreignAbove: List[String] = foreignTypes.toList.map(text)

  /** Some class makes maps that keep the order in which they are used. */
  def reorders: Boolean = flags(0) == 1

  /** For a file. */
  def toBytes: Array[Byte] = bytes

  private def of[A](many: Many, name: String)(read: Int => A): List[A] =
    val i = find(name)
    if i < 0 then Nil
    else List.tabulate(many.starts(i + 1) - many.starts(i))(n => read(many.values(many.starts(i) + n)))

  private def find(name: String): Int =
    val at = java.util.Arrays.binarySearch(hashes, name.hashCode)
    var i = at
    while i > 0 && hashes(i - 1) == hashes(at) do i -= 1
    while i >= 0 && i < hashes.length && hashes(i) == hashes(at) && text(i) != name do i += 1
    if i >= 0 && i < hashes.length && hashes(i) == hashes(at) then i else -1

  private def text(i: Int): String = new String(bytes, texts + starts(i), starts(i + 1) - starts(i), UTF_8)
end ClassTable

private[inference] object ClassTable:
  /** What each name has: the values from one start to the next. */
  private final class Many(val starts: Array[Int], val values: Array[Int])

  /** @param bytes as [[ClassTable.toBytes]] gave them */
  def apply(bytes: Array[Byte]): ClassTable = new ClassTable(bytes)

  /** The facts about one class.
    * @param file its class file
    * @param home the number of where that is
    * @param closures the interfaces of the closures that it makes
    * @param uses the classes that it names, as far as their users are to be found
    */
  final case class Entry(
      name: String,
      file: String,
      home: Int,
      isAbstract: Boolean,
      above: List[String],
      closures: List[String],
      uses: List[String],
      reorders: Boolean
  )

  def of(entries: Seq[Entry]): ClassTable =
    val names = entries.iterator.flatMap(e =>
      e.name :: e.above ::: (if e.closures.isEmpty && e.uses.isEmpty then Nil
                             else e.file :: e.closures ::: e.uses)
    ).distinct.toArray.sortBy(_.hashCode)
    val number = names.zipWithIndex.toMap
    val below, homes, makers, users = Array.fill[List[Int]](names.length)(Nil)
    for e <- entries do
      val i = number(e.name)
      homes(i) = (e.home << 1 | (if e.isAbstract then 1 else 0)) :: homes(i)
      for t <- e.above do below(number(t)) = i :: below(number(t))
      for c <- e.closures do makers(number(c)) = number(e.file) :: e.home :: makers(number(c))
      for c <- e.uses do users(number(c)) = number(e.file) :: e.home :: users(number(c))
    val texts = names.map(_.getBytes(UTF_8))
    val library = names.indices.filter(i => below(i).nonEmpty && homes(i).isEmpty)
    val parts =
      Seq(
        names.map(_.hashCode),
        texts.scanLeft(0)(_ + _.length)
      ) ++ many(below) ++ many(homes) ++ many(makers) ++ many(users) :+
        library.toArray :+ Array(if entries.exists(_.reorders) then 1 else 0)
    val made = ByteBuffer.allocate(parts.map(4 + 4 * _.length).sum + texts.map(_.length).sum)
    for p <- parts do
      made.putInt(p.length)
      p.foreach(made.putInt(_))
    texts.foreach(made.put(_))
    ClassTable(made.array)
  end of

  private def many(of: Array[List[Int]]): Seq[Array[Int]] = Seq(of.scanLeft(0)(_ + _.length), of.flatten)
end ClassTable
