package eddy.state.internal

import eddy.state.internal.lock.Lock
import eddy.state.{Checked, Target}

import java.util.concurrent.ConcurrentHashMap

/** Which lock stands for what: one for every shared object, static field and type, 4096 for all plain
  * objects, 4096 for all entries of shared maps. Two plain objects, or two keys, that share a lock only run
  * one after another.
  */
private[eddy] object Locks:
  private final val Stripes = 4096

  /** Of whatever cannot be known. */
  val everything: Lock = Lock.make("everything", several = false)

  private val libraryObjects: Lock = Lock.make("any plain library object", several = false)
  private val plain = Array.fill(Stripes)(Lock.make("plain objects", several = true))
  private val entries = Array.fill(Stripes)(Lock.make(Lock.OfEntries, several = true))

  private val types: ClassValue[Lock] = new ClassValue[Lock]:
    protected def computeValue(cls: Class[?] | Null): Lock =
      val of = cls.nn
      if of eq classOf[Object] then everything
      else if isLibrary(of) then libraryObjects
      else Lock.make(s"any ${of.getName}", several = false)

  private val supertypes: ClassValue[Array[Lock]] = new ClassValue[Array[Lock]]:
    protected def computeValue(cls: Class[?] | Null): Array[Lock] =
      (everything +: superclasses(cls.nn).map(types.get(_).nn)).distinct.toArray

  private val statics: ClassValue[ConcurrentHashMap[String, Lock]] =
    new ClassValue[ConcurrentHashMap[String, Lock]]:
      protected def computeValue(cls: Class[?] | Null): ConcurrentHashMap[String, Lock] = ConcurrentHashMap()

  private val noneAbove = Array.empty[Lock]
  private val everythingAbove = Array(everything)

  def of(target: Target): Lock = target match
    case Target.Shared(obj) => obj.lock
    case Target.Entry(obj, key) => ofEntry(obj.lock, key)
    case Target.Fields(obj) => plain(stripe(System.identityHashCode(obj)))
    case Target.Static(owner, field) =>
      statics.get(owner).nn.computeIfAbsent(
        field,
        name => Lock.make(s"${owner.getName}.$name", several = false)
      ).nn
    case Target.OfType(cls) => types.get(cls).nn
    case Target.Everything => everything

  /** The locks of what contains the target: its types and everything. */
  private[state] def above(target: Target): Array[Lock] = target match
    case Target.Shared(obj) => ofObjects(obj.getClass)
    case Target.Entry(obj, _) => ofObjects(obj.getClass)
    case Target.Fields(obj) => ofObjects(obj.getClass)
    case Target.Static(_, _) => everythingAbove
    case Target.OfType(cls) => ofObjects(cls)
    case Target.Everything => noneAbove

  /** The locks of everything and of all types that an object of that class has. */
  private[state] def ofObjects(cls: Class[?]): Array[Lock] = supertypes.get(cls).nn

  private def ofEntry(map: Lock, key: Any): Lock = entries(stripe(key.## * 31 + map.id.toInt))

  /** Only checked mode asks for it at each operation. */
  private[state] def entryIfChecked(map: Lock, key: Any): Lock | Null =
    if Checked.on then ofEntry(map, key) else null

  private def stripe(hash: Int): Int = (hash * 0x9e3779b1) >>> 20

  /** It, its superclasses and its interfaces; library ones count only where they may hold state. */
  private def superclasses(cls: Class[?]): List[Class[?]] =
    if cls.isInterface && isLibrary(cls) && !isCollection(cls) || (cls eq classOf[Object]) then Nil
    else
      val parent = cls.getSuperclass
      val above = (if parent == null then Nil else List(parent)) ++ cls.getInterfaces.nn.toList.map(_.nn)
      cls :: above.flatMap(superclasses)

  private def isCollection(cls: Class[?]): Boolean =
    classOf[java.util.Collection[?]].isAssignableFrom(cls) || classOf[java.util.Map[
      ?,
      ?
    ]].isAssignableFrom(cls) ||
      classOf[IterableOnce[?]].isAssignableFrom(cls)

  private def isLibrary(cls: Class[?]): Boolean =
    cls.isArray || cls.getName.startsWith("scala.") || isOfPlatform(cls.getClassLoader)

  private def isOfPlatform(loader: ClassLoader | Null): Boolean =
    loader == null || (loader eq ClassLoader.getPlatformClassLoader)
end Locks
