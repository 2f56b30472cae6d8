/** The console of the adapter's stores, for a web application that shares no classes with it. */
@NullMarked
package dev.restante.ra.console;

import org.jspecify.annotations.NullMarked;
