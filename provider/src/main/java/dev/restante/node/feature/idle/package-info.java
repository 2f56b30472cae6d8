/**
 * Deletion of idle queues, topics and subscriptions (IDLE-01 to IDLE-08), and of temporary ones whose users are gone.
 * Nodes record uses in the store, and any node deletes an entity that none has used. Tests: {@code
 * feature.expiry.IdleEntityContract}, {@code node.IdleContract}.
 */
@NullMarked
package dev.restante.node.feature.idle;

import org.jspecify.annotations.NullMarked;
