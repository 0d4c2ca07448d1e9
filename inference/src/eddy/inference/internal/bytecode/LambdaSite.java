package eddy.inference.internal.bytecode;

import java.util.List;
import java.util.stream.Stream;

/**
 * A place where a class file makes a closure by LambdaMetafactory (JVMS 6.5 invokedynamic).
 *
 * @param interfaceName  internal name of the functional interface
 * @param method         name of its abstract method
 * @param siteDescriptor captured types, and the interface as result
 * @param kind           how the implementation is invoked: a reference_kind of JVMS table 5.4.3.5-A
 * @param owner          internal name of the class with the implementation
 * @param name           name of the implementation
 * @param descriptor     type of the implementation
 * @param markers        internal names of the interfaces that the closure has beside that one
 */
public record LambdaSite(
    String interfaceName, String method, String siteDescriptor, int kind, String owner, String name, String descriptor,
    List<String> markers) {

  /** The functional interface first. Serializable is not among them. */
  public List<String> interfaces() {
    return Stream.concat(Stream.of(interfaceName), markers.stream()).toList();
  }
}
