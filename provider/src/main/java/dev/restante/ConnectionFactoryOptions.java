package dev.restante;

import dev.restante.option.AutoAcknowledgePolicy;
import dev.restante.option.ExpirationBase;
import dev.restante.option.ForeignProperties;
import dev.restante.option.LocalAccess;
import dev.restante.runtime.FactoryOption;
import dev.restante.runtime.FactoryOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of a connection factory as JavaBean properties, frozen by its first connection. After the first connection
 * every setter throws {@link IllegalStateException}, so that the options hold for all connections. A setter throws
 * {@link IllegalArgumentException} for a value out of its range, and {@link NullPointerException} for null unless its
 * getter mentions null.
 *
 * <p>{@code leaseDuration}, {@code storeTimeout}, {@code maxMessageBytes}, {@code maxLargeBodyBytes},
 * {@code shutdownHook} and {@code jmx} belong to the node of the store in this JVM. All factories of one store must
 * agree on them.
 */
public abstract sealed class ConnectionFactoryOptions permits RestanteConnectionFactory {

    /** URL of the embedded store that is the default. */
    public static final String DEFAULT_URL = FactoryOption.DEFAULT_URL;

    private final FactoryOptions options = new FactoryOptions();

    ConnectionFactoryOptions() {}

    final FactoryOptions options() {
        return options;
    }

    /**
     * Returns the JDBC URL of the store, by default {@value #DEFAULT_URL}: {@code jdbc:hsqldb:file:PATH},
     * {@code jdbc:hsqldb:mem:NAME}, {@code jdbc:postgresql:...}, {@code jdbc:mariadb:...} or {@code jdbc:mysql:...}.
     * The URL does not contain the options with which it was set, and is not used with a data source.
     */
    public String getUrl() {
        return options.get(FactoryOption.URL);
    }

    /**
     * Returns the user of the store's database; null, the default, means {@code SA} for an embedded store. A data
     * source uses its own user, and a user that is set here is only checked with {@code DataSource.getConnection(user,
     * password)} for each new connection.
     */
    public @Nullable String getUser() {
        return options.get(FactoryOption.USER);
    }

    /** Sets the {@linkplain #getUser user}. */
    public void setUser(@Nullable String value) {
        options.set(FactoryOption.USER, value);
    }

    /** Sets the password of the store's database; null, the default, means an empty password. It is never shown. */
    public void setPassword(@Nullable String value) {
        options.set(FactoryOption.PASSWORD, value);
    }

    /**
     * Returns the client id of each connection; null, the default, means none. Only one connection at a time can use a
     * client id (CON-19, CON-22).
     */
    public @Nullable String getClientId() {
        return options.get(FactoryOption.CLIENT_ID);
    }

    /** Sets the {@linkplain #getClientId client id}. */
    public void setClientId(@Nullable String value) {
        options.set(FactoryOption.CLIENT_ID, value);
    }

    /**
     * Returns when an {@code AUTO_ACKNOWLEDGE} session gets its next message; by default
     * {@link AutoAcknowledgePolicy#STRICT}.
     */
    public AutoAcknowledgePolicy getAutoAcknowledge() {
        return options.get(FactoryOption.AUTO_ACKNOWLEDGE);
    }

    /** Sets the {@linkplain #getAutoAcknowledge policy}. */
    public void setAutoAcknowledge(AutoAcknowledgePolicy value) {
        options.set(FactoryOption.AUTO_ACKNOWLEDGE, value);
    }

    /**
     * Returns whether Restante creates a missing queue on first use, by default true; otherwise the use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateQueues() {
        return options.get(FactoryOption.AUTO_CREATE_QUEUES);
    }

    /** Sets {@link #isAutoCreateQueues}. */
    public void setAutoCreateQueues(boolean value) {
        options.set(FactoryOption.AUTO_CREATE_QUEUES, value);
    }

    /**
     * Returns whether Restante creates a missing topic on first use, by default true; otherwise the use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateTopics() {
        return options.get(FactoryOption.AUTO_CREATE_TOPICS);
    }

    /** Sets {@link #isAutoCreateTopics}. */
    public void setAutoCreateTopics(boolean value) {
        options.set(FactoryOption.AUTO_CREATE_TOPICS, value);
    }

    /** Returns the start of a delayed message's time to live (TTL-08), by default {@link ExpirationBase#DELIVERY}. */
    public ExpirationBase getExpirationBase() {
        return options.get(FactoryOption.EXPIRATION_BASE);
    }

    /** Sets the {@linkplain #getExpirationBase expiration base}. */
    public void setExpirationBase(ExpirationBase value) {
        options.set(FactoryOption.EXPIRATION_BASE, value);
    }

    /**
     * Returns the classes that an ObjectMessage may contain when it is read, in addition to values of the JDK; by
     * default empty. An entry is a class name, {@code package.*} or {@code package.**}; a single entry {@code *} allows
     * all classes.
     */
    public List<String> getObjectMessageAllowList() {
        return options.get(FactoryOption.OBJECT_MESSAGE_ALLOW_LIST);
    }

    /**
     * Sets the {@linkplain #getObjectMessageAllowList allowed classes}.
     *
     * @throws IllegalArgumentException if an entry is null or has another form, or {@code *} is not the only entry
     */
    public void setObjectMessageAllowList(List<String> value) {
        options.set(FactoryOption.OBJECT_MESSAGE_ALLOW_LIST, value);
    }

    /**
     * Returns the treatment of properties with names such as {@code order-id}, which Jakarta Messaging does not allow,
     * in a sent message object of another provider (SND-13); by default {@link ForeignProperties#REFUSE}.
     */
    public ForeignProperties getForeignProperties() {
        return options.get(FactoryOption.FOREIGN_PROPERTIES);
    }

    /** Sets the {@linkplain #getForeignProperties treatment}. */
    public void setForeignProperties(ForeignProperties value) {
        options.set(FactoryOption.FOREIGN_PROPERTIES, value);
    }

    /**
     * Returns the largest number of asynchronous sends in progress on one connection, above which a send waits
     * (SND-04): at least 1, by default 1,000.
     */
    public int getMaxInFlightSends() {
        return options.get(FactoryOption.MAX_IN_FLIGHT_SENDS);
    }

    /** Sets the {@linkplain #getMaxInFlightSends limit}. */
    public void setMaxInFlightSends(int value) {
        options.set(FactoryOption.MAX_IN_FLIGHT_SENDS, value);
    }

    /**
     * Returns the time after a receive for which peek-locks are renewed automatically (RCV-05): zero or more, or null,
     * the default.
     *
     * <p>With null, sessions with CLIENT_ACKNOWLEDGE renew locks for 5 minutes where no lock was chosen. A lock is
     * chosen by a {@code lockDuration} of the queue or of a policy, by a lock duration of the consumer or receive, by
     * an attempt id, by the acceptance of the message group, or by {@link PeekLock#renew} and
     * {@link PeekLock#changeVisibility}. Zero renews no lock. A longer time renews the locks of all peek-locked
     * messages, also chosen ones.
     */
    public @Nullable Duration getAutoRenewLocksFor() {
        return options.get(FactoryOption.AUTO_RENEW_LOCKS_FOR);
    }

    /** Sets the {@linkplain #getAutoRenewLocksFor time}. */
    public void setAutoRenewLocksFor(@Nullable Duration value) {
        options.set(FactoryOption.AUTO_RENEW_LOCKS_FOR, value);
    }

    /**
     * Returns the time for which the node stays open after its last connection was closed: zero or more, by default 5
     * s.
     */
    public Duration getLingerDuration() {
        return options.get(FactoryOption.LINGER_DURATION);
    }

    /** Sets the {@linkplain #getLingerDuration linger duration}. */
    public void setLingerDuration(Duration value) {
        options.set(FactoryOption.LINGER_DURATION, value);
    }

    /** Returns the time for which a call waits for an unreachable store: at least 1 ms, by default 30 s. */
    public Duration getStoreTimeout() {
        return options.get(FactoryOption.STORE_TIMEOUT);
    }

    /** Sets the {@linkplain #getStoreTimeout store timeout}. */
    public void setStoreTimeout(Duration value) {
        options.set(FactoryOption.STORE_TIMEOUT, value);
    }

    /**
     * Returns the time after which other nodes declare this node dead if it is silent (RCV-13): at least 1 ms, by
     * default 15 s.
     */
    public Duration getLeaseDuration() {
        return options.get(FactoryOption.LEASE_DURATION);
    }

    /** Sets the {@linkplain #getLeaseDuration lease duration}. */
    public void setLeaseDuration(Duration value) {
        options.set(FactoryOption.LEASE_DURATION, value);
    }

    /** Returns the largest size of a message, headers and body together, in bytes: at least 1, by default 64 MiB. */
    public int getMaxMessageBytes() {
        return options.get(FactoryOption.MAX_MESSAGE_BYTES);
    }

    /** Sets the {@linkplain #getMaxMessageBytes size}. */
    public void setMaxMessageBytes(int value) {
        options.set(FactoryOption.MAX_MESSAGE_BYTES, value);
    }

    /** Returns the largest size in bytes of a body from a stream (LRG-06): at least 1, by default 4 GiB. */
    public long getMaxLargeBodyBytes() {
        return options.get(FactoryOption.MAX_LARGE_BODY_BYTES);
    }

    /** Sets the {@linkplain #getMaxLargeBodyBytes size}. */
    public void setMaxLargeBodyBytes(long value) {
        options.set(FactoryOption.MAX_LARGE_BODY_BYTES, value);
    }

    /**
     * Returns whether a shutdown hook of the JVM closes a node that is still open, by default true. Set false if the
     * application closes the factory in its own shutdown hook, as Spring does. The JVM runs its hooks concurrently, so
     * the node would otherwise close while listeners are working.
     */
    public boolean isShutdownHook() {
        return options.get(FactoryOption.SHUTDOWN_HOOK);
    }

    /** Sets {@link #isShutdownHook}. */
    public void setShutdownHook(boolean value) {
        options.set(FactoryOption.SHUTDOWN_HOOK, value);
    }

    /**
     * Returns whether an open session with a message listener keeps the JVM alive after {@code main} has ended. The
     * default is true, as for other providers, because a program that only listens would otherwise end immediately.
     * {@code System.exit} and signals still end the JVM. Set false if the program does not close its connections, or if
     * a server keeps the JVM alive.
     */
    public boolean isKeepJvmAlive() {
        return options.get(FactoryOption.KEEP_JVM_ALIVE);
    }

    /** Sets {@link #isKeepJvmAlive}. */
    public void setKeepJvmAlive(boolean value) {
        options.set(FactoryOption.KEEP_JVM_ALIVE, value);
    }

    /**
     * Returns whether the node registers MBeans for itself and for each queue, topic and subscription in the platform
     * MBean server, by default false.
     */
    public boolean isJmx() {
        return options.get(FactoryOption.JMX);
    }

    /** Sets {@link #isJmx}. */
    public void setJmx(boolean value) {
        options.set(FactoryOption.JMX, value);
    }

    /**
     * Returns how the processes of one user share an embedded store, by default {@link LocalAccess#APPLICATION}. Within
     * this JVM a tool joins any open node, but only tools join the node of a tool.
     */
    public LocalAccess getLocalAccess() {
        return options.get(FactoryOption.LOCAL_ACCESS);
    }

    /** Sets the {@linkplain #getLocalAccess local access}. */
    public void setLocalAccess(LocalAccess value) {
        options.set(FactoryOption.LOCAL_ACCESS, value);
    }

    /**
     * Returns whether Restante creates a missing store in a database, and a missing file database; by default true. If
     * false, connecting to a missing store fails with {@code RESTANTE-STORE-FAILED} and creates nothing. The option has
     * no effect on an open store.
     */
    public boolean isCreateStore() {
        return options.get(FactoryOption.CREATE_STORE);
    }

    /** Sets {@link #isCreateStore}. */
    public void setCreateStore(boolean value) {
        options.set(FactoryOption.CREATE_STORE, value);
    }

    /**
     * Sets a clock that a test advances, in place of the system clock, for all factories of a store. Leases use this
     * clock, too. {@link #setLeaseDuration} must therefore be longer than any single advance, or other nodes declare
     * the node dead.
     *
     * @throws IllegalStateException if the factory has created a connection
     */
    public void useClock(MovableClock clock) {
        options.setMachineClock(clock.source());
    }
}
