package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.broker.SendRequest.ExpirationBase;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a producer, with the defaults of PRD-05, checked when set (PRD-08 to PRD-10). As little thread-safe
 * as producers are.
 */
public final class SendSettings {

    private final ExpirationBase expirationBase;
    private int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
    private int priority = Message.DEFAULT_PRIORITY;
    private long timeToLiveMillis = Message.DEFAULT_TIME_TO_LIVE;
    private long deliveryDelayMillis = Message.DEFAULT_DELIVERY_DELAY;
    private boolean messageIdDisabled;
    private boolean timestampDisabled;
    private SendRequest.@Nullable Options current;

    public SendSettings(ExpirationBase expirationBase) {
        this.expirationBase = expirationBase;
    }

    public int deliveryMode() {
        return deliveryMode;
    }

    public void deliveryMode(int value) throws JMSException {
        checkDeliveryMode(value);
        deliveryMode = value;
        current = null;
    }

    public int priority() {
        return priority;
    }

    public void priority(int value) throws JMSException {
        checkPriority(value);
        priority = value;
        current = null;
    }

    public long timeToLiveMillis() {
        return timeToLiveMillis;
    }

    public void timeToLiveMillis(long value) throws JMSException {
        checkTimeToLive(value);
        timeToLiveMillis = value;
        current = null;
    }

    public long deliveryDelayMillis() {
        return deliveryDelayMillis;
    }

    public void deliveryDelayMillis(long value) throws JMSException {
        if (value < 0) {
            throw refused("delivery delay " + value + " ms is negative");
        }
        deliveryDelayMillis = value;
        current = null;
    }

    public boolean messageIdDisabled() {
        return messageIdDisabled;
    }

    public void messageIdDisabled(boolean value) {
        messageIdDisabled = value;
        current = null;
    }

    public boolean timestampDisabled() {
        return timestampDisabled;
    }

    public void timestampDisabled(boolean value) {
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
