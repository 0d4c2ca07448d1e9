package eddy.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * This method returns an equal value whenever it is called on the same object with the same arguments,
 * touches nothing that others can change, and is quick. It may be called before a handler runs, to find out
 * which entry of a map the handler will use: as {@code request.path("id")} is. An exception that it throws
 * then is dropped.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Stable {}
