package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Message as an administrator sees it, with its status and the node that has it locked.
 *
 * @param header the header of the message, null if it is unreadable
 * @param message the message with its body, null if bodies were not requested or the message is unreadable
 * @param expiresAtMillis the expiry time in this entity in epoch milliseconds, {@link Delivery#NEVER} for never
 * @param lockingNode the name of the node that has the message locked, null for no node or for a prepared branch
 * @param lockedUntilMillis the end of the lock in epoch milliseconds; 0 without a lock of an application of this node
 */
public record InspectedMessage(
        Delivery delivery,
        @Nullable MessageHeader header,
        @Nullable StoredMessage message,
        DeliveryStatus status,
        long expiresAtMillis,
        @Nullable String lockingNode,
        long lockedUntilMillis) {}
