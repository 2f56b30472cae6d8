/** Settlement of received messages: complete, abandon, defer, dead-letter, renew and release. */
@NullMarked
package dev.restante.node.settle;

import org.jspecify.annotations.NullMarked;
