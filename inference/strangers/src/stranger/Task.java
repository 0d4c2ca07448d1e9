package stranger;

/** A handler as Java code registers it: serializable, so that a lambda names its implementation. */
@FunctionalInterface
public interface Task extends java.io.Serializable {
  void handle(int id);
}
