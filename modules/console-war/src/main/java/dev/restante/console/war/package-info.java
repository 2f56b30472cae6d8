/** Web application that serves the console of the resource adapter, without sharing classes with the adapter. */
@NullMarked
package dev.restante.console.war;

import org.jspecify.annotations.NullMarked;
