package dev.restante.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of the whole store, which administrators change and all nodes obey. */
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
