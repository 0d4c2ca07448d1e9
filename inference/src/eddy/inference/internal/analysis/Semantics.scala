package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.heap.Value

/** The effects and results of running code on abstract values: the ways in which a rule may need all others.
  * Effects go into [[AnalysisState]].
  */
private[inference] trait Semantics:
  /** A call of a static method. */
  def static(called: MethodName, arguments: Vector[Value]): Value

  /** A call without dynamic binding: of a constructor, of `super`, of a private method, on a receiver of
    * known class, which comes first.
    */
  def exact(called: MethodName, arguments: Vector[Value]): Value

  /** A call with dynamic binding; the receiver comes first. */
  def virtual(called: MethodName, arguments: Vector[Value]): Value

  /** The body of a method of the application. */
  def body(method: MethodName, arguments: Vector[Value]): Value

  /** A method of which the body is not followed. */
  def library(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Value

  /** All that code which is not followed may call on what it was passed.
    * @param arguments what it may call that with
    */
  def handedOver(v: Value, arguments: Vector[Value]): Value

  /** The same for functions that are kept in one object: it may pass to one what another has returned. */
  final def together(kept: Value, arguments: Vector[Value]): Value =
    var passed = arguments
    var returned = handedOver(kept, passed)
    while arguments.map(_ | returned) != passed do
      passed = arguments.map(_ | returned)
      returned = returned | handedOver(kept, passed)
    returned
end Semantics
