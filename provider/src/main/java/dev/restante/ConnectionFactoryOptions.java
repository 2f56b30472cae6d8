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
 * The options of {@link RestanteConnectionFactory}, as JavaBean properties. They can be set until the factory has made
 * its first connection; from then on every setter throws {@link IllegalStateException}, so that what a factory says is
 * what all its connections have. A setter throws {@link IllegalArgumentException} for a value out of its range and
 * {@link NullPointerException} for null where null is not named.
 *
 * <p>{@code leaseDuration}, {@code storeTimeout}, {@code maxMessageBytes}, {@code maxLargeBodyBytes}, {@code
 * shutdownHook} and {@code jmx} belong to the store's node in this JVM, so factories of one store must agree on them.
 */
abstract class ConnectionFactoryOptions {

    /** The embedded store that a factory uses which was told of no other. */
    public static final String DEFAULT_URL = "jdbc:hsqldb:file:restante-data/store";

    private static final BrokerSettings NODE_DEFAULTS = BrokerSettings.defaults("defaults");

    private String url = DEFAULT_URL;
    private @Nullable String user = null;
    private @Nullable String password = null;
    private @Nullable String clientId = null;
    private AutoAcknowledge autoAcknowledge = AutoAcknowledge.STRICT;
    private boolean autoCreateQueues = true;
    private boolean autoCreateTopics = true;
    private ExpirationBase expirationBase = ExpirationBase.DELIVERY;
    private List<String> objectMessageAllowList = List.of();
    private ObjectInputFilterPolicy objectPolicy = ObjectInputFilterPolicy.jdkValuesOnly();
    private int maxInFlightSends = 1_000;
    private @Nullable Duration autoRenewLocks = null;
    private Duration lingerDuration = Duration.ofSeconds(5);
    private Duration storeTimeout = NODE_DEFAULTS.storeTimeout();
    private Duration leaseDuration = NODE_DEFAULTS.lease();
    private int maxMessageBytes = NODE_DEFAULTS.maxMessageBytes();
    private long maxLargeBodyBytes = NODE_DEFAULTS.maxLargeBodyBytes();
    private boolean shutdownHook = true;
    private boolean keepJvmAlive = true;
    private boolean jmx = false;
    private LocalAccess localAccess = LocalAccess.APPLICATION;
    private boolean createStore = true;
    private MachineClock machineClock = MachineClock.SYSTEM;
    private volatile boolean frozen;

    ConnectionFactoryOptions() {}

    /** The first connection is being made. */
    final void freeze() {
        frozen = true;
    }

    /**
     * An option is about to change.
     *
     * @throws IllegalStateException if the first connection has been made
     */
    final void change(String option) {
        if (frozen) {
            throw new IllegalStateException(
                    option + " can't be changed any more: the factory has made a connection already");
        }
    }

    /**
     * The JDBC URL of the store: {@code jdbc:hsqldb:file:PATH}, {@code jdbc:hsqldb:mem:NAME},
     * {@code jdbc:postgresql:...}, {@code jdbc:mariadb:...} or {@code jdbc:mysql:...}. Default {@value #DEFAULT_URL}.
     * Not used with a data source. The options that it was set with are not part of it.
     */
    public String getUrl() {
        return url;
    }

    /** See {@link #getUrl}. Options in it are set as by their own setters. */
    abstract void setUrl(String value);

    /** The URL for the driver: options are no part of it. */
    final void driverUrl(String value) {
        change("url");
        this.url = value;
    }

    /**
     * The user of the store's database. Default null, which is {@code SA} for an embedded store. A data source has its
     * own; one that is set here is then checked by {@code DataSource.getConnection(user, password)} when a connection
     * is made.
     */
    public @Nullable String getUser() {
        return user;
    }

    /** See {@link #getUser}. */
    public void setUser(@Nullable String value) {
        change("user");
        this.user = value;
    }

    /** The password of the store's database. Default null, which is the empty one. It is never shown. */
    public void setPassword(@Nullable String value) {
        change("password");
        this.password = value;
    }

    final @Nullable String password() {
        return password;
    }

    /**
     * The client id of each connection, of which there can then be one at a time (CON-19, CON-22). Default null: none.
     */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        change("clientId");
        this.clientId = value;
    }

    /** When an {@code AUTO_ACKNOWLEDGE} session gets its next message. Default {@link AutoAcknowledge#STRICT}. */
    public AutoAcknowledge getAutoAcknowledge() {
        return autoAcknowledge;
    }

    /** See {@link #getAutoAcknowledge}. */
    public void setAutoAcknowledge(AutoAcknowledge value) {
        change("autoAcknowledge");
        this.autoAcknowledge = requireNonNull(value, "autoAcknowledge");
    }

    /**
     * Whether a queue is created when it is first used. Default true; otherwise its use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateQueues() {
        return autoCreateQueues;
    }

    /** See {@link #isAutoCreateQueues}. */
    public void setAutoCreateQueues(boolean value) {
        change("autoCreateQueues");
        this.autoCreateQueues = value;
    }

    /**
     * Whether a topic comes into being when it is first used. Default true; if false, its use throws
     * {@code InvalidDestinationException}.
     */
    public boolean isAutoCreateTopics() {
        return autoCreateTopics;
    }

    /** See {@link #isAutoCreateTopics}. */
    public void setAutoCreateTopics(boolean value) {
        change("autoCreateTopics");
        this.autoCreateTopics = value;
    }

    /** From when the time to live of a delayed message counts (TTL-08). Default {@link ExpirationBase#DELIVERY}. */
    public ExpirationBase getExpirationBase() {
        return expirationBase;
    }

    /** See {@link #getExpirationBase}. */
    public void setExpirationBase(ExpirationBase value) {
        change("expirationBase");
        this.expirationBase = requireNonNull(value, "expirationBase");
    }

    /**
     * Which classes an ObjectMessage may contain when it is read, beside values of the JDK: class names,
     * {@code package.*}, {@code package.**}, or {@code *} alone for all. Default empty.
     */
    public List<String> getObjectMessageAllowList() {
        return objectMessageAllowList;
    }

    /**
     * See {@link #getObjectMessageAllowList}.
     *
     * @throws IllegalArgumentException if an entry is null or none of these, or {@code *} has company
     */
    public void setObjectMessageAllowList(List<String> value) {
        change("objectMessageAllowList");
        requireNonNull(value, "objectMessageAllowList");
        if (value.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("objectMessageAllowList has an entry that is null");
        }
        List<String> copy = List.copyOf(value);
        this.objectPolicy =
                copy.equals(List.of("*")) ? ObjectInputFilterPolicy.allowAll() : ObjectInputFilterPolicy.allowing(copy);
        this.objectMessageAllowList = copy;
    }

    /** What the list means. */
    final ObjectInputFilterPolicy objectPolicy() {
        return objectPolicy;
    }

    /**
     * How many asynchronous sends of one connection can be under way; one more waits (SND-04). 1 or more, default
     * 1,000.
     */
    public int getMaxInFlightSends() {
        return maxInFlightSends;
    }

    /** See {@link #getMaxInFlightSends}. */
    public void setMaxInFlightSends(int value) {
        change("maxInFlightSends");
        this.maxInFlightSends = OptionRanges.atLeastOne("maxInFlightSends", value);
    }

    /**
     * For how long after the receive the locks of peek-locked messages are renewed (RCV-05). 1 ms or more; default
     * null: not at all.
     */
    public @Nullable Duration getAutoRenewLocks() {
        return autoRenewLocks;
    }

    /** See {@link #getAutoRenewLocks}. */
    public void setAutoRenewLocks(@Nullable Duration value) {
        change("autoRenewLocks");
        this.autoRenewLocks = OptionRanges.positiveOrNull("autoRenewLocks", value);
    }

    /** How long the node stays open after its last connection was closed. Zero or more, default 5 s. */
    public Duration getLingerDuration() {
        return lingerDuration;
    }

    /** See {@link #getLingerDuration}. */
    public void setLingerDuration(Duration value) {
        change("lingerDuration");
        this.lingerDuration = OptionRanges.notNegative("lingerDuration", value);
    }

    /** How long a call waits for a store that can't be reached before it fails. 1 ms or more, default 30 s. */
    public Duration getStoreTimeout() {
        return storeTimeout;
    }

    /** See {@link #getStoreTimeout}. */
    public void setStoreTimeout(Duration value) {
        change("storeTimeout");
        this.storeTimeout = OptionRanges.positive("storeTimeout", value);
    }

    /**
     * How long other nodes wait for this one, when it has gone silent, before they release what it holds (RCV-13). 1 ms
     * or more, default 15 s.
     */
    public Duration getLeaseDuration() {
        return leaseDuration;
    }

    /** See {@link #getLeaseDuration}. */
    public void setLeaseDuration(Duration value) {
        change("leaseDuration");
        this.leaseDuration = OptionRanges.positive("leaseDuration", value);
    }

    /** The largest message, headers and body together, in bytes. 1 or more, default 64 MiB. */
    public int getMaxMessageBytes() {
        return maxMessageBytes;
    }

    /** See {@link #getMaxMessageBytes}. */
    public void setMaxMessageBytes(int value) {
        change("maxMessageBytes");
        this.maxMessageBytes = OptionRanges.atLeastOne("maxMessageBytes", value);
    }

    /** The largest body that a stream brings (LRG-06), in bytes. 1 or more, default 4 GiB. */
    public long getMaxLargeBodyBytes() {
        return maxLargeBodyBytes;
    }

    /** See {@link #getMaxLargeBodyBytes}. */
    public void setMaxLargeBodyBytes(long value) {
        change("maxLargeBodyBytes");
        this.maxLargeBodyBytes = OptionRanges.atLeastOne("maxLargeBodyBytes", value);
    }

    /**
     * Whether a shutdown hook of the JVM ends a node that nobody has closed. Default true. False is for an application
     * that closes the factory in a shutdown hook of its own, as Spring does: the JVM runs its hooks at the same time,
     * and the node would end while listeners are still at work.
     */
    public boolean isShutdownHook() {
        return shutdownHook;
    }

    /** See {@link #isShutdownHook}. */
    public void setShutdownHook(boolean value) {
        change("shutdownHook");
        this.shutdownHook = value;
    }

    /**
     * Whether the JVM stays alive while a session has a message listener, until that session is closed, though
     * {@code main} has ended. Default true, as with other providers: a program that only listens would end at once
     * otherwise. {@code System.exit} and signals end the JVM all the same. False for a program that ends without
     * closing its connections, and where something else keeps the JVM alive, as servers do.
     */
    public boolean isKeepJvmAlive() {
        return keepJvmAlive;
    }

    /** See {@link #isKeepJvmAlive}. */
    public void setKeepJvmAlive(boolean value) {
        change("keepJvmAlive");
        this.keepJvmAlive = value;
    }

    /**
     * Whether the node has management beans (JMX) in the platform's server, for itself and for each queue, topic and
     * subscription. Default false.
     */
    public boolean isJmx() {
        return jmx;
    }

    /** See {@link #isJmx}. */
    public void setJmx(boolean value) {
        change("jmx");
        this.jmx = value;
    }

    /**
     * How the processes of one user share an embedded store. Default {@link LocalAccess#APPLICATION}. In this JVM a
     * tool joins whatever is open, and only tools join the node of a tool.
     */
    public LocalAccess getLocalAccess() {
        return localAccess;
    }

    /** See {@link #getLocalAccess}. */
    public void setLocalAccess(LocalAccess value) {
        change("localAccess");
        this.localAccess = requireNonNull(value, "localAccess");
    }

    /**
     * Whether a database that has no store yet gets one, and a file database that does not exist is made. Default true;
     * if false, connecting there fails with {@code RESTANTE-STORE-FAILED} and leaves nothing behind. No effect on a
     * store that is open already.
     */
    public boolean isCreateStore() {
        return createStore;
    }

    /** See {@link #isCreateStore}. */
    public void setCreateStore(boolean value) {
        change("createStore");
        this.createStore = value;
    }

    /**
     * Gives nodes a clock that a test moves, in place of the system's. For tests only: leases are by this clock, too,
     * so {@link #setLeaseDuration} must be longer than it is ever moved at once, or the node counts as dead. All
     * factories of a store need the same one.
     *
     * @throws IllegalStateException if the factory has been used already
     */
    public void useClock(MovableClock clock) {
        machineClock(clock.source());
    }

    /** The clock, which tests move. */
    final MachineClock machineClock() {
        return machineClock;
    }

    final void machineClock(MachineClock value) {
        change("machineClock");
        machineClock = value;
    }
}
