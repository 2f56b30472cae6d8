package dev.restante.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marker of a method that uses the default time zone of the JVM by contract. The build rejects this use in all other
 * methods, because their results would depend on the machine.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface UsesDefaultTimeZone {}
