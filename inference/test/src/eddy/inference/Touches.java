package eddy.inference;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** What instrumented code calls at each access. Only what the thread that listens does is reported. */
public final class Touches {
  private Touches() {}

  /** Hears of accesses to what existed before. */
  public interface Listener {
    /** A field was touched; the object is null for a static one. */
    void field(Object object, String owner, String name, boolean write);

    /** A method of a shared object was called; with its first argument, if that is an object. */
    void shared(Object object, String method, Object argument);

    /** A method of a mutable library object was called. */
    void library(Object object, String owner, String method);
  }

  private static final ThreadLocal<Listener> listener = new ThreadLocal<>();
  private static final ThreadLocal<Set<Object>> made = new ThreadLocal<>();

  public static void listen(Listener to) {
    listener.set(to);
    made.set(Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  public static void stop() {
    listener.remove();
    made.remove();
  }

  private static boolean isOwn(Object object) {
    var own = made.get();
    return own != null && object != null && own.contains(object);
  }

  public static void read(Object object, String owner, String name) {
    field(object, owner, name, false);
  }

  public static void write(Object object, String owner, String name) {
    field(object, owner, name, true);
  }

  private static void field(Object object, String owner, String name, boolean write) {
    var to = listener.get();
    if (to != null && !isOwn(object)) to.field(object, owner, name, write);
  }

  public static void call(Object object, String owner, String method, Object argument) {
    var to = listener.get();
    if (to == null || object == null || isOwn(object)) return;
    if (owner.startsWith("eddy/state/")) to.shared(object, method, argument);
    else to.library(object, owner, method);
  }

  /** An element of an array was read or written. */
  public static void array(Object array, boolean write) {
    var to = listener.get();
    if (to != null && array != null && !isOwn(array)) to.library(array, "array", write ? "update" : "get");
  }

  /** The object was made by the code that runs. */
  public static void made(Object object) {
    var own = made.get();
    if (own != null) own.add(object);
  }
}
