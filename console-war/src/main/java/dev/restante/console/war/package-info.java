/** The console of the resource adapter in a web application that shares no classes with it. */
@NullMarked
package dev.restante.console.war;

import org.jspecify.annotations.NullMarked;
