package owned;

/** Its objects may be of a library's class: nothing but the interface is known of a variable. */
public interface Items<A> extends java.util.List<A> {}
