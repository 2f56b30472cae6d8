package dev.restante.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Interface that reads and changes settings saved in the store, which all nodes obey: at present the maximum time to
 * live.
 */
public interface StoreSettings {

    /**
     * Reads a setting to check that the store answers.
     *
     * @throws BrokerException with STORE_UNAVAILABLE if it does not
     */
    void probe();

    /** Returns the maximum time to live of messages outside dead-letter queues; null for no maximum (TTL-12). */
    @Nullable
    Duration maximumTimeToLive();

    /**
     * Sets the maximum time to live in the store. It applies from the next message, and immediately to messages without
     * a time to live of their own.
     *
     * @throws BrokerException with INVALID_ARGUMENT for less than a millisecond
     */
    void setMaximumTimeToLive(@Nullable Duration maximum);
}
