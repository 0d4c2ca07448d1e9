package eddy.inference;

import eddy.inference.internal.watch.Instrumentation;
import eddy.inference.internal.watch.Watch;
import eddy.inference.internal.watch.Watching;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

/**
 * Loads the application's classes out of folders so that in checked mode a handler that uses a variable, an
 * array or a collection without a lock is stopped. For tests, as the loader of the whole program: {@code java
 * -Djava.system.class.loader=eddy.inference.WatchingLoader}. All other classes come from the loader above.
 * The analysis reads the class files as they are. Code takes several times as long.
 */
public final class WatchingLoader extends ClassLoader implements Watching {
  static {
    registerAsParallelCapable();
  }

  /** @param parent finds all classes */
  public WatchingLoader(ClassLoader parent) {
    super("watching", parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known == null) known = own(name);
      return known != null ? known : super.loadClass(name, resolve);
    }
  }

  /** Null if it is not to be loaded here. */
  private Class<?> own(String name) throws ClassNotFoundException {
    if (name.startsWith("java.") || name.startsWith("scala.")) return null;
    var path = name.replace('.', '/') + ".class";
    var file = getParent().getResource(path);
    if (file == null) return null;
    try {
      if (isInFolder(file) && Watch.isWatched(name.replace('.', '/')))
        return define(name, new Instrumentation(Watch.class.getName(), this).apply(read(file)), file, path);
      // loads the tests by the loader that it comes from
      return isRunner(name) ? define(name, read(file), file, path) : null;
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private Class<?> define(String name, byte[] content, URL file, String path) throws IOException {
    var address = file.toString();
    var root = address.substring(0, address.length() - path.length());
    if (!isInFolder(file)) root = root.substring("jar:".length(), root.length() - "!/".length());
    var source = new CodeSource(URI.create(root).toURL(), (Certificate[]) null);
    return defineClass(name, content, 0, content.length, new ProtectionDomain(source, null));
  }

  private static boolean isInFolder(URL file) {
    return file.getProtocol().equals("file");
  }

  /** The class that this JVM was started with. */
  private static boolean isRunner(String name) {
    var started = System.getProperty("sun.java.command", "").split(" ")[0];
    return name.equals(started) || name.startsWith(started + "$");
  }

  private static byte[] read(URL file) {
    try (InputStream in = file.openStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
