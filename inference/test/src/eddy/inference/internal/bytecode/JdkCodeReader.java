package eddy.inference.internal.bytecode;

import eddy.inference.internal.bytecode.Instruction.Op;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.*;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.invoke.LambdaMetafactory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The same answers as of {@link CodeReader}, by java.lang.classfile. */
final class JdkCodeReader {
  private final ArrayList<java.lang.classfile.Instruction> source = new ArrayList<>();
  private final ArrayList<Integer> lines = new ArrayList<>();
  private final ArrayList<ExceptionCatch> catches = new ArrayList<>();
  private final Map<Label, Integer> labels = new IdentityHashMap<>();

  private JdkCodeReader(CodeModel code) {
    int line = 0;
    for (var element : code)
      switch (element) {
        case java.lang.classfile.Instruction i -> {
          source.add(i);
          lines.add(line);
        }
        case LabelTarget l -> labels.put(l.label(), source.size());
        case LineNumber l -> line = l.line();
        case ExceptionCatch c -> catches.add(c);
        default -> {}
      }
  }

  static MethodCode read(MethodModel method) {
    var code = (CodeAttribute) method.code().orElseThrow();
    boolean isStatic = (method.flags().flagsMask() & ClassFile.ACC_STATIC) != 0;
    return new JdkCodeReader(code).assemble(isStatic, code.maxLocals());
  }

  private MethodCode assemble(boolean isStatic, int maxLocals) {
    int n = source.size();
    var instructions = new Instruction[n];
    var leaders = new boolean[n + 1];
    for (int i = 0; i < n; i++) {
      int[] targets = targets(source.get(i));
      instructions[i] = translate(source.get(i)).to(targets);
      for (int t : targets) leaders[t] = true;
      if (targets.length > 0) leaders[i + 1] = true;
    }
    var handlers = new MethodCode.Handler[catches.size()];
    for (int i = 0; i < handlers.length; i++) {
      var c = catches.get(i);
      var type = c.catchType().map(ClassEntry::asInternalName).orElse("java/lang/Throwable");
      handlers[i] = new MethodCode.Handler(at(c.tryStart()), at(c.tryEnd()), at(c.handler()), type);
      leaders[handlers[i].target()] = true;
    }
    return new MethodCode(
        isStatic, maxLocals, instructions, lines.stream().mapToInt(Integer::intValue).toArray(), leaders, handlers);
  }

  private int at(Label label) {
    return labels.get(label);
  }

  private int[] targets(java.lang.classfile.Instruction i) {
    return switch (i) {
      case BranchInstruction b -> new int[] {at(b.target())};
      case TableSwitchInstruction s -> targets(s.defaultTarget(), s.cases());
      case LookupSwitchInstruction s -> targets(s.defaultTarget(), s.cases());
      default -> new int[0];
    };
  }

  private int[] targets(Label otherwise, List<SwitchCase> cases) {
    var found = new TreeSet<Integer>();
    found.add(at(otherwise));
    for (var c : cases) found.add(at(c.target()));
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Instruction translate(java.lang.classfile.Instruction source) {
    return switch (source) {
      case LoadInstruction i -> Instruction.numbered(Op.LOAD, i.slot());
      case StoreInstruction i -> Instruction.numbered(Op.STORE, i.slot());
      case ConstantInstruction i -> {
        var value = i.constantValue();
        yield Instruction.constant(
            value instanceof String || value instanceof Number ? value : null, i.typeKind().slotSize() == 2);
      }
      case IncrementInstruction i -> Instruction.numbered(Op.INCREMENT, i.slot());
      case NopInstruction i -> Instruction.of(Op.NOTHING);
      case ConvertInstruction i -> Instruction.sized(Op.CONVERT, i.toType().slotSize() == 2);
      case OperatorInstruction i -> operator(i);
      case StackInstruction i -> Instruction.named(Op.STACK, "", i.opcode().name(), "");
      case TypeCheckInstruction i ->
          Instruction.named(i.opcode() == Opcode.CHECKCAST ? Op.CAST : Op.INSTANCE_OF, i.type().asInternalName(), "", "");
      case NewObjectInstruction i -> Instruction.named(Op.NEW, i.className().asInternalName(), "", "");
      case NewPrimitiveArrayInstruction i -> Instruction.named(Op.NEW_ARRAY, "[", "", "");
      case NewReferenceArrayInstruction i -> Instruction.named(Op.NEW_ARRAY, "[L", "", "");
      case NewMultiArrayInstruction i -> Instruction.numbered(Op.NEW_MULTI_ARRAY, i.dimensions());
      case ArrayLoadInstruction i ->
          Instruction.array(Op.ARRAY_LOAD, i.typeKind().slotSize() == 2, i.opcode() == Opcode.AALOAD);
      case ArrayStoreInstruction i ->
          Instruction.array(Op.ARRAY_STORE, i.typeKind().slotSize() == 2, i.opcode() == Opcode.AASTORE);
      case FieldInstruction i ->
          Instruction.named(
              field(i.opcode()), i.owner().asInternalName(), i.name().stringValue(), i.type().stringValue());
      case InvokeInstruction i ->
          Instruction.call(
              invoke(i.opcode()), i.owner().asInternalName(), i.name().stringValue(), i.type().stringValue());
      case InvokeDynamicInstruction i -> {
        var site = i.invokedynamic().asSymbol();
        yield Instruction.dynamic(bootstrap(site), i.name().stringValue(), i.type().stringValue(), lambda(site), recipe(site));
      }
      case ReturnInstruction i -> Instruction.of(i.opcode() == Opcode.RETURN ? Op.RETURN_VOID : Op.RETURN_VALUE);
      case ThrowInstruction i -> Instruction.of(Op.THROW);
      case BranchInstruction i -> branch(i.opcode().name());
      case TableSwitchInstruction i -> Instruction.of(Op.SWITCH);
      case LookupSwitchInstruction i -> Instruction.of(Op.SWITCH);
      case MonitorInstruction i ->
          Instruction.of(i.opcode() == Opcode.MONITORENTER ? Op.MONITOR_ENTER : Op.MONITOR_EXIT);
      default -> Instruction.named(Op.UNSUPPORTED, "", source.toString(), "");
    };
  }

  private static Instruction operator(OperatorInstruction i) {
    var name = i.opcode().name();
    boolean length = name.equals("ARRAYLENGTH");
    boolean wide = !length && !name.contains("CMP") && i.typeKind().slotSize() == 2;
    return Instruction.sized(length || name.endsWith("NEG") ? Op.UNARY : Op.BINARY, wide);
  }

  private static Op field(Opcode opcode) {
    return switch (opcode) {
      case GETSTATIC -> Op.GET_STATIC;
      case PUTSTATIC -> Op.PUT_STATIC;
      case GETFIELD -> Op.GET_FIELD;
      default -> Op.PUT_FIELD;
    };
  }

  private static Op invoke(Opcode opcode) {
    return switch (opcode) {
      case INVOKESTATIC -> Op.INVOKE_STATIC;
      case INVOKESPECIAL -> Op.INVOKE_SPECIAL;
      default -> Op.INVOKE_VIRTUAL;
    };
  }

  private static Instruction branch(String opcode) {
    return switch (opcode) {
      case "IFEQ", "IFNE", "IFNULL", "IFNONNULL" -> Instruction.named(Op.IF_ONE, "", opcode, "");
      default ->
          Instruction.of(
              opcode.startsWith("GOTO") ? Op.GOTO : opcode.startsWith("IF_") ? Op.IF_TWO : Op.IF_ONE);
    };
  }

  /** The closure that a call site makes; null if it makes none. */
  static LambdaSite lambda(DynamicCallSiteDesc site) {
    if (!bootstrap(site).equals("java/lang/invoke/LambdaMetafactory")) return null;
    if (!(site.bootstrapArgs()[1] instanceof DirectMethodHandleDesc target)) return null;
    var type = site.invocationType();
    return new LambdaSite(
        internalName(type.returnType()), site.invocationName(), type.descriptorString(),
        target.refKind(), internalName(target.owner()), target.methodName(), target.lookupDescriptor(), markers(site));
  }

  private static List<String> markers(DynamicCallSiteDesc site) {
    var arguments = site.bootstrapArgs();
    if (arguments.length < 5 || ((int) arguments[3] & LambdaMetafactory.FLAG_MARKERS) == 0) return List.of();
    var found = new ArrayList<String>();
    for (int i = 0; i < (int) arguments[4]; i++) found.add(internalName((ClassDesc) arguments[5 + i]));
    return found;
  }

  private static String recipe(DynamicCallSiteDesc site) {
    var arguments = site.bootstrapArgs();
    return bootstrap(site).equals("java/lang/invoke/StringConcatFactory")
            && arguments.length == 1 && arguments[0] instanceof String text
        ? text
        : null;
  }

  private static String bootstrap(DynamicCallSiteDesc site) {
    return site.bootstrapMethod() instanceof DirectMethodHandleDesc m ? internalName(m.owner()) : "";
  }

  private static String internalName(ClassDesc type) {
    var d = type.descriptorString();
    return d.startsWith("L") ? d.substring(1, d.length() - 1) : d;
  }
}
