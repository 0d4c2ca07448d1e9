package eddy.inference.internal.bytecode;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * CPU time of a JVM that has just started for reading all methods of some class files, by {@link
 * ClassReader} or
 * by {@link JdkClassReader}: docs/decisions/0015. Arguments: own or jdk, a folder, how many files.
 */
public final class FirstReads {
  private FirstReads() {}

  public static void main(String[] arguments) throws Exception {
    boolean isOwn = arguments[0].equals("own");
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var files = first(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    long before = system.getProcessCpuTime();
    long instructions = 0;
    for (var file : files) instructions += isOwn ? own(file) : jdk(file);
    long millis = (system.getProcessCpuTime() - before) / 1_000_000;
    System.out.println(
        arguments[0] + ": " + files.size() + " classes, " + instructions + " instructions, " + millis
            + " ms of CPU");
  }

  private static List<byte[]> first(Path folder, int most) throws Exception {
    try (var all = Files.walk(folder)) {
      var classes = all.filter(f -> f.toString().endsWith(".class")).sorted().limit(most).toList();
      var found = new java.util.ArrayList<byte[]>();
      for (var file : classes) found.add(Files.readAllBytes(file));
      return found;
    }
  }

  private static int own(byte[] file) {
    var reader = new ClassReader(file);
    int count = reader.stableFields().size() + reader.lambdaSites().size();
    for (var m : reader.methods()) {
      var code = reader.code(m);
      if (code != null) count += code.instructions().length;
    }
    return count;
  }

  private static int jdk(byte[] file) {
    var reader = new JdkClassReader(file);
    int count = reader.stableFields().size() + reader.lambdaSites().size();
    for (var m : reader.methods()) {
      var code = reader.code(m);
      if (code != null) count += code.instructions().length;
    }
    return count;
  }
}
