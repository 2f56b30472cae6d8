/**
 * Resource adapter (Jakarta Connectors 2.1): the objects that administrators configure and that Jakarta EE servers
 * call.
 */
@NullMarked
package dev.restante.ra;

import org.jspecify.annotations.NullMarked;
