package eddy.inference.internal.bytecode;

/**
 * The body of a method.
 *
 * @param isStatic     it has no receiver
 * @param maxLocals    slots for local variables
 * @param instructions in order of the class file
 * @param lines        source line of each instruction; 0 where the compiler gave none
 * @param leaders      true where a basic block begins; one longer than the instructions
 * @param handlers     exception handlers, inner ones first
 */
public record MethodCode(
    boolean isStatic, int maxLocals, Instruction[] instructions, int[] lines, boolean[] leaders, Handler[] handlers) {

  /**
   * Instructions from start to before end go to target when they throw an exception of the type.
   *
   * @param type internal name of the exception's class
   */
  public record Handler(int start, int end, int target, String type) {}
}
