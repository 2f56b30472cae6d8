/** Console of the adapter's stores, for a web application that shares no classes with the adapter. */
@NullMarked
package dev.restante.ra.console;

import org.jspecify.annotations.NullMarked;
