/** Workers that act on stored messages at due times: promotion, repeated sends, expiry, and deletion of old records. */
@NullMarked
package dev.restante.node.expiry;

import org.jspecify.annotations.NullMarked;
