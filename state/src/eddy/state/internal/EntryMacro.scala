package eddy.state.internal

import eddy.state.SharedMap

import scala.quoted.{Expr, Quotes, Type}

/** Takes apart a pair that is written as one (`map += (key -> value)`), so that the inference knows the key.
  */
object EntryMacro:
  def update[K: Type, V: Type](map: Expr[SharedMap[K, V]], entry: Expr[(K, V)])(using Quotes): Expr[Unit] =
    entry match
      case '{
            type k <: K
            type v <: V
            ($key: k, $value: v)
          } =>
        '{ $map.update($key, $value) }
      case '{
            type k <: K
            type v <: V
            Predef.ArrowAssoc[k]($key: k).->[v]($value: v)
          } =>
        '{ $map.update($key, $value) }
      case _ =>
        '{
          val pair = $entry
          $map.update(pair(0), pair(1))
        }
end EntryMacro
