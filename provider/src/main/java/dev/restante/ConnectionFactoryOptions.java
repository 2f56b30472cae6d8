package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerSettings;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.MachineClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
abstract class ConnectionFactoryOptions {

    /** URL of the embedded store that is the default. */
    public static final String DEFAULT_URL = "jdbc:hsqldb:file:restante-data/store";

    private static final BrokerSettings BROKER_DEFAULTS = BrokerSettings.defaults("defaults");

    private String url = DEFAULT_URL;
    private @Nullable String user = null;
    private @Nullable String password = null;
    private @Nullable String clientId = null;
    private AutoAcknowledgePolicy autoAcknowledge = AutoAcknowledgePolicy.STRICT;
    private boolean autoCreateQueues = true;
    private boolean autoCreateTopics = true;
    private ExpirationBase expirationBase = ExpirationBase.DELIVERY;
    private List<String> objectMessageAllowList = List.of();
    private ObjectInputFilterPolicy objectPolicy = ObjectInputFilterPolicy.jdkValuesOnly();
    private int maxInFlightSends = 1_000;
    private @Nullable Duration autoRenewLocksFor = null;
    private Duration lingerDuration = Duration.ofSeconds(5);
    private Duration storeTimeout = BROKER_DEFAULTS.storeTimeout();
    private Duration leaseDuration = BROKER_DEFAULTS.lease();
    private int maxMessageBytes = BROKER_DEFAULTS.maxMessageBytes();
    private long maxLargeBodyBytes = BROKER_DEFAULTS.maxLargeBodyBytes();
    private boolean shutdownHook = true;
    private boolean keepJvmAlive = true;
    private boolean jmx = false;
    private LocalAccess localAccess = LocalAccess.APPLICATION;
    private boolean createStore = true;
    private MachineClock machineClock = MachineClock.SYSTEM;
    private volatile boolean frozen;

    ConnectionFactoryOptions() {}

    final void freeze() {
        frozen = true;
    }

    /**
     * Checks that an option can change.
     *
     * @throws IllegalStateException if the factory has created a connection
     */
    final void requireNotFrozen(String option) {
        if (frozen) {
            throw new IllegalStateException(
                    option + " cannot be changed: the factory has already created a connection");
        }
    }

    /**
     * Returns the JDBC URL of the store, by default {@value #DEFAULT_URL}: {@code jdbc:hsqldb:file:PATH},
     * {@code jdbc:hsqldb:mem:NAME}, {@code jdbc:postgresql:...}, {@code jdbc:mariadb:...} or {@code jdbc:mysql:...}.
     * The URL does not contain the options with which it was set, and is not used with a data source.
     */
    public String getUrl() {
        return url;
    }

    /** Sets the {@linkplain #getUrl URL} and the options in it. */
    abstract void setUrl(String value);

    /** Sets the driver URL. */
    final void setDriverUrl(String value) {
        requireNotFrozen("url");
        this.url = value;
    }

    /**
     * Returns the user of the store's database; null, the default, means {@code SA} for an embedded store. A data
     * source uses its own user, and a user that is set here is only checked with {@code DataSource.getConnection(user,
     * password)} for each new connection.
     */
    public @Nullable String getUser() {
        return user;
    }

    /** Sets the {@linkplain #getUser user}. */
    public void setUser(@Nullable String value) {
        requireNotFrozen("user");
        this.user = value;
    }

    /** Sets the password of the store's database; null, the default, means an empty password. It is never shown. */
    public void setPassword(@Nullable String value) {
        requireNotFrozen("password");
        this.password = value;
    }

    final @Nullable String password() {
        return password;
    }

    /**
     * Returns the client id of each connection; null, the default, means none. Only one connection at a time can use a
     * client id (CON-19, CON-22).
     */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** Sets the {@linkplain #getClientId client id}. */
    public void setClientId(@Nullable String value) {
        requireNotFrozen("clientId");
        this.clientId = value;
    }

    /**
     * Returns when an {@code AUTO_ACKNOWLEDGE} session gets its next message; by default
     * {@link AutoAcknowledgePolicy#STRICT}.
     */
    public AutoAcknowledgePolicy getAutoAcknowledge() {
        return autoAcknowledge;
    }

    /** Sets the {@linkplain #getAutoAcknowledge policy}. */
    public void setAutoAcknowledge(AutoAcknowledgePolicy value) {
        requireNotFrozen("autoAcknowledge");
        this.autoAcknowledge = requireNonNull(value, "autoAcknowledge");
    }

    /**
     * Returns whether Restante creates a missing queue on first use, by default true; otherwise the use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateQueues() {
        return autoCreateQueues;
    }

    /** Sets {@link #isAutoCreateQueues}. */
    public void setAutoCreateQueues(boolean value) {
        requireNotFrozen("autoCreateQueues");
        this.autoCreateQueues = value;
    }

    /**
     * Returns whether Restante creates a missing topic on first use, by default true; otherwise the use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateTopics() {
        return autoCreateTopics;
    }

    /** Sets {@link #isAutoCreateTopics}. */
    public void setAutoCreateTopics(boolean value) {
        requireNotFrozen("autoCreateTopics");
        this.autoCreateTopics = value;
    }

    /** Returns the start of a delayed message's time to live (TTL-08), by default {@link ExpirationBase#DELIVERY}. */
    public ExpirationBase getExpirationBase() {
        return expirationBase;
    }

    /** Sets the {@linkplain #getExpirationBase expiration base}. */
    public void setExpirationBase(ExpirationBase value) {
        requireNotFrozen("expirationBase");
        this.expirationBase = requireNonNull(value, "expirationBase");
    }

    /**
     * Returns the classes that an ObjectMessage may contain when it is read, in addition to values of the JDK; by
     * default empty. An entry is a class name, {@code package.*} or {@code package.**}; a single entry {@code *} allows
     * all classes.
     */
    public List<String> getObjectMessageAllowList() {
        return objectMessageAllowList;
    }

    /**
     * Sets the {@linkplain #getObjectMessageAllowList allowed classes}.
     *
     * @throws IllegalArgumentException if an entry is null or has another form, or {@code *} is not the only entry
     */
    public void setObjectMessageAllowList(List<String> value) {
        requireNotFrozen("objectMessageAllowList");
        requireNonNull(value, "objectMessageAllowList");
        if (value.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("objectMessageAllowList contains null");
        }
        List<String> copy = List.copyOf(value);
        this.objectPolicy =
                copy.equals(List.of("*")) ? ObjectInputFilterPolicy.allowAll() : ObjectInputFilterPolicy.allowing(copy);
        this.objectMessageAllowList = copy;
    }

    final ObjectInputFilterPolicy objectPolicy() {
        return objectPolicy;
    }

    /**
     * Returns the largest number of asynchronous sends in progress on one connection, above which a send waits
     * (SND-04): at least 1, by default 1,000.
     */
    public int getMaxInFlightSends() {
        return maxInFlightSends;
    }

    /** Sets the {@linkplain #getMaxInFlightSends limit}. */
    public void setMaxInFlightSends(int value) {
        requireNotFrozen("maxInFlightSends");
        this.maxInFlightSends = OptionRangeChecks.atLeastOne("maxInFlightSends", value);
    }

    /**
     * Returns the time after a receive for which peek-locks are renewed automatically (RCV-05): at least 1 ms, or null,
     * the default, for no automatic renewal.
     */
    public @Nullable Duration getAutoRenewLocksFor() {
        return autoRenewLocksFor;
    }

    /** Sets the {@linkplain #getAutoRenewLocksFor time}. */
    public void setAutoRenewLocksFor(@Nullable Duration value) {
        requireNotFrozen("autoRenewLocksFor");
        this.autoRenewLocksFor = OptionRangeChecks.positiveOrNull("autoRenewLocksFor", value);
    }

    /**
     * Returns the time for which the node stays open after its last connection was closed: zero or more, by default 5
     * s.
     */
    public Duration getLingerDuration() {
        return lingerDuration;
    }

    /** Sets the {@linkplain #getLingerDuration linger duration}. */
    public void setLingerDuration(Duration value) {
        requireNotFrozen("lingerDuration");
        this.lingerDuration = OptionRangeChecks.notNegative("lingerDuration", value);
    }

    /** Returns the time for which a call waits for an unreachable store: at least 1 ms, by default 30 s. */
    public Duration getStoreTimeout() {
        return storeTimeout;
    }

    /** Sets the {@linkplain #getStoreTimeout store timeout}. */
    public void setStoreTimeout(Duration value) {
        requireNotFrozen("storeTimeout");
        this.storeTimeout = OptionRangeChecks.positive("storeTimeout", value);
    }

    /**
     * Returns the time after which other nodes declare this node dead if it is silent (RCV-13): at least 1 ms, by
     * default 15 s.
     */
    public Duration getLeaseDuration() {
        return leaseDuration;
    }

    /** Sets the {@linkplain #getLeaseDuration lease duration}. */
    public void setLeaseDuration(Duration value) {
        requireNotFrozen("leaseDuration");
        this.leaseDuration = OptionRangeChecks.positive("leaseDuration", value);
    }

    /** Returns the largest size of a message, headers and body together, in bytes: at least 1, by default 64 MiB. */
    public int getMaxMessageBytes() {
        return maxMessageBytes;
    }

    /** Sets the {@linkplain #getMaxMessageBytes size}. */
    public void setMaxMessageBytes(int value) {
        requireNotFrozen("maxMessageBytes");
        this.maxMessageBytes = OptionRangeChecks.atLeastOne("maxMessageBytes", value);
    }

    /** Returns the largest size in bytes of a body from a stream (LRG-06): at least 1, by default 4 GiB. */
    public long getMaxLargeBodyBytes() {
        return maxLargeBodyBytes;
    }

    /** Sets the {@linkplain #getMaxLargeBodyBytes size}. */
    public void setMaxLargeBodyBytes(long value) {
        requireNotFrozen("maxLargeBodyBytes");
        this.maxLargeBodyBytes = OptionRangeChecks.atLeastOne("maxLargeBodyBytes", value);
    }

    /**
     * Returns whether a shutdown hook of the JVM closes a node that is still open, by default true. Set false if the
     * application closes the factory in its own shutdown hook, as Spring does. The JVM runs its hooks concurrently, so
     * the node would otherwise close while listeners are working.
     */
    public boolean isShutdownHook() {
        return shutdownHook;
    }

    /** Sets {@link #isShutdownHook}. */
    public void setShutdownHook(boolean value) {
        requireNotFrozen("shutdownHook");
        this.shutdownHook = value;
    }

    /**
     * Returns whether an open session with a message listener keeps the JVM alive after {@code main} has ended. The
     * default is true, as for other providers, because a program that only listens would otherwise end immediately.
     * {@code System.exit} and signals still end the JVM. Set false if the program does not close its connections, or if
     * a server keeps the JVM alive.
     */
    public boolean isKeepJvmAlive() {
        return keepJvmAlive;
    }

    /** Sets {@link #isKeepJvmAlive}. */
    public void setKeepJvmAlive(boolean value) {
        requireNotFrozen("keepJvmAlive");
        this.keepJvmAlive = value;
    }

    /**
     * Returns whether the node registers MBeans for itself and for each queue, topic and subscription in the platform
     * MBean server, by default false.
     */
    public boolean isJmx() {
        return jmx;
    }

    /** Sets {@link #isJmx}. */
    public void setJmx(boolean value) {
        requireNotFrozen("jmx");
        this.jmx = value;
    }

    /**
     * Returns how the processes of one user share an embedded store, by default {@link LocalAccess#APPLICATION}. Within
     * this JVM a tool joins any open node, but only tools join the node of a tool.
     */
    public LocalAccess getLocalAccess() {
        return localAccess;
    }

    /** Sets the {@linkplain #getLocalAccess local access}. */
    public void setLocalAccess(LocalAccess value) {
        requireNotFrozen("localAccess");
        this.localAccess = requireNonNull(value, "localAccess");
    }

    /**
     * Returns whether Restante creates a missing store in a database, and a missing file database; by default true. If
     * false, connecting to a missing store fails with {@code RESTANTE-STORE-FAILED} and creates nothing. The option has
     * no effect on an open store.
     */
    public boolean isCreateStore() {
        return createStore;
    }

    /** Sets {@link #isCreateStore}. */
    public void setCreateStore(boolean value) {
        requireNotFrozen("createStore");
        this.createStore = value;
    }

    /**
     * Sets a clock that a test advances, in place of the system clock, for all factories of a store. Leases use this
     * clock, too. {@link #setLeaseDuration} must therefore be longer than any single advance, or other nodes declare
     * the node dead.
     *
     * @throws IllegalStateException if the factory has created a connection
     */
    public void useClock(MovableClock clock) {
        machineClock(clock.source());
    }

    final MachineClock machineClock() {
        return machineClock;
    }

    final void machineClock(MachineClock value) {
        requireNotFrozen("machineClock");
        machineClock = value;
    }
}
