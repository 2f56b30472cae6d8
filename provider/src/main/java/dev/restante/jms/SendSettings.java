package dev.restante.jms;

import dev.restante.broker.SendRequest;
import dev.restante.broker.SendRequest.ExpirationBase;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/** How a producer sends: the defaults of PRD-05, checked when set (PRD-08 to PRD-10). As little thread-safe as producers are. */
final class SendSettings {

    private final ExpirationBase expirationBase;
    private int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
    private int priority = Message.DEFAULT_PRIORITY;
    private long timeToLiveMillis = Message.DEFAULT_TIME_TO_LIVE;
    private long deliveryDelayMillis = Message.DEFAULT_DELIVERY_DELAY;
    private boolean messageIdDisabled;
    private boolean timestampDisabled;
    private SendRequest.@Nullable Options current;

    SendSettings(ExpirationBase expirationBase) {
        this.expirationBase = expirationBase;
    }

    int deliveryMode() {
        return deliveryMode;
    }

    void deliveryMode(int value) throws JMSException {
        checkDeliveryMode(value);
        deliveryMode = value;
        current = null;
    }

    int priority() {
        return priority;
    }

    void priority(int value) throws JMSException {
        checkPriority(value);
        priority = value;
        current = null;
    }

    long timeToLiveMillis() {
        return timeToLiveMillis;
    }

    void timeToLiveMillis(long value) throws JMSException {
        checkTimeToLive(value);
        timeToLiveMillis = value;
        current = null;
    }

    long deliveryDelayMillis() {
        return deliveryDelayMillis;
    }

    void deliveryDelayMillis(long value) throws JMSException {
        if (value < 0) {
            throw refused("delivery delay " + value + " ms is negative");
        }
        deliveryDelayMillis = value;
        current = null;
    }

    boolean messageIdDisabled() {
        return messageIdDisabled;
    }

    void messageIdDisabled(boolean value) {
        messageIdDisabled = value;
        current = null;
    }

    boolean timestampDisabled() {
        return timestampDisabled;
    }

    void timestampDisabled(boolean value) {
        timestampDisabled = value;
        current = null;
    }

    /** What a send without arguments of its own uses. */
    SendRequest.Options current() {
        SendRequest.Options options = current;
        if (options == null) {
            options = options(deliveryMode, priority, timeToLiveMillis);
            current = options;
        }
        return options;
    }

    /** What a send uses that overrides some of it (PRD-06). */
    SendRequest.Options with(int ownDeliveryMode, int ownPriority, long ownTimeToLiveMillis) throws JMSException {
        checkDeliveryMode(ownDeliveryMode);
        checkPriority(ownPriority);
        checkTimeToLive(ownTimeToLiveMillis);
        return options(ownDeliveryMode, ownPriority, ownTimeToLiveMillis);
    }

    private SendRequest.Options options(int mode, int ownPriority, long ownTimeToLiveMillis) {
        return new SendRequest.Options(
                mode == DeliveryMode.PERSISTENT,
                ownPriority,
                ownTimeToLiveMillis,
                deliveryDelayMillis,
                !messageIdDisabled,
                !timestampDisabled,
                expirationBase);
    }

    private static void checkDeliveryMode(int value) throws JMSException {
        if (value != DeliveryMode.PERSISTENT && value != DeliveryMode.NON_PERSISTENT) {
            throw refused("delivery mode " + value + " is neither 1 (NON_PERSISTENT) nor 2 (PERSISTENT)");
        }
    }

    private static void checkPriority(int value) throws JMSException {
        if (value < 0 || value > 9) {
            throw refused("priority " + value + " is not within 0 to 9");
        }
    }

    private static void checkTimeToLive(long value) throws JMSException {
        if (value < 0) {
            throw refused("time to live " + value + " ms is negative");
        }
    }

    private static JMSException refused(String text) {
        return new JMSException("The " + text, ErrorCodes.INVALID_ARGUMENT);
    }
}
