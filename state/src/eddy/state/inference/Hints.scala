package eddy.state.inference

import eddy.state.Mode
import eddy.state.internal.Target

/** What would let a callback run beside more others. */
private[inference] object Hints:
  val OrCollection = "or a collection of numbers that is read by index or key"

  def of(a: Access): Option[String] = a.target match
    case _ if a.coarse.exists(_.contains(Findings.MayBe)) =>
      Some(
        "declare a narrower type where that object is taken from, or let the class not be of that type: it could have one as a member"
      )
    case Target.Everything => Some(forEverything(a.coarse.getOrElse("")))
    case Target.OfType(c) if Conflicts.isLibrary(c) => Some(forLibrary(c))
    case Target.OfType(_) if a.coarse.exists(_.contains("itself assigns")) =>
      Some("make the variable a val, or put the object into a SharedRef")
    case Target.OfType(c) if c.getName.startsWith("eddy.state.") =>
      Some(
        "reach it by vals and immutable collections, or keep plain values in one shared map instead of shared objects in it"
      )
    case Target.OfType(c) =>
      Some(
        s"make ${c.getSimpleName} immutable and replace it in its map by updateWith, so that only the entry changes"
      )
    case Target.Static(_, _) | Target.Fields(_) if a.mode == Mode.Reads => None
    case Target.Static(_, field) =>
      Some(s"make $field a val that holds a SharedRef, or a SharedCounter if it is only added to")
    case Target.Fields(o) => forFields(o)
    case Target.Shared(_) if a.coarse.contains(Keys.Unknown) =>
      Some(
        "work the key out first, and hand the rest over with it: in nextTick(() => ...) a text or number that it captured is known; " +
          "so is what path, queryAs or cookie of the request gives that a route's callback gets, through no more than trim, toInt and the like"
      )
    case Target.Shared(_) | Target.Entry(_, _) => None

  private def forLibrary(c: Class[?]): String =
    val name = c.getName
    if name.startsWith("java.sql.") || name.startsWith("javax.sql.") then
      "take the connection from a pool in the callback, by getConnection of its DataSource, and use nothing but what comes of it"
    else if isCollection(c) then
      "keep it in a val that the callback can see, or use the shared twin (SharedMap, SharedBuffer, SharedQueue)"
    else
      s"make it in the callback, or keep it in a val that the callback can see; if threads may share a ${c.getSimpleName}, " +
        "say so in META-INF/eddy/library.txt (safe), or that nothing in it changes (immutable)"

  private def isCollection(c: Class[?]) =
    c.isArray || collections.exists(_.isAssignableFrom(c)) || c == classOf[Object]
  private val collections: List[Class[?]] = List(
    classOf[scala.collection.IterableOnce[?]],
    classOf[java.lang.Iterable[?]],
    classOf[java.util.Map[?, ?]],
    classOf[java.util.Iterator[?]]
  )

  private def forFields(o: AnyRef): Option[String] =
    val name = o.getClass.getName
    if name.startsWith("scala.runtime.") then
      Some("use a SharedCounter or a SharedRef instead of the variable")
    else if o.isInstanceOf[java.util.Map[?, ?]] || o.isInstanceOf[scala.collection.Map[?, ?]] then
      Some("use a SharedMap")
    else if Conflicts.isLibrary(o.getClass) then
      Some("use the shared twin (SharedBuffer, SharedSet, SharedQueue)")
    else
      Some(s"hold what changes of ${named(o.getClass)} in a SharedRef, SharedCounter or SharedMap of its own")

  /** The cases of an enum may be anonymous classes. */
  private def named(c: Class[?]): String =
    val name = c.getSimpleName
    if name.nonEmpty then name else Option(c.getSuperclass).fold("it")(named)

  private def forEverything(why: String): String =
    if why.contains("reflection") then "call the method directly, through a trait if there are several"
    else if why.contains(OrCollection) then
      "if it is a collection, name it with its type before it is read, as in val prices: Seq[Int] = all.get, then prices(i); " +
        "keep functions in vals or immutable collections that the callback captures"
    else if why.contains("function value") || why.contains("kept from earlier") then
      "keep functions in vals or immutable collections that the callback captures, or give them a trait of their own"
    else if why.contains("implementations") then
      "declare a narrower type for the receiver, or make the class final"
    else "move that code into a callback of its own"
end Hints
