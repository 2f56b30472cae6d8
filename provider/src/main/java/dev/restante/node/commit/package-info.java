/**
 * The way into the store and back: batches of changes, what arrives through them, and the messages fetched for
 * receivers.
 */
@NullMarked
package dev.restante.node.commit;

import org.jspecify.annotations.NullMarked;
