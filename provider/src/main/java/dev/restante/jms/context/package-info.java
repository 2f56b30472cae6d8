/** Simplified API of Jakarta Messaging over connections and sessions of the classic API. */
@NullMarked
package dev.restante.jms.context;

import org.jspecify.annotations.NullMarked;
