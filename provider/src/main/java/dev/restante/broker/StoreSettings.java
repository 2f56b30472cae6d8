package dev.restante.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of the whole store, made by administrators; all nodes agree about them. */
public interface StoreSettings {

    /**
     * Asks the store for one of them, and thereby whether it answers.
     *
     * @throws BrokerException with STORE_UNAVAILABLE if it does not
     */
    void ask();

    /** The longest that a message of this store can live outside a dead-letter queue; null for no maximum (TTL-12). */
    @Nullable
    Duration maximumTimeToLive();

    /**
     * Sets it here and in the store; effective for the next message, and at once for messages without a time to live of
     * their own.
     *
     * @throws BrokerException with INVALID_ARGUMENT for less than a millisecond
     */
    void setMaximumTimeToLive(@Nullable Duration maximum);
}
