package eddy.inference.internal.bytecode;

import eddy.inference.internal.bytecode.Instruction.Op;
import java.util.Arrays;

/** Turns the code attribute of a method (JVMS 4.7.3, 6.5) into our own instructions, with jumps as indices
 * and source lines.
 */
final class CodeReader {
  static final int GETSTATIC = 0xb2, PUTSTATIC = 0xb3, PUTFIELD = 0xb5, INVOKEINTERFACE = 0xb9, NEW = 0xbb, CHECKCAST = 0xc0;
  private static final int WIDE = 0xc4, TABLE_SWITCH = 0xaa, LOOKUP_SWITCH = 0xab;

  /** Bytes of each instruction; 0 where it depends, 9 where no instruction has the number. */
  private static final String LENGTHS =
      "1111111111111111" + "2323322222111111" + "1111111111111111" + "1111112222211111" // 00-3f
          + "1111111111111111" + "1111111111111111" + "1111111111111111" + "1111111111111111" // 40-7f
          + "1111311111111111" + "1111111113333333" + "3333333332001111" + "1133333335532311" // 80-bf
          + "3311043355" + "999999"; // c0-cf

  private static final String[] STACK = {
    "POP", "POP2", "DUP", "DUP_X1", "DUP_X2", "DUP2", "DUP2_X1", "DUP2_X2", "SWAP"
  };

  private final ClassReader reader;
  private final ConstantPool constants;
  private final int code;
  private final int start;
  private final int size;

  // index of the instruction at each byte
  private final int[] indices;

  /** @param code where the attribute begins */
  CodeReader(ClassReader reader, ConstantPool constants, int code) {
    this.reader = reader;
    this.constants = constants;
    this.code = code;
    start = code + 8;
    size = constants.s4(code + 4);
    indices = new int[size + 1];
  }

  /** Of the instruction at that place, in bytes. */
  static int length(ConstantPool constants, int at, int start) {
    int opcode = constants.u1(at);
    int length = opcode < LENGTHS.length() ? LENGTHS.charAt(opcode) - '0' : 9;
    if (length == 9) throw new Unsupported("the instruction " + opcode + " in a class file");
    if (length > 0) return length;
    if (opcode == WIDE) return constants.u1(at + 1) == 0x84 ? 6 : 4;
    int table = padded(at, start);
    return opcode == TABLE_SWITCH
        ? table + 12 + 4 * (constants.s4(table + 8) - constants.s4(table + 4) + 1) - at
        : table + 8 + 8 * constants.s4(table + 4) - at;
  }

  /** Where the operands of a switch begin. */
  private static int padded(int at, int start) {
    return at + 4 - (at - start) % 4;
  }

  MethodCode read(boolean isStatic) {
    int n = 0;
    for (int at = start; at < start + size; at += length(constants, at, start)) indices[at - start] = n++;
    indices[size] = n;
    var instructions = new Instruction[n];
    var leaders = new boolean[n + 1];
    for (int at = start, i = 0; i < n; at += length(constants, at, start), i++) {
      int[] targets = targets(at);
      instructions[i] = translate(at).to(targets);
      for (int t : targets) leaders[t] = true;
      if (targets.length > 0) leaders[i + 1] = true;
    }
    int table = start + size;
    var handlers = new MethodCode.Handler[constants.u2(table)];
    for (int i = 0, at = table + 2; i < handlers.length; i++, at += 8) {
      int type = constants.u2(at + 6);
      handlers[i] = new MethodCode.Handler(
          indices[constants.u2(at)], indices[constants.u2(at + 2)], indices[constants.u2(at + 4)],
          type == 0 ? "java/lang/Throwable" : constants.className(type));
      leaders[handlers[i].target()] = true;
    }
    int[] lines = lines(n, table + 2 + 8 * handlers.length);
    return new MethodCode(isStatic, constants.u2(code + 2), instructions, lines, leaders, handlers);
  }

  private int[] lines(int n, int attributes) {
    var lines = new int[n];
    int at = attributes + 2;
    for (int left = constants.u2(attributes); left > 0; left--) {
      if (constants.text(constants.u2(at)).equals("LineNumberTable"))
        for (int i = constants.u2(at + 6), entry = at + 8; i > 0; i--, entry += 4)
          lines[indices[constants.u2(entry)]] = constants.u2(entry + 2);
      at += 6 + constants.s4(at + 2);
    }
    for (int i = 1; i < n; i++) if (lines[i] == 0) lines[i] = lines[i - 1];
    return lines;
  }

  private int[] targets(int at) {
    int opcode = constants.u1(at);
    int from = at - start;
    if (opcode >= 0x99 && opcode <= 0xa7 || opcode == 0xc6 || opcode == 0xc7)
      return new int[] {indices[from + constants.s2(at + 1)]};
    if (opcode == 0xc8) return new int[] {indices[from + constants.s4(at + 1)]};
    if (opcode != TABLE_SWITCH && opcode != LOOKUP_SWITCH) return Instruction.NO_TARGETS;
    int table = padded(at, start);
    boolean dense = opcode == TABLE_SWITCH;
    int cases = dense ? constants.s4(table + 8) - constants.s4(table + 4) + 1 : constants.s4(table + 4);
    var all = new int[cases + 1];
    all[0] = indices[from + constants.s4(table)];
    for (int i = 0; i < cases; i++)
      all[i + 1] = indices[from + constants.s4(dense ? table + 12 + 4 * i : table + 12 + 8 * i)];
    return distinct(all);
  }

  private static int[] distinct(int[] all) {
    Arrays.sort(all);
    int n = 1;
    for (int i = 1; i < all.length; i++) if (all[i] != all[n - 1]) all[n++] = all[i];
    return Arrays.copyOf(all, n);
  }

  private Instruction translate(int at) {
    int opcode = constants.u1(at);
    return switch (opcode) {
      case 0x00 -> Instruction.of(Op.NOTHING);
      case 0x01 -> Instruction.constant(null, false);
      case 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08 -> Instruction.constant(opcode - 0x03, false);
      case 0x09, 0x0a -> Instruction.constant((long) opcode - 0x09, true);
      case 0x0b, 0x0c, 0x0d -> Instruction.constant((float) opcode - 0x0b, false);
      case 0x0e, 0x0f -> Instruction.constant((double) opcode - 0x0e, true);
      case 0x10 -> Instruction.constant((int) constants.bytes[at + 1], false);
      case 0x11 -> Instruction.constant(constants.s2(at + 1), false);
      case 0x12 -> Instruction.constant(constants.loaded(constants.u1(at + 1)), false);
      case 0x13 -> Instruction.constant(constants.loaded(constants.u2(at + 1)), false);
      case 0x14 -> Instruction.constant(constants.loaded(constants.u2(at + 1)), true);
      case 0x15, 0x16, 0x17, 0x18, 0x19 -> Instruction.numbered(Op.LOAD, constants.u1(at + 1));
      case 0x36, 0x37, 0x38, 0x39, 0x3a -> Instruction.numbered(Op.STORE, constants.u1(at + 1));
      case 0x84 -> Instruction.numbered(Op.INCREMENT, constants.u1(at + 1));
      case WIDE -> Instruction.numbered(widened(constants.u1(at + 1)), constants.u2(at + 2));
      case 0x94, 0x95, 0x96, 0x97, 0x98 -> Instruction.sized(Op.BINARY, false);
      case 0x85, 0x87, 0x8a, 0x8c, 0x8d, 0x8f -> Instruction.sized(Op.CONVERT, true);
      case 0x86, 0x88, 0x89, 0x8b, 0x8e, 0x90, 0x91, 0x92, 0x93 -> Instruction.sized(Op.CONVERT, false);
      case TABLE_SWITCH, LOOKUP_SWITCH -> Instruction.of(Op.SWITCH);
      case 0xa7, 0xc8 -> Instruction.of(Op.GOTO);
      case 0xac, 0xad, 0xae, 0xaf, 0xb0 -> Instruction.of(Op.RETURN_VALUE);
      case 0xb1 -> Instruction.of(Op.RETURN_VOID);
      case 0xb2 -> member(Op.GET_STATIC, at);
      case PUTSTATIC -> member(Op.PUT_STATIC, at);
      case 0xb4 -> member(Op.GET_FIELD, at);
      case PUTFIELD -> member(Op.PUT_FIELD, at);
      case 0xb6, 0xb9 -> call(Op.INVOKE_VIRTUAL, at);
      case 0xb7 -> call(Op.INVOKE_SPECIAL, at);
      case 0xb8 -> call(Op.INVOKE_STATIC, at);
      case 0xba -> {
        int site = constants.u2(at + 1);
        yield Instruction.dynamic(
            reader.bootstrapClass(site), constants.name(site), constants.descriptor(site), reader.lambda(site),
            reader.recipe(site));
      }
      case 0xbb -> type(Op.NEW, at);
      case 0xbc -> Instruction.named(Op.NEW_ARRAY, "[", "", "");
      case 0xbd -> Instruction.named(Op.NEW_ARRAY, "[L", "", "");
      case 0xbe -> Instruction.sized(Op.UNARY, false);
      case 0xbf -> Instruction.of(Op.THROW);
      case 0xc0 -> type(Op.CAST, at);
      case 0xc1 -> type(Op.INSTANCE_OF, at);
      case 0xc2 -> Instruction.of(Op.MONITOR_ENTER);
      case 0xc3 -> Instruction.of(Op.MONITOR_EXIT);
      case 0xc5 -> Instruction.numbered(Op.NEW_MULTI_ARRAY, constants.u1(at + 3));
      case 0xc6 -> Instruction.named(Op.IF_ONE, "", "IFNULL", "");
      case 0xc7 -> Instruction.named(Op.IF_ONE, "", "IFNONNULL", "");
      default -> ofRange(opcode);
    };
  }

  /** Instructions of which there is one for each type of value, or for each of the first variables. */
  private static Instruction ofRange(int opcode) {
    if (opcode >= 0x1a && opcode <= 0x2d) return Instruction.numbered(Op.LOAD, (opcode - 0x1a) % 4);
    if (opcode >= 0x3b && opcode <= 0x4e) return Instruction.numbered(Op.STORE, (opcode - 0x3b) % 4);
    if (opcode >= 0x2e && opcode <= 0x35)
      return Instruction.array(Op.ARRAY_LOAD, opcode == 0x2f || opcode == 0x31, opcode == 0x32);
    if (opcode >= 0x4f && opcode <= 0x56)
      return Instruction.array(Op.ARRAY_STORE, opcode == 0x50 || opcode == 0x52, opcode == 0x53);
    if (opcode >= 0x57 && opcode <= 0x5f) return Instruction.named(Op.STACK, "", STACK[opcode - 0x57], "");
    // the types alternate: int, long, float, double, or int, long
    if (opcode >= 0x60 && opcode <= 0x83)
      return Instruction.sized(opcode >= 0x74 && opcode <= 0x77 ? Op.UNARY : Op.BINARY, opcode % 2 == 1);
    if (opcode == 0x99) return Instruction.named(Op.IF_ONE, "", "IFEQ", "");
    if (opcode == 0x9a) return Instruction.named(Op.IF_ONE, "", "IFNE", "");
    if (opcode >= 0x9b && opcode <= 0x9e) return Instruction.of(Op.IF_ONE);
    if (opcode >= 0x9f && opcode <= 0xa6) return Instruction.of(Op.IF_TWO);
    return Instruction.named(Op.UNSUPPORTED, "", "0x" + Integer.toHexString(opcode), "");
  }

  private static Op widened(int opcode) {
    if (opcode == 0x84) return Op.INCREMENT;
    if (opcode >= 0x15 && opcode <= 0x19) return Op.LOAD;
    return opcode >= 0x36 && opcode <= 0x3a ? Op.STORE : Op.UNSUPPORTED;
  }

  private Instruction type(Op op, int at) {
    return Instruction.named(op, constants.className(constants.u2(at + 1)), "", "");
  }

  private Instruction member(Op op, int at) {
    int field = constants.u2(at + 1);
    return Instruction.named(op, constants.owner(field), constants.name(field), constants.descriptor(field));
  }

  private Instruction call(Op op, int at) {
    int method = constants.u2(at + 1);
    return Instruction.call(op, constants.owner(method), constants.name(method), constants.descriptor(method));
  }
}
