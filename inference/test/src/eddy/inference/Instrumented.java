package eddy.inference;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.function.Predicate;

/**
 * The test oracle's eyes: loads classes so that each access to a field, and each call of a shared or of a
 * mutable library object, calls {@link Touches}. The analysis reads the original class files.
 */
public final class Instrumented extends ClassLoader {
  private static final ClassDesc HEAR = ClassDesc.of("eddy.inference.Touches");
  private static final MethodTypeDesc TOUCH =
      MethodTypeDesc.of(
          ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String, ConstantDescs.CD_String);
  private static final MethodTypeDesc CALL =
      MethodTypeDesc.of(
          ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String, ConstantDescs.CD_String, ConstantDescs.CD_Object);
  private static final MethodTypeDesc ARRAY =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_boolean);
  private static final MethodTypeDesc MADE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

  private final Path root;
  private final Predicate<String> chosen;
  private final ProtectionDomain domain;

  /**
   * @param root folder of the class files
   * @param chosen which of the classes there, by name; the others are the parent's
   */
  public Instrumented(ClassLoader parent, Path root, Predicate<String> chosen) throws IOException {
    super(parent);
    this.root = root;
    this.chosen = chosen;
    this.domain = new ProtectionDomain(new CodeSource(root.toUri().toURL(), (Certificate[]) null), null);
  }

  private Path file(String name) {
    return root.resolve(name.replace('.', '/') + ".class");
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known != null) return known;
      if (!chosen.test(name) || !Files.exists(file(name))) return super.loadClass(name, resolve);
      try {
        var changed = instrument(Files.readAllBytes(file(name)));
        return defineClass(name, changed, 0, changed.length, domain);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Override
  public java.io.InputStream getResourceAsStream(String name) {
    try {
      var file = root.resolve(name);
      return Files.isRegularFile(file) ? Files.newInputStream(file) : super.getResourceAsStream(name);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private byte[] instrument(byte[] original) {
    // stack maps name the nearest common super class, of classes that nobody else has loaded too
    var hierarchy = ClassHierarchyResolver.ofResourceParsing(this).orElse(ClassHierarchyResolver.defaultResolver());
    var format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    var model = format.parse(original);
    return format.transformClass(
        model,
        (out, element) -> {
          if (!(element instanceof MethodModel m) || m.code().isEmpty() || m.methodName().equalsString("<clinit>"))
            out.with(element);
          else {
            boolean constructs = m.methodName().equalsString("<init>");
            out.transformMethod(m, MethodTransform.transformingCode((b, e) -> instrument(b, e, constructs)));
          }
        });
  }

  private static void instrument(CodeBuilder b, CodeElement e, boolean constructs) {
    if (e instanceof FieldInstruction f && !constructs && isVariable(f)) tellField(b, f);
    else if (e instanceof InvokeInstruction i && i.opcode() != Opcode.INVOKESTATIC && !i.name().equalsString("<init>") && isWatched(i)) tellCall(b, i);
    else if (e instanceof ArrayLoadInstruction) {
      b.dup2().pop().iconst_0().invokestatic(HEAR, "array", ARRAY);
    } else if (e instanceof ArrayStoreInstruction a) {
      int aside = b.allocateLocal(a.typeKind());
      b.storeLocal(a.typeKind(), aside).dup2().pop().iconst_1().invokestatic(HEAR, "array", ARRAY).loadLocal(a.typeKind(), aside);
    }
    if (constructs && e instanceof ReturnInstruction) b.aload(0).invokestatic(HEAR, "made", MADE);
    b.with(e);
    // a new object lies below the arguments of its constructor twice; in a constructor it may be the one of
    // the super class
    if (e instanceof InvokeInstruction i
        && (makesVariable(i) || makesShared(i) || !constructs && i.name().equalsString("<init>") && isWatched(i)))
      b.dup().invokestatic(HEAR, "made", MADE);
  }

  private static boolean isVariable(FieldInstruction f) {
    var name = f.name().stringValue();
    return !name.contains("$lzy") && !name.equals("MODULE$");
  }

  private static boolean makesVariable(InvokeInstruction i) {
    var owner = i.owner().asInternalName();
    return i.opcode() == Opcode.INVOKESTATIC && owner.startsWith("scala/runtime/") && owner.endsWith("Ref");
  }

  private static boolean makesShared(InvokeInstruction i) {
    var owner = i.owner().asInternalName();
    return owner.startsWith("eddy/state/Shared") && owner.endsWith("$") && i.name().equalsString("apply");
  }

  private static boolean isWatched(InvokeInstruction i) {
    var owner = i.owner().asInternalName();
    if (owner.endsWith("$")) return false;
    return owner.startsWith("eddy/state/Shared")
        || owner.startsWith("java/util/") && owner.lastIndexOf('/') == "java/util".length()
        || owner.startsWith("java/nio/")
        || owner.equals("java/lang/StringBuilder")
        || owner.startsWith("scala/collection/mutable/");
  }

  private static void tellField(CodeBuilder b, FieldInstruction f) {
    var owner = f.owner().asInternalName();
    var name = f.name().stringValue();
    boolean wide = f.type().equalsString("J") || f.type().equalsString("D");
    switch (f.opcode()) {
      case GETFIELD -> b.dup().loadConstant(owner).loadConstant(name).invokestatic(HEAR, "read", TOUCH);
      case PUTFIELD -> {
        if (wide) b.dup2_x1().pop2().dup().loadConstant(owner).loadConstant(name).invokestatic(HEAR, "write", TOUCH).dup_x2().pop();
        else b.dup2().pop().loadConstant(owner).loadConstant(name).invokestatic(HEAR, "write", TOUCH);
      }
      case GETSTATIC -> b.aconst_null().loadConstant(owner).loadConstant(name).invokestatic(HEAR, "read", TOUCH);
      default -> b.aconst_null().loadConstant(owner).loadConstant(name).invokestatic(HEAR, "write", TOUCH);
    }
  }

  /** The receiver lies below the arguments: they are put aside meanwhile. */
  private static void tellCall(CodeBuilder b, InvokeInstruction i) {
    var parameters = i.typeSymbol().parameterList();
    var aside = new int[parameters.size()];
    for (int p = aside.length - 1; p >= 0; p--) {
      var kind = TypeKind.from(parameters.get(p));
      aside[p] = b.allocateLocal(kind);
      b.storeLocal(kind, aside[p]);
    }
    b.dup().loadConstant(i.owner().asInternalName());
    b.loadConstant(i.name().stringValue() + i.type().stringValue());
    if (aside.length > 0 && !parameters.getFirst().isPrimitive()) b.aload(aside[0]);
    else b.aconst_null();
    b.invokestatic(HEAR, "call", CALL);
    for (int p = 0; p < aside.length; p++) b.loadLocal(TypeKind.from(parameters.get(p)), aside[p]);
  }
}
