/** Administration through a local socket: serves other processes of the same user, and reaches them. */
@NullMarked
package dev.restante.socket;

import org.jspecify.annotations.NullMarked;
