package eddy.inference.internal.bytecode;

import java.lang.classfile.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What {@link ClassReader} is compared with: the same answers by java.lang.classfile. In Java: Scala 3.9.0
 * cannot compile
 * against that package (scala3#27108).
 */
public final class JdkClassReader {
  static {
    // on JDK 25 MethodTypeDesc.ofDescriptor("()V") fails unless ConstantDescs is initialised before it
    java.util.Objects.requireNonNull(ConstantDescs.CD_Object);
  }

  private final ClassModel model;
  private final Map<String, MethodModel> methods = new LinkedHashMap<>();

  public JdkClassReader(byte[] classFile) {
    model = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).parse(classFile);
    for (var m : model.methods()) methods.put(m.methodName().stringValue() + m.methodType().stringValue(), m);
  }

  public String name() {
    return model.thisClass().asInternalName();
  }

  /** Internal name of the super class; empty for java.lang.Object. */
  public String superName() {
    return model.superclass().map(ClassEntry::asInternalName).orElse("");
  }

  public List<String> interfaces() {
    return model.interfaces().stream().map(ClassEntry::asInternalName).toList();
  }

  public int flags() {
    return model.flags().flagsMask();
  }

  public Set<String> methods() {
    return methods.keySet();
  }

  public int methodFlags(String method) {
    return methods.get(method).flags().flagsMask();
  }

  /** Fields declared here, with their descriptors. */
  public Map<String, String> fields() {
    var found = new LinkedHashMap<String, String>();
    for (var f : model.fields()) found.put(f.fieldName().stringValue(), f.fieldType().stringValue());
    return found;
  }

  /** Descriptors of the annotations on the class. */
  public Set<String> annotations() {
    return annotationsOf(model);
  }

  public Set<String> annotations(String method) {
    return annotationsOf(methods.get(method));
  }

  private static Set<String> annotationsOf(AttributedElement element) {
    var found = new HashSet<String>();
    Stream.concat(
            element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream().flatMap(a -> a.annotations().stream()),
            element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream().flatMap(a -> a.annotations().stream()))
        .map((Annotation a) -> a.className().stringValue())
        .forEach(found::add);
    return found;
  }

  /**
   * Fields that keep the value they are given while the object or class is made: final ones, and private
   * ones that
   * nothing but constructors, static initialisers and the setters of Scala's trait vals (…_setter_$…)
   * assigns. A class
   * with nest mates answers with its final fields only: Java's inner classes assign private fields directly.
   */
  public Set<String> stableFields() {
    var stable = new HashSet<String>();
    var candidates = new HashSet<String>();
    for (var f : model.fields()) {
      int flags = f.flags().flagsMask();
      if ((flags & ClassFile.ACC_FINAL) != 0) stable.add(f.fieldName().stringValue());
      else if ((flags & ClassFile.ACC_PRIVATE) != 0 && (flags & ClassFile.ACC_VOLATILE) == 0)
        candidates.add(f.fieldName().stringValue());
    }
    boolean nested =
        model.findAttribute(Attributes.nestMembers()).isPresent() || model.findAttribute(Attributes.nestHost()).isPresent();
    if (nested || candidates.isEmpty()) return stable;
    for (var m : model.methods()) candidates.removeAll(assigned(m));
    stable.addAll(candidates);
    return stable;
  }

  private Set<String> assigned(MethodModel method) {
    var fields = new HashSet<String>();
    var name = method.methodName().stringValue();
    boolean makesClass = name.equals("<clinit>");
    boolean makesObject = makesClass || name.contains("_setter_$") || name.equals("<init>") && !hasAnother(method);
    method.code().ifPresent(code -> {
      for (var e : code)
        if (e instanceof FieldInstruction f
            && (f.opcode() == Opcode.PUTFIELD && !makesObject || f.opcode() == Opcode.PUTSTATIC && !makesClass)
            && f.owner().asInternalName().equals(name())) fields.add(f.name().stringValue());
    });
    return fields;
  }

  /** Whether a constructor gets hold of a further object of its class. */
  private boolean hasAnother(MethodModel constructor) {
    var type = "L" + name() + ";";
    if (constructor.methodType().stringValue().contains(type)) return true;
    for (var e : constructor.code().get()) {
      boolean gets = switch (e) {
        case NewObjectInstruction made -> made.className().asInternalName().contains(name());
        case TypeCheckInstruction cast ->
            cast.opcode() == Opcode.CHECKCAST && cast.type().asInternalName().contains(name());
        case FieldInstruction f ->
            (f.opcode() == Opcode.GETFIELD || f.opcode() == Opcode.GETSTATIC) && f.type().stringValue().endsWith(type);
        case InvokeInstruction call -> call.type().stringValue().endsWith(type);
        default -> false;
      };
      if (gets) return true;
    }
    return false;
  }

  /** Every closure that methods of this class make. */
  public List<LambdaSite> lambdaSites() {
    var sites = new ArrayList<LambdaSite>();
    for (var entry : model.constantPool())
      if (entry instanceof InvokeDynamicEntry site) {
        var made = JdkCodeReader.lambda(site.asSymbol());
        if (made != null) sites.add(made);
      }
    return sites;
  }

  /** The body of a method; null if it is abstract or native. */
  public MethodCode code(String method) {
    var m = methods.get(method);
    return m == null || m.code().isEmpty() ? null : JdkCodeReader.read(m);
  }
}
