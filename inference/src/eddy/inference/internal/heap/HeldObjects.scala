package eddy.inference.internal.heap

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Conventions
import eddy.inference.internal.library.LibraryModel

import java.lang.ref.{PhantomReference, Reference, ReferenceQueue, WeakReference}
import java.lang.reflect.{Field, Modifier}
import java.util.ArrayDeque
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicReference
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The application's objects and functions that a library's object holds, such as the loader of a cache or
  * the serializers of a JSON mapper: the library may call them whenever the object is used. Found by a
  * breadth-first search of at most [[Limits.HeldObjects]] objects. Any thread. If other threads keep
  * changing an object while it is searched, it holds [[Objects.Opaque]]: anything. The result is kept for a
  * second or longer, so that searching takes at most a thousandth of the time. Then the next question
  * searches again, since the object may hold more by now.
  */
private[inference] object HeldObjects:
  /** By identity, as long as the object is in use. */
  private final class Key(o: AnyRef, whenGone: ReferenceQueue[AnyRef] | Null)
      extends WeakReference[AnyRef](o, whenGone):
    private val hash = System.identityHashCode(o)
    override def hashCode: Int = hash
    override def equals(other: Any): Boolean = other match
      case k: Key => (k eq this) || { val mine = get; mine != null && (mine eq k.get) }
      case _ => false

  // weak references, since held objects may refer to their holder
  private final class Found(val held: List[WeakReference[AnyRef]], val until: Long)

  private val known = ConcurrentHashMap[Key, Found]()
  private val gone = ReferenceQueue[AnyRef]()

  def of(holder: AnyRef): List[AnyRef] =
    val before = known.get(Key(holder, null))
    // functions that wait for a promise come just before it is completed, and are few
    val isFresh = before != null && before.until - System.nanoTime > 0 && !holder.isInstanceOf[
      scala.concurrent.Promise[?]
    ]
    val found = if isFresh then before else search(holder)
    found.held.flatMap(r => Option(r.get))

  private def search(holder: AnyRef): Found =
    forget()
    val began = System.nanoTime
    val held = searched(holder)
    val took = System.nanoTime - began
    val found =
      Found(held.map(WeakReference(_)), began + math.max(Limits.HeldNanos, took * Limits.HeldShareOfTime))
    val _ = known.put(Key(holder, gone), found)
    found

  /** What other threads changed while it was searched is searched again, and then may be anything. */
  private def searched(holder: AnyRef): List[AnyRef] =
    Iterator.fill(Limits.HeldAttempts)(Search(holder)).flatMap(_.run()).nextOption().getOrElse(List(
      Objects.Opaque
    ))

  private def forget(): Unit =
    var left: Reference[? <: AnyRef] | Null = gone.poll()
    while left != null do
      known.remove(left): Unit
      left = gone.poll()

  private final class Search(holder: AnyRef):
    private val seen = java.util.IdentityHashMap[AnyRef, AnyRef]()
    private val open = ArrayDeque[AnyRef]()
    private val held = mutable.ListBuffer[AnyRef]()

    private var isChanged = false

    /** None if something could not be read, since another thread changed it. */
    def run(): Option[List[AnyRef]] =
      inside(holder)
      while !open.isEmpty && seen.size < Limits.HeldObjects && !isChanged do inside(open.poll())
      Option.when(!isChanged)(held.toList)

    private def meet(o: AnyRef | Null): Unit =
      if o != null && !isEnd(o) && seen.put(o, o) == null then
        if isOwn(o) then held += o else open.add(o): Unit

    private def inside(o: AnyRef): Unit =
      try
        o match
          case many: Array[AnyRef] => many.iterator.take(Limits.HeldElements).foreach(meet)
          case t: Runnable if isElsewhere(t) => ()
          // refers to nothing that anybody gets, and some do not let themselves be asked
          case _: PhantomReference[?] => both(o, null)
          case r: AtomicReference[?] => both(o, r.get.asInstanceOf[AnyRef])
          case r: Reference[?] => both(o, r.get.asInstanceOf[AnyRef])
          // asking these changes them
          case _: java.util.WeakHashMap[?, ?] => ()
          case m: java.util.Map[?, ?] if isOfPlatform(o.getClass) =>
            m.entrySet.iterator.asScala.take(Limits.HeldElements).foreach: e =>
              meet(e.getKey.asInstanceOf[AnyRef])
              meet(e.getValue.asInstanceOf[AnyRef])
          case c: java.util.Collection[?] if isOfPlatform(o.getClass) =>
            c.iterator.asScala.take(Limits.HeldElements).foreach(e => meet(e.asInstanceOf[AnyRef]))
          case _ if isOfPlatform(o.getClass) => ()
          case _ => fieldsOf(o)
      catch case NonFatal(_) => isChanged = true

    /** What a class of the platform's refers to, and what one below it adds. */
    private def both(o: AnyRef, referred: AnyRef | Null): Unit =
      meet(referred)
      if !isOfPlatform(o.getClass) then fieldsOf(o)

    private def fieldsOf(o: AnyRef): Unit = fields.get(o.getClass).foreach(f => meet(f.get(o)))
  end Search

  /** It refers to no object of the application that the library could call. */
  private def isEnd(o: AnyRef): Boolean = o match
    case _: Class[?] | _: ClassLoader | _: Thread | _: ThreadGroup | _: String | _: java.lang.Number |
        _: java.lang.Boolean | _: java.lang.Character | _: Enum[?] => true
    case _ => o.getClass.isArray && o.getClass.getComponentType.isPrimitive

  /** A function that waits for a promise, and runs on a thread of its executor. */
  private def isElsewhere(waiting: Runnable): Boolean =
    waiting.getClass.getName == Conventions.WaitingFunction &&
      fields.get(
        waiting.getClass
      ).find(_.getName == Conventions.ExecutorOfWaiting).map(_.get(waiting)).exists(ec =>
        ec != null && !Executors.isOnTheSpot(ec)
      )

  private def isOwn(o: AnyRef): Boolean = own.get(o.getClass)
  private val own = new ClassValue[java.lang.Boolean]:
    override def computeValue(c: Class[?]): java.lang.Boolean =
      !c.isArray && !LibraryModel.standard.isLibrary(c)

  private def isOfPlatform(c: Class[?]) =
    val loader = c.getClassLoader
    loader == null || (loader eq ClassLoader.getPlatformClassLoader)

  /** Every object of the type is an [[isEnd end]]. */
  private def leadsNowhere(t: Class[?]) =
    t.isPrimitive || t == classOf[String] || t == classOf[Class[?]] ||
      t.isArray && t.getComponentType.isPrimitive

  private val fields = new ClassValue[List[Field]]:
    override def computeValue(c: Class[?]): List[Field] =
      try
        val own = c.getDeclaredFields.toList.filter(f =>
          !Modifier.isStatic(f.getModifiers) && !leadsNowhere(f.getType) && f.trySetAccessible()
        )
        own ++ Option(c.getSuperclass).filterNot(isOfPlatform).toList.flatMap(get(_))
      catch case _: LinkageError => Nil
end HeldObjects
