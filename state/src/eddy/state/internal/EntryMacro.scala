package eddy.state.internal

import scala.quoted.{Expr, Quotes, Type}

/** Takes apart a pair that is written as one (`map += (key -> value)`), so that the inference knows the key.
  */
object EntryMacro:
  /** @param put sets the value of a key */
  def update[K: Type, V: Type](put: Expr[(K, V) => Unit], entry: Expr[(K, V)])(using Quotes): Expr[Unit] =
    entry match
      case '{
            type k <: K
            type v <: V
            ($key: k, $value: v)
          } =>
        Expr.betaReduce('{ $put($key, $value) })
      case '{
            type k <: K
            type v <: V
            Predef.ArrowAssoc[k]($key: k).->[v]($value: v)
          } =>
        Expr.betaReduce('{ $put($key, $value) })
      case _ =>
        '{
          val pair = $entry
          ${ Expr.betaReduce('{ $put(pair(0), pair(1)) }) }
        }
end EntryMacro
