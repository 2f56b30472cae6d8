/** Apache Camel without Spring on Restante. */
@NullMarked
package dev.restante.samples.sjms2;

import org.jspecify.annotations.NullMarked;
