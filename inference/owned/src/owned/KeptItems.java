package owned;

public final class KeptItems<A> extends java.util.ArrayList<A> implements Items<A> {}
