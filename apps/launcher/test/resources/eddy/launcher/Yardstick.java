import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a start of Eddy is measured by: a JVM that compiles this file, runs it cold and prints its own CPU
  * time in milliseconds.
  */
public final class Yardstick {
  record Word(String text, int length) {}

  public static void main(String[] arguments) {
    var words = IntStream.range(0, 200_000).mapToObj(i -> Integer.toString(i * 7919 % 100_003, 36))
      .map(text -> new Word(text, text.length())).toList();
    var byLength = words.stream().collect(Collectors.groupingBy(Word::length, TreeMap::new,
      Collectors.mapping(Word::text, Collectors.toCollection(java.util.TreeSet::new))));
    if (byLength.size() < 3) throw new IllegalStateException("lengths: " + byLength.keySet());
    System.out.println(ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis());
  }
}
