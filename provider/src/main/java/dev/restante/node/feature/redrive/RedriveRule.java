package dev.restante.node.feature.redrive;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.MessageHeader;
import java.util.Map;

/** Rule for the time to live and the annotations of dead letters that are moved back to their source (BEY-03). */
public final class RedriveRule {

    private RedriveRule() {}

    /**
     * Returns the time to live with which a message was sent. It counts from the delivery time, or from the send if the
     * expiry time is not after the delivery time.
     *
     * @return milliseconds, or 0 if the sender set no time to live
     */
    public static long ownTimeToLive(MessageHeader header) {
        if (header.expiration() == 0) {
            return 0;
        }
        long fromDelivery = header.expiration() - header.deliveryTime();
        return Math.max(
                1,
                fromDelivery > 0 || header.timestamp() == 0 ? fromDelivery : header.expiration() - header.timestamp());
    }

    /**
     * Returns the annotations of a redriven message: without reason, description and source, and with an incremented
     * redrive count. Changed properties stay. The original expiry time stays, because the header of the message still
     * contains it.
     */
    public static DeliveryAnnotations annotations(Delivery delivery, MessageHeader header) {
        DeliveryAnnotations before = delivery.annotations();
        long original = before == null ? 0 : before.originalExpiration();
        if (original == 0 && header.expiration() != 0) {
            original = DeliveryAnnotations.HEADER_EXPIRATION;
        }
        DeliveryAnnotations cleared = new DeliveryAnnotations(
                null, null, null, original, before == null ? Map.of() : before.changedProperties());
        return cleared.withProperties(Map.of(
                DeliveryAnnotations.REDRIVE_COUNT_PROPERTY, DeliveryAnnotations.incrementedRedriveCount(before)));
    }
}
