package dev.restante.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that uses the default time zone of the JVM, as its contract says. The build refuses this everywhere else:
 * the result would depend on the machine.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface UsesDefaultTimeZone {}
