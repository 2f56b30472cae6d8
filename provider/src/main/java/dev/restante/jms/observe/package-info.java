/** Instrumentation that reports the sends, receives and settlements of connections to message observers. */
@NullMarked
package dev.restante.jms.observe;

import org.jspecify.annotations.NullMarked;
