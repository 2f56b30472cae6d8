/** Administration of embedded stores through a local socket: server, client and protocol. */
@NullMarked
package dev.restante.socket;

import org.jspecify.annotations.NullMarked;
