package eddy.inference.internal.watch;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Changes class files so that each access to a field or an array, and each call of a shared or of a mutable
 * library object, calls a static method of another class first: {@code read}, {@code write}, {@code array},
 * {@code call}. {@code made} receives new objects, {@code captured} all that a closure captures.
 *
 * <p>Not reported: fields in constructors and static initialisers, fields of lazy vals.
 */
public final class Instrumentation {
  private static final MethodTypeDesc TOUCH =
      MethodTypeDesc.of(
          ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String, ConstantDescs.CD_String);
  private static final MethodTypeDesc CALL =
      MethodTypeDesc.of(
          ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String, ConstantDescs.CD_String, ConstantDescs.CD_Object);
  private static final MethodTypeDesc ARRAY =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_boolean);
  private static final MethodTypeDesc OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

  private final ClassDesc recorder;
  private final ClassFile format;

  /**
   * @param recorder the class whose methods are called
   * @param classes finds the class files that the changed ones refer to
   */
  public Instrumentation(String recorder, ClassLoader classes) {
    this.recorder = ClassDesc.of(recorder);
    // stack maps name the nearest common super class, of classes that nobody else has loaded too
    var hierarchy = ClassHierarchyResolver.ofResourceParsing(classes).orElse(ClassHierarchyResolver.defaultResolver());
    this.format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
  }

  public byte[] apply(byte[] original) {
    var model = format.parse(original);
    return format.transformClass(
        model,
        (out, element) -> {
          if (!(element instanceof MethodModel m) || m.code().isEmpty() || isSkipped(m)) out.with(element);
          else {
            boolean constructs = m.methodName().equalsString("<init>");
            out.transformMethod(
                m, MethodTransform.transformingCode(CodeTransform.ofStateful(() -> new OfMethod(model, constructs))));
          }
        });
  }

  // a trait's vals are assigned by a method each
  private static boolean isSkipped(MethodModel m) {
    return m.methodName().equalsString("<clinit>") || m.methodName().stringValue().contains("_setter_$");
  }

  private final class OfMethod implements CodeTransform {
    private final ClassModel in;
    private final boolean constructs;
    // of the own class and the one above, whose constructors are still to be called
    private int unfinished = 0;
    private boolean begun = false;

    OfMethod(ClassModel in, boolean constructs) {
      this.in = in;
      this.constructs = constructs;
    }

    @Override
    public void accept(CodeBuilder b, CodeElement e) {
      if (e instanceof FieldInstruction f && !constructs && isVariable(f)) tellField(b, f);
      else if (e instanceof InvokeInstruction i && i.opcode() != Opcode.INVOKESTATIC && !isConstructor(i) && isWatched(i)) tellCall(b, i);
      else if (e instanceof InvokeDynamicInstruction i) tellCaptured(b, i);
      else if (e instanceof ArrayLoadInstruction) {
        b.dup2().pop().iconst_0().invokestatic(recorder, "array", ARRAY);
      } else if (e instanceof ArrayStoreInstruction a) {
        int aside = b.allocateLocal(a.typeKind());
        b.storeLocal(a.typeKind(), aside).dup2().pop().iconst_1().invokestatic(recorder, "array", ARRAY).loadLocal(a.typeKind(), aside);
      }
      if (constructs && e instanceof ReturnInstruction) b.aload(0).invokestatic(recorder, "made", OBJECT);
      b.with(e);
      // a new object lies below the arguments of its constructor twice; in a constructor it may be the one of
      // the super class
      if (e instanceof InvokeInstruction i
          && (makesVariable(i) || makesShared(i) || isClone(i) || !constructs && isConstructor(i) && isWatched(i)))
        b.dup().invokestatic(recorder, "made", OBJECT);
      if (constructs && begins(e)) b.aload(0).invokestatic(recorder, "made", OBJECT);
    }

    /** The constructor of the super class has been called: from now on the object can be passed. */
    private boolean begins(CodeElement e) {
      if (begun) return false;
      if (e instanceof NewObjectInstruction n && isOwn(n.className().asInternalName())) unfinished += 1;
      else if (e instanceof InvokeInstruction i && isConstructor(i) && isOwn(i.owner().asInternalName())) {
        if (unfinished == 0) {
          begun = true;
          return true;
        }
        unfinished -= 1;
      }
      return false;
    }

    private boolean isOwn(String name) {
      return name.equals(in.thisClass().asInternalName())
          || in.superclass().map(s -> name.equals(s.asInternalName())).orElse(false);
    }
  }

  private static boolean isConstructor(InvokeInstruction i) {
    return i.name().equalsString("<init>");
  }

  private static boolean isClone(InvokeInstruction i) {
    return i.name().equalsString("clone") && i.opcode() != Opcode.INVOKESTATIC && i.typeSymbol().parameterCount() == 0
        && !i.typeSymbol().returnType().isPrimitive();
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

  private void tellField(CodeBuilder b, FieldInstruction f) {
    var owner = f.owner().asInternalName();
    var name = f.name().stringValue();
    boolean wide = f.type().equalsString("J") || f.type().equalsString("D");
    switch (f.opcode()) {
      case GETFIELD -> b.dup().loadConstant(owner).loadConstant(name).invokestatic(recorder, "read", TOUCH);
      case PUTFIELD -> {
        if (wide) b.dup2_x1().pop2().dup().loadConstant(owner).loadConstant(name).invokestatic(recorder, "write", TOUCH).dup_x2().pop();
        else b.dup2().pop().loadConstant(owner).loadConstant(name).invokestatic(recorder, "write", TOUCH);
      }
      case GETSTATIC -> b.aconst_null().loadConstant(owner).loadConstant(name).invokestatic(recorder, "read", TOUCH);
      default -> b.aconst_null().loadConstant(owner).loadConstant(name).invokestatic(recorder, "write", TOUCH);
    }
  }

  /** The receiver lies below the arguments: they are put aside meanwhile. */
  private void tellCall(CodeBuilder b, InvokeInstruction i) {
    var aside = putAside(b, i.typeSymbol());
    b.dup().loadConstant(i.owner().asInternalName());
    b.loadConstant(i.name().stringValue() + i.type().stringValue());
    if (aside.length > 0 && !i.typeSymbol().parameterType(0).isPrimitive()) b.aload(aside[0]);
    else b.aconst_null();
    b.invokestatic(recorder, "call", CALL);
    takeBack(b, i.typeSymbol(), aside);
  }

  private void tellCaptured(CodeBuilder b, InvokeDynamicInstruction i) {
    var captured = i.typeSymbol();
    if (i.bootstrapMethod().owner().displayName().equals("LambdaMetafactory") && captured.parameterCount() > 0) {
      var aside = putAside(b, captured);
      for (int p = 0; p < aside.length; p++)
        if (!captured.parameterType(p).isPrimitive()) b.aload(aside[p]).invokestatic(recorder, "captured", OBJECT);
      takeBack(b, captured, aside);
    }
  }

  private static int[] putAside(CodeBuilder b, MethodTypeDesc type) {
    var aside = new int[type.parameterCount()];
    for (int p = aside.length - 1; p >= 0; p--) {
      var kind = TypeKind.from(type.parameterType(p));
      aside[p] = b.allocateLocal(kind);
      b.storeLocal(kind, aside[p]);
    }
    return aside;
  }

  private static void takeBack(CodeBuilder b, MethodTypeDesc type, int[] aside) {
    for (int p = 0; p < aside.length; p++) b.loadLocal(TypeKind.from(type.parameterType(p)), aside[p]);
  }
}
