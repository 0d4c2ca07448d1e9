package eddy.push.subjects

/** A map in the order of use, as modules of Eddy may have them, which nobody else gets hold of. */
final class Recent extends java.util.LinkedHashMap[String, String](16, 0.75f, true)
