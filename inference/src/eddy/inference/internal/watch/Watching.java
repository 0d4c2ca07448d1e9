package eddy.inference.internal.watch;

/** A class loader whose classes tell {@link Watch} of their accesses. */
public interface Watching {}
