package subjects

/** Keys that are worked out by methods which call each other. */
object ChainedKeys:
  def m0(key: String): String = m1(key)
  def m1(key: String): String = m2(key)
  def m2(key: String): String = m3(key)
  def m3(key: String): String = m4(key)
  def m4(key: String): String = m5(key)
  def m5(key: String): String = m6(key)
  def m6(key: String): String = m7(key)
  def m7(key: String): String = m8(key)
  def m8(key: String): String = m9(key)
  def m9(key: String): String = m10(key)
  def m10(key: String): String = m11(key)
  def m11(key: String): String = key.trim

  def wide0(key: String): String = wide1(key) + wide1(key) + wide1(key) + wide1(key) + wide1(key)
  def wide1(key: String): String = wide2(key) + wide2(key) + wide2(key) + wide2(key) + wide2(key)
  def wide2(key: String): String = wide3(key) + wide3(key) + wide3(key) + wide3(key) + wide3(key)
  def wide3(key: String): String = wide4(key) + wide4(key) + wide4(key) + wide4(key) + wide4(key)
  def wide4(key: String): String = wide5(key) + wide5(key) + wide5(key) + wide5(key) + wide5(key)
  def wide5(key: String): String = wide6(key) + wide6(key) + wide6(key) + wide6(key) + wide6(key)
  def wide6(key: String): String = wide7(key) + wide7(key) + wide7(key) + wide7(key) + wide7(key)
  def wide7(key: String): String = wide8(key) + wide8(key) + wide8(key) + wide8(key) + wide8(key)
  def wide8(key: String): String = wide9(key) + wide9(key) + wide9(key) + wide9(key) + wide9(key)
  def wide9(key: String): String = wide10(key) + wide10(key) + wide10(key) + wide10(key) + wide10(key)
  def wide10(key: String): String = wide11(key) + wide11(key) + wide11(key) + wide11(key) + wide11(key)
  def wide11(key: String): String = key.trim

  def into(key: String): String = turn(key)
  def turn(key: String): String = `return`(key)
  def `return`(key: String): String = turn(key)
end ChainedKeys
