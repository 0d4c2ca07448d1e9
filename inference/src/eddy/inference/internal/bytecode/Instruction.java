package eddy.inference.internal.bytecode;

/**
 * One instruction of a method, reduced to what an analysis of effects asks: where references flow and what
 * is touched.
 *
 * @param op         what it does
 * @param number     slot of a local variable, or dimensions of an array
 * @param wide       the value it pushes is a long or a double and takes two slots
 * @param reference  the array element it moves is an object
 * @param owner      internal name of the class that is named, or of the bootstrap class of an invokedynamic
 * @param name       name of the field, the method, the call site or the stack operation;
 *                   IFEQ, IFNE, IFNULL or IFNONNULL (JVMS 6.5) if it is such a jump
 * @param descriptor type of the field, the method or the call site
 * @param targets    indices of the instructions it may jump to; empty if it does not jump
 * @param lambda     the closure an invokedynamic makes, if it makes one
 * @param constant   the text or number that it pushes, boxed, or the recipe of a concatenation; null if
 *                   it has none
 * @param called     the method that it calls; null if it calls none
 */
public record Instruction(
    Op op, int number, boolean wide, boolean reference, String owner, String name, String descriptor, int[] targets,
    LambdaSite lambda, Object constant, MethodName called) {

  /** What an instruction does. */
  public enum Op {
    LOAD, STORE, INCREMENT, CONSTANT, NOTHING, CONVERT, UNARY, BINARY, STACK, CAST, INSTANCE_OF,
    NEW, NEW_ARRAY, NEW_MULTI_ARRAY, ARRAY_LOAD, ARRAY_STORE,
    GET_STATIC, PUT_STATIC, GET_FIELD, PUT_FIELD,
    INVOKE_STATIC, INVOKE_SPECIAL, INVOKE_VIRTUAL, INVOKE_DYNAMIC,
    RETURN_VALUE, RETURN_VOID, THROW, GOTO, IF_ONE, IF_TWO, SWITCH, MONITOR_ENTER, MONITOR_EXIT, UNSUPPORTED
  }

  static final int[] NO_TARGETS = {};

  static Instruction of(Op op) {
    return new Instruction(op, 0, false, false, "", "", "", NO_TARGETS, null, null, null);
  }

  static Instruction sized(Op op, boolean wide) {
    return new Instruction(op, 0, wide, false, "", "", "", NO_TARGETS, null, null, null);
  }

  static Instruction constant(Object value, boolean wide) {
    return new Instruction(Op.CONSTANT, 0, wide, false, "", "", "", NO_TARGETS, null, value, null);
  }

  static Instruction numbered(Op op, int number) {
    return new Instruction(op, number, false, false, "", "", "", NO_TARGETS, null, null, null);
  }

  static Instruction array(Op op, boolean wide, boolean reference) {
    return new Instruction(op, 0, wide, reference, "", "", "", NO_TARGETS, null, null, null);
  }

  static Instruction named(Op op, String owner, String name, String descriptor) {
    return new Instruction(op, 0, false, false, owner, name, descriptor, NO_TARGETS, null, null, null);
  }

  static Instruction call(Op op, String owner, String name, String descriptor) {
    var called = new MethodName(owner, name, descriptor);
    return new Instruction(op, 0, false, false, owner, name, descriptor, NO_TARGETS, null, null, called);
  }

  static Instruction dynamic(String bootstrap, String name, String descriptor, LambdaSite lambda, String recipe) {
    return new Instruction(Op.INVOKE_DYNAMIC, 0, false, false, bootstrap, name, descriptor, NO_TARGETS, lambda, recipe, null);
  }

  Instruction to(int[] where) {
    if (where.length == 0) return this;
    return new Instruction(op, number, wide, reference, owner, name, descriptor, where, lambda, constant, called);
  }

  /** Whether it calls a method or makes a closure. */
  public boolean invokes() {
    return op.compareTo(Op.INVOKE_STATIC) >= 0 && op.compareTo(Op.INVOKE_DYNAMIC) <= 0;
  }
}
