/** Acknowledgement modes of sessions, with one class for each mode. */
@NullMarked
package dev.restante.jms.mode;

import org.jspecify.annotations.NullMarked;
