package eddy.inference;

import eddy.inference.internal.watch.Instrumentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.function.Predicate;

/**
 * The test oracle's eyes: loads classes so that each access to a field, and each call of a shared or of a
 * mutable library object, calls {@link Touches}. The analysis reads the original class files.
 */
public final class Instrumented extends ClassLoader {
  private final Path root;
  private final Predicate<String> chosen;
  private final ProtectionDomain domain;
  private final Instrumentation instrumentation = new Instrumentation("eddy.inference.Touches", this);

  /**
   * @param root folder of the class files
   * @param chosen which of the classes there, by name; the others are the parent's
   */
  public Instrumented(ClassLoader parent, Path root, Predicate<String> chosen) throws IOException {
    super(parent);
    this.root = root;
    this.chosen = chosen;
    this.domain = new ProtectionDomain(new CodeSource(root.toUri().toURL(), (Certificate[]) null), null);
  }

  private Path file(String name) {
    return root.resolve(name.replace('.', '/') + ".class");
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known != null) return known;
      if (!chosen.test(name) || !Files.exists(file(name))) return super.loadClass(name, resolve);
      try {
        var changed = instrumentation.apply(Files.readAllBytes(file(name)));
        return defineClass(name, changed, 0, changed.length, domain);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Override
  public java.io.InputStream getResourceAsStream(String name) {
    try {
      var file = root.resolve(name);
      return Files.isRegularFile(file) ? Files.newInputStream(file) : super.getResourceAsStream(name);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
