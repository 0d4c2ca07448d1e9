package eddy.inference;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;

/** What instrumented code calls at each access. Reports what the thread that listens does, or what all do. */
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

  /** A listener, and the objects that the code which it listens to has made. */
  private record Hearing(Listener listener, Set<Object> made) {}

  private static final ThreadLocal<Hearing> own = new ThreadLocal<>();
  // of all threads that have none of their own
  private static volatile Hearing common;

  private static Set<Object> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  public static void listen(Listener to) {
    own.set(new Hearing(to, identitySet()));
  }

  /** Hears of all threads; the listener is called by them, one at a time. */
  public static void listenEverywhere(Listener to) {
    common = new Hearing(to, Collections.synchronizedSet(identitySet()));
  }

  public static void stop() {
    own.remove();
    common = null;
  }

  private static Hearing hearing() {
    var mine = own.get();
    return mine != null ? mine : common;
  }

  public static void read(Object object, String owner, String name) {
    field(object, owner, name, false);
  }

  public static void write(Object object, String owner, String name) {
    field(object, owner, name, true);
  }

  private static void field(Object object, String owner, String name, boolean write) {
    tell(object, to -> to.field(object, owner, name, write));
  }

  public static void call(Object object, String owner, String method, Object argument) {
    if (object == null) return;
    if (owner.startsWith("eddy/state/")) tell(object, to -> to.shared(object, method, argument));
    else tell(object, to -> to.library(object, owner, method));
  }

  /** An element of an array was read or written. */
  public static void array(Object array, boolean write) {
    if (array != null) tell(array, to -> to.library(array, "array", write ? "update" : "get"));
  }

  private static void tell(Object object, Consumer<Listener> access) {
    var to = hearing();
    if (to == null || object != null && to.made.contains(object)) return;
    if (to == common) {
      synchronized (to) {
        access.accept(to.listener);
      }
    } else access.accept(to.listener);
  }

  /** The object was made by the code that runs. */
  public static void made(Object object) {
    var to = hearing();
    if (to != null) to.made.add(object);
  }

  /** A closure captured it: the tests look at what is touched, not at what could be. */
  public static void captured(Object object) {}
}
