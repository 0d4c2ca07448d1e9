package eddy.inference.internal.bytecode;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a class file and its constants (JVMS 4.4), each read when it is asked for. An application has
 * thousands of
 * class files, and of most nobody wants more than a few names. They are read while the JVM is cold:
 * java.lang.classfile
 * makes objects of everything, by code that would have to be loaded and warmed up first. For one thread at a
 * time.
 */
final class ConstantPool {
  static final int TEXT = 1, INTEGER = 3, FLOAT = 4, LONG = 5, DOUBLE = 6, CLASS = 7, STRING = 8;
  static final int METHOD = 10, INVOKE_DYNAMIC = 18;

  final byte[] bytes;

  /** Where the access flags begin. */
  final int end;

  private final int[] starts;
  private final String[] texts;

  /** @throws Unsupported for a constant of a kind that is not known */
  ConstantPool(byte[] classFile) {
    bytes = classFile;
    starts = new int[u2(8)];
    texts = new String[starts.length];
    int at = 10;
    for (int i = 1; i < starts.length; i++) {
      starts[i] = at;
      int tag = bytes[at];
      at += tag == TEXT ? 3 + u2(at + 1) : length(tag);
      // the number after it is not used (JVMS 4.4.5)
      if (tag == LONG || tag == DOUBLE) i++;
    }
    end = at;
  }

  private static int length(int tag) {
    return switch (tag) {
      case CLASS, STRING, 16, 19, 20 -> 3;
      case 15 -> 4;
      case INTEGER, FLOAT, 9, 10, 11, 12, 17, INVOKE_DYNAMIC -> 5;
      case LONG, DOUBLE -> 9;
      default -> throw new Unsupported("a constant of the kind " + tag + " in a class file");
    };
  }

  int u1(int at) {
    return bytes[at] & 0xff;
  }

  int u2(int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  int s2(int at) {
    return bytes[at] << 8 | bytes[at + 1] & 0xff;
  }

  int s4(int at) {
    return u2(at) << 16 | u2(at + 2);
  }

  private long s8(int at) {
    return (long) s4(at) << 32 | s4(at + 4) & 0xffffffffL;
  }

  /** One more than the last constant. */
  int size() {
    return starts.length;
  }

  /** 0 for a number that is not used. */
  int tag(int constant) {
    return starts[constant] == 0 ? 0 : bytes[starts[constant]];
  }

  /** The number of another constant that this one names first. */
  int first(int constant) {
    return u2(starts[constant] + 1);
  }

  /** The one that it names second. */
  int second(int constant) {
    return u2(starts[constant] + 3);
  }

  String text(int constant) {
    String known = texts[constant];
    if (known == null) texts[constant] = known = read(starts[constant] + 1);
    return known;
  }

  /** Whether a text of ASCII is among the constants; no other is read. */
  boolean has(String text) {
    int length = text.length();
    next:
    for (int i = 1; i < starts.length; i++) {
      if (tag(i) != TEXT || first(i) != length) continue;
      int at = starts[i] + 3;
      for (int c = 0; c < length; c++) if (bytes[at + c] != text.charAt(c)) continue next;
      return true;
    }
    return false;
  }

  private String read(int at) {
    int length = u2(at);
    var found = new String(bytes, at + 2, length, StandardCharsets.UTF_8);
    if (found.length() == length) return found;
    // not all of it is ASCII, and class files have a UTF-8 of their own
    try {
      return new DataInputStream(new ByteArrayInputStream(bytes, at, bytes.length - at)).readUTF();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Internal name of the class that a constant names; empty for none. */
  String className(int constant) {
    return constant == 0 ? "" : text(first(constant));
  }

  /** Owner, name and descriptor of the field, method or call site that a constant names; a call site has no
   * owner.
   */
  String owner(int member) {
    return className(first(member));
  }

  String name(int member) {
    return text(first(second(member)));
  }

  String descriptor(int member) {
    return text(second(second(member)));
  }

  /** What a method handle does (JVMS table 5.4.3.5-A). */
  int handleKind(int handle) {
    return u1(starts[handle] + 1);
  }

  int handleMember(int handle) {
    return u2(starts[handle] + 2);
  }

  /** The text or number that is loaded, boxed; null if it is neither. */
  Object loaded(int constant) {
    int at = starts[constant] + 1;
    return switch (tag(constant)) {
      case INTEGER -> s4(at);
      case FLOAT -> Float.intBitsToFloat(s4(at));
      case LONG -> s8(at);
      case DOUBLE -> Double.longBitsToDouble(s8(at));
      case STRING -> text(first(constant));
      default -> null;
    };
  }
}
