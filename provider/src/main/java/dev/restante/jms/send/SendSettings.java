package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.broker.SendRequest.TimeToLiveStart;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/** Send settings of a producer, validated when set (PRD-05, PRD-08 to PRD-10). Not thread-safe, like producers. */
public final class SendSettings {

    private final TimeToLiveStart expirationBase;
    private int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
    private int priority = Message.DEFAULT_PRIORITY;
    private long timeToLiveMillis = Message.DEFAULT_TIME_TO_LIVE;
    private long deliveryDelayMillis = Message.DEFAULT_DELIVERY_DELAY;
    private boolean messageIdDisabled;
    private boolean timestampDisabled;
    private SendRequest.@Nullable Options currentOptions;

    public SendSettings(TimeToLiveStart expirationBase) {
        this.expirationBase = expirationBase;
    }

    public int deliveryMode() {
        return deliveryMode;
    }

    public void deliveryMode(int value) throws JMSException {
        checkDeliveryMode(value);
        deliveryMode = value;
        currentOptions = null;
    }

    public int priority() {
        return priority;
    }

    public void priority(int value) throws JMSException {
        checkPriority(value);
        priority = value;
        currentOptions = null;
    }

    public long timeToLiveMillis() {
        return timeToLiveMillis;
    }

    public void timeToLiveMillis(long value) throws JMSException {
        checkTimeToLive(value);
        timeToLiveMillis = value;
        currentOptions = null;
    }

    public long deliveryDelayMillis() {
        return deliveryDelayMillis;
    }

    public void deliveryDelayMillis(long value) throws JMSException {
        if (value < 0) {
            throw refused("delivery delay " + value + " ms is negative. Use 0 for no delay.");
        }
        deliveryDelayMillis = value;
        currentOptions = null;
    }

    public boolean messageIdDisabled() {
        return messageIdDisabled;
    }

    public void messageIdDisabled(boolean value) {
        messageIdDisabled = value;
        currentOptions = null;
    }

    public boolean timestampDisabled() {
        return timestampDisabled;
    }

    public void timestampDisabled(boolean value) {
        timestampDisabled = value;
        currentOptions = null;
    }

    /** Returns the options of a send call without arguments for them. */
    SendRequest.Options currentOptions() {
        SendRequest.Options options = currentOptions;
        if (options == null) {
            options = options(deliveryMode, priority, timeToLiveMillis);
            currentOptions = options;
        }
        return options;
    }

    /** Returns the options of a send call that overrides some settings (PRD-06). */
    SendRequest.Options overriddenOptions(int deliveryMode, int priority, long timeToLiveMillis) throws JMSException {
        checkDeliveryMode(deliveryMode);
        checkPriority(priority);
        checkTimeToLive(timeToLiveMillis);
        return options(deliveryMode, priority, timeToLiveMillis);
    }

    private SendRequest.Options options(int mode, int priority, long timeToLiveMillis) {
        return new SendRequest.Options(
                mode == DeliveryMode.PERSISTENT,
                priority,
                timeToLiveMillis,
                deliveryDelayMillis,
                !messageIdDisabled,
                !timestampDisabled,
                expirationBase,
                null);
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
            throw refused("time to live " + value + " ms is negative. Use 0 for no expiry.");
        }
    }

    private static JMSException refused(String text) {
        return new JMSException("The " + text, ErrorCodes.INVALID_ARGUMENT);
    }
}
