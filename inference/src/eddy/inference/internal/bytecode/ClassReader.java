package eddy.inference.internal.bytecode;

import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A class file (JVMS 4), read for the analysis. A method is named by name and descriptor in one string, as
 * in {@code
 * put(Ljava/lang/Object;)V}. Not thread-safe.
 */
public final class ClassReader {
  private final ConstantPool constants;
  private final List<String> interfaces = new ArrayList<>();
  private final Map<String, String> fields = new LinkedHashMap<>();

  // each with the place of its flags
  private final Map<String, Integer> fieldsAt = new LinkedHashMap<>();
  private final Map<String, Integer> methods = new LinkedHashMap<>();
  private final int attributes;

  public ClassReader(byte[] classFile) {
    constants = new ConstantPool(classFile);
    int at = constants.end + 6;
    int count = constants.u2(at);
    for (int i = 0; i < count; i++) interfaces.add(constants.className(constants.u2(at += 2)));
    at += 4;
    for (int left = constants.u2(at - 2); left > 0; left--, at = afterMember(at)) {
      fields.put(memberName(at), memberType(at));
      fieldsAt.put(memberName(at), at);
    }
    at += 2;
    for (int left = constants.u2(at - 2); left > 0; left--, at = afterMember(at))
      methods.put(memberName(at) + memberType(at), at);
    attributes = at;
  }

  private String memberName(int member) {
    return constants.text(constants.u2(member + 2));
  }

  private String memberType(int member) {
    return constants.text(constants.u2(member + 4));
  }

  private int afterMember(int member) {
    int at = member + 8;
    for (int left = constants.u2(member + 6); left > 0; left--) at += 6 + constants.s4(at + 2);
    return at;
  }

  public String name() {
    return constants.className(constants.u2(constants.end + 2));
  }

  /** Internal name of the super class; empty for java.lang.Object. */
  public String superName() {
    return constants.className(constants.u2(constants.end + 4));
  }

  public List<String> interfaces() {
    return interfaces;
  }

  public int flags() {
    return constants.u2(constants.end);
  }

  public Set<String> methods() {
    return methods.keySet();
  }

  public int methodFlags(String method) {
    return constants.u2(methods.get(method));
  }

  /** Fields declared here, with their descriptors. */
  public Map<String, String> fields() {
    return fields;
  }

  /** Descriptors of the annotations on the class. */
  public Set<String> annotations() {
    return annotations(attributes);
  }

  public Set<String> annotations(String method) {
    return annotations(methods.get(method) + 6);
  }

  private Set<String> annotations(int attributes) {
    var found = new HashSet<String>();
    for (var kind : List.of("RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations")) {
      int at = attribute(attributes, kind);
      if (at == 0) continue;
      int annotation = at + 2;
      for (int left = constants.u2(at); left > 0; left--) {
        found.add(constants.text(constants.u2(annotation)));
        annotation = afterAnnotation(annotation);
      }
    }
    return found;
  }

  private int afterAnnotation(int annotation) {
    int at = annotation + 4;
    for (int left = constants.u2(annotation + 2); left > 0; left--) at = afterValue(at + 2);
    return at;
  }

  /** JVMS 4.7.16.1. */
  private int afterValue(int value) {
    switch (constants.u1(value)) {
      case 'e':
        return value + 5;
      case '@':
        return afterAnnotation(value + 1);
      case '[':
        int at = value + 3;
        for (int left = constants.u2(value + 1); left > 0; left--) at = afterValue(at);
        return at;
      default:
        return value + 3;
    }
  }

  /** Where the content of the attribute begins; 0 without the attribute. `attributes`: where their number
   * is.
   */
  private int attribute(int attributes, String name) {
    int at = attributes + 2;
    for (int left = constants.u2(attributes); left > 0; left--) {
      if (constants.text(constants.u2(at)).equals(name)) return at + 6;
      at += 6 + constants.s4(at + 2);
    }
    return 0;
  }

  /**
   * Fields that keep the value they are given while the object or class is made: final ones, and private
   * ones that
   * nothing but constructors (static ones: static initialisers) and the setters of Scala's trait vals
   * (…_setter_$…) assigns. A
   * class with nest mates answers with its final fields only: Java's inner classes assign private fields
   * directly.
   */
  public Set<String> stableFields() {
    var stable = new HashSet<String>();
    var candidates = new HashSet<String>();
    fieldsAt.forEach((name, at) -> {
      int flags = constants.u2(at);
      if (Modifier.isFinal(flags)) stable.add(name);
      else if (Modifier.isPrivate(flags) && !Modifier.isVolatile(flags)) candidates.add(name);
    });
    boolean nested = attribute(attributes, "NestMembers") != 0 || attribute(attributes, "NestHost") != 0;
    if (nested || candidates.isEmpty()) return stable;
    for (var m : methods.keySet()) removeAssigned(m, candidates);
    stable.addAll(candidates);
    return stable;
  }

  /** Those that the method assigns once the object, or the class, may be known to others. */
  private void removeAssigned(String method, Set<String> fields) {
    int code = codeOf(method);
    if (code == 0) return;
    var name = method.substring(0, method.indexOf('('));
    boolean makesClass = name.equals("<clinit>");
    boolean makesObject =
        makesClass || name.contains("_setter_$") || name.equals("<init>") && !hasAnother(method, code);
    for (int at = code + 8, last = at + constants.s4(code + 4); at < last; at += CodeReader.length(constants, at, code + 8)) {
      int opcode = constants.u1(at);
      if (opcode == CodeReader.PUTFIELD && !makesObject || opcode == CodeReader.PUTSTATIC && !makesClass) {
        int field = constants.u2(at + 1);
        if (constants.owner(field).equals(name())) fields.remove(constants.name(field));
      }
    }
  }

  /** Whether a constructor gets hold of a further object of its class, which it may assign fields of. */
  private boolean hasAnother(String constructor, int code) {
    var type = "L" + name() + ";";
    if (constructor.contains(type)) return true;
    for (int at = code + 8, last = at + constants.s4(code + 4); at < last; at += CodeReader.length(constants, at, code + 8)) {
      int opcode = constants.u1(at);
      boolean isNamed = opcode == CodeReader.NEW || opcode == CodeReader.CHECKCAST;
      boolean isMember = opcode >= CodeReader.GETSTATIC && opcode <= CodeReader.INVOKEINTERFACE;
      if (isNamed && constants.className(constants.u2(at + 1)).contains(name())) return true;
      // of arrays of them, too
      if (isMember && opcode != CodeReader.PUTFIELD && opcode != CodeReader.PUTSTATIC
          && constants.descriptor(constants.u2(at + 1)).endsWith(type)) return true;
    }
    return false;
  }

  /** Every closure that methods of this class make. */
  public List<LambdaSite> lambdaSites() {
    var sites = new ArrayList<LambdaSite>();
    for (int i = 1; i < constants.size(); i++)
      if (constants.tag(i) == ConstantPool.INVOKE_DYNAMIC) {
        var made = lambda(i);
        if (made != null) sites.add(made);
      }
    return sites;
  }

  /** The body of a method; null if it is abstract or native. */
  public MethodCode code(String method) {
    int code = methods.containsKey(method) ? codeOf(method) : 0;
    return code == 0 ? null : new CodeReader(this, constants, code).read(Modifier.isStatic(methodFlags(method)));
  }

  /** Where the code attribute of a method begins; 0 if it has none. */
  /**
   * Names of the local variables that a method begins with, its parameters among them, by slot (JVMS 4.7.13).
   * Empty if the method has no code, or was compiled without them.
   */
  public Map<Integer, String> variables(String method) {
    var found = new LinkedHashMap<Integer, String>();
    int code = methods.containsKey(method) ? codeOf(method) : 0;
    if (code == 0) return found;
    int handlers = code + 8 + constants.s4(code + 4);
    int table = attribute(handlers + 2 + 8 * constants.u2(handlers), "LocalVariableTable");
    if (table == 0) return found;
    int at = table + 2;
    for (int left = constants.u2(table); left > 0; left--, at += 10)
      if (constants.u2(at) == 0) found.put(constants.u2(at + 8), constants.text(constants.u2(at + 4)));
    return found;
  }

  private int codeOf(String method) {
    return attribute(methods.get(method) + 6, "Code");
  }

  /** Internal name of the class that binds a call site (JVMS 4.7.23). */
  String bootstrapClass(int callSite) {
    return constants.owner(constants.handleMember(constants.u2(bootstrap(callSite))));
  }

  /** How a call site puts a text together; null if it makes none, or one with other constants in it. */
  String recipe(int callSite) {
    if (!bootstrapClass(callSite).equals("java/lang/invoke/StringConcatFactory")) return null;
    int arguments = bootstrap(callSite) + 2;
    return constants.u2(arguments) == 1 && constants.loaded(constants.u2(arguments + 2)) instanceof String text ? text : null;
  }

  /** The closure that a call site makes; null if it makes none. */
  LambdaSite lambda(int callSite) {
    if (!bootstrapClass(callSite).equals("java/lang/invoke/LambdaMetafactory")) return null;
    int handle = constants.u2(bootstrap(callSite) + 6);
    int target = constants.handleMember(handle);
    var type = constants.descriptor(callSite);
    var made = type.substring(type.indexOf(')') + 1);
    return new LambdaSite(
        made.startsWith("L") ? made.substring(1, made.length() - 1) : made,
        constants.name(callSite), type, constants.handleKind(handle),
        constants.owner(target), constants.name(target), constants.descriptor(target), markers(callSite));
  }

  /** As the arguments of LambdaMetafactory.altMetafactory say it: after three that all have, flags, a number
   * and so many interfaces.
   */
  private List<String> markers(int callSite) {
    int arguments = bootstrap(callSite) + 4;
    if (constants.u2(arguments - 2) < 5 || (number(arguments + 6) & LambdaMetafactory.FLAG_MARKERS) == 0) return List.of();
    var found = new ArrayList<String>();
    for (int i = 0; i < number(arguments + 8); i++) found.add(constants.className(constants.u2(arguments + 10 + 2 * i)));
    return found;
  }

  private int number(int argument) {
    return (int) constants.loaded(constants.u2(argument));
  }

  /** Where the entry of its method begins in the table of bootstrap methods: the handle, the number of
   * arguments, arguments.
   */
  private int bootstrap(int callSite) {
    int at = attribute(attributes, "BootstrapMethods") + 2;
    for (int left = constants.first(callSite); left > 0; left--) at += 4 + 2 * constants.u2(at + 2);
    return at;
  }
}
