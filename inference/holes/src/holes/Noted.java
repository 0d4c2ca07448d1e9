package holes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Changes its variable without an assignment. */
public final class Noted {
  private static final AtomicReferenceFieldUpdater<Noted, String> UPDATER =
      AtomicReferenceFieldUpdater.newUpdater(Noted.class, String.class, "note");
  private static final VarHandle HANDLE = handle();

  private static VarHandle handle() {
    try {
      return MethodHandles.lookup().findVarHandle(Noted.class, "note", String.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public volatile String note = "";

  public void update(String to) {
    UPDATER.set(this, to);
  }

  public void assign(String to) {
    HANDLE.setVolatile(this, to);
  }
}
