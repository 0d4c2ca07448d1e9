package eddy.inference.internal.values

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.heap.AbstractValue

/** The effects and results of running code on abstract values: the ways in which a rule may need all others.
  * Effects go into [[AnalysisState]].
  */
private[inference] trait Semantics:
  /** A call of a static method. */
  def static(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue

  /** A call without dynamic binding: of a constructor, of `super`, of a private method, on a receiver of
    * known class, which comes first.
    */
  def exact(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue

  /** A call with dynamic binding; the receiver comes first. */
  def virtual(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue

  /** The body of a method of the application. */
  def body(method: MethodName, arguments: Vector[AbstractValue]): AbstractValue

  /** A method of which the body is not followed. */
  def library(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): AbstractValue

  /** All that code which is not followed may call on what it was passed.
    * @param arguments what it may call that with
    */
  def handedOver(v: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue

  /** The same for functions that are kept in one object: it may pass to one what another has returned. */
  final def together(kept: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue =
    var passed = arguments
    var returned = handedOver(kept, passed)
    while arguments.map(_ | returned) != passed do
      passed = arguments.map(_ | returned)
      returned = returned | handedOver(kept, passed)
    returned
end Semantics
