package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message as an administrator sees it.
 *
 * @param delivery as stored
 * @param head of its message, null if it can't be read
 * @param message with its body, null if that was not asked for or can't be read
 * @param standing how it stands
 * @param deadlineMillis when it expires where it is, {@link Delivery#NEVER} for never
 * @param holder the name of the node that has it locked, null for none or for a prepared branch
 * @param lockedUntilMillis when the lock that this node knows ends; 0 where it knows none
 */
public record Inspected(
        Delivery delivery,
        @Nullable MessageHead head,
        @Nullable StoredMessage message,
        Standing standing,
        long deadlineMillis,
        @Nullable String holder,
        long lockedUntilMillis) {}
