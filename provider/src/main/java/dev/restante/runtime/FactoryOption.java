package dev.restante.runtime;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerSettings;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.DisplayText;
import dev.restante.option.AutoAcknowledgePolicy;
import dev.restante.option.ExpirationBase;
import dev.restante.option.ForeignProperties;
import dev.restante.option.LocalAccess;
import dev.restante.option.TextFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Option of a connection factory: its name, its default, its check, and its text form for URLs, JNDI references and
 * serialization. Tests compare the documentation with this table.
 *
 * @param <T> the type of the values
 */
public final class FactoryOption<T> {

    /** All options in the order of {@link #all()}. */
    private static final List<FactoryOption<?>> TABLE = new ArrayList<>();

    /** URL of the embedded store that is the default. */
    public static final String DEFAULT_URL = "jdbc:hsqldb:file:restante-data/store";

    private static final BrokerSettings BROKER_DEFAULTS = BrokerSettings.defaults("defaults");
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** URL of the store for the driver, without options. */
    public static final FactoryOption<String> URL = option("url", TextFormat.STRING, DEFAULT_URL);

    /** User of the database. */
    public static final FactoryOption<String> USER = nullable("user", TextFormat.STRING);

    /** Password of the database. */
    public static final FactoryOption<String> PASSWORD = nullable("password", TextFormat.STRING);

    /** Client id of each connection. */
    public static final FactoryOption<String> CLIENT_ID = nullable("clientId", TextFormat.STRING);

    /** Order of delivery and completion in AUTO_ACKNOWLEDGE sessions. */
    public static final FactoryOption<AutoAcknowledgePolicy> AUTO_ACKNOWLEDGE = option(
            "autoAcknowledge", TextFormat.enumConstant(AutoAcknowledgePolicy.class), AutoAcknowledgePolicy.STRICT);

    /** Creation of missing queues. */
    public static final FactoryOption<Boolean> AUTO_CREATE_QUEUES =
            option("autoCreateQueues", TextFormat.BOOLEAN, true);

    /** Creation of missing topics. */
    public static final FactoryOption<Boolean> AUTO_CREATE_TOPICS =
            option("autoCreateTopics", TextFormat.BOOLEAN, true);

    /** Start of a delayed message's time to live. */
    public static final FactoryOption<ExpirationBase> EXPIRATION_BASE =
            option("expirationBase", TextFormat.enumConstant(ExpirationBase.class), ExpirationBase.DELIVERY);

    /** Classes that object messages may contain. */
    public static final FactoryOption<List<String>> OBJECT_MESSAGE_ALLOW_LIST =
            option("objectMessageAllowList", TextFormat.COMMA_SEPARATED, List.of(), FactoryOption::allowList);

    /** Treatment of properties with invalid names in messages of other providers. */
    public static final FactoryOption<ForeignProperties> FOREIGN_PROPERTIES =
            option("foreignProperties", TextFormat.enumConstant(ForeignProperties.class), ForeignProperties.REFUSE);

    /** Limit of asynchronous sends in progress on one connection. */
    public static final FactoryOption<Integer> MAX_IN_FLIGHT_SENDS =
            option("maxInFlightSends", TextFormat.INTEGER, 1_000, FactoryOption::atLeastOne);

    /** Time for which locks are renewed automatically. */
    public static final FactoryOption<Duration> AUTO_RENEW_LOCKS_FOR =
            new FactoryOption<>("autoRenewLocksFor", TextFormat.DURATION, true, null, FactoryOption::notNegative);

    /** Time for which a node without connections stays open. */
    public static final FactoryOption<Duration> LINGER_DURATION =
            option("lingerDuration", TextFormat.DURATION, Duration.ofSeconds(5), FactoryOption::notNegative);

    /** Time for which a call waits for an unreachable store. */
    public static final FactoryOption<Duration> STORE_TIMEOUT =
            option("storeTimeout", TextFormat.DURATION, BROKER_DEFAULTS.storeTimeout(), FactoryOption::positive);

    /** Time after which other nodes declare this node dead. */
    public static final FactoryOption<Duration> LEASE_DURATION =
            option("leaseDuration", TextFormat.DURATION, BROKER_DEFAULTS.lease(), FactoryOption::positive);

    /** Largest size of a message. */
    public static final FactoryOption<Integer> MAX_MESSAGE_BYTES =
            option("maxMessageBytes", TextFormat.INTEGER, BROKER_DEFAULTS.maxMessageBytes(), FactoryOption::atLeastOne);

    /** Largest size of a body from a stream. */
    public static final FactoryOption<Long> MAX_LARGE_BODY_BYTES = option(
            "maxLargeBodyBytes", TextFormat.LONG, BROKER_DEFAULTS.maxLargeBodyBytes(), FactoryOption::atLeastOne);

    /** Closing of the node by a shutdown hook. */
    public static final FactoryOption<Boolean> SHUTDOWN_HOOK = option("shutdownHook", TextFormat.BOOLEAN, true);

    /** Survival of the JVM while a session has a listener. */
    public static final FactoryOption<Boolean> KEEP_JVM_ALIVE = option("keepJvmAlive", TextFormat.BOOLEAN, true);

    /** Registration of MBeans. */
    public static final FactoryOption<Boolean> JMX = option("jmx", TextFormat.BOOLEAN, false);

    /** Sharing of an embedded store by processes. */
    public static final FactoryOption<LocalAccess> LOCAL_ACCESS =
            option("localAccess", TextFormat.enumConstant(LocalAccess.class), LocalAccess.APPLICATION);

    /** Creation of a missing store. */
    public static final FactoryOption<Boolean> CREATE_STORE = option("createStore", TextFormat.BOOLEAN, true);

    private final String name;
    private final TextFormat<T> format;
    private final boolean nullable;
    private final @Nullable T defaultValue;
    private final UnaryOperator<T> check;

    private FactoryOption(
            String name, TextFormat<T> format, boolean nullable, @Nullable T defaultValue, UnaryOperator<T> check) {
        this.name = name;
        this.format = format;
        this.nullable = nullable;
        this.defaultValue = defaultValue;
        this.check = check;
        TABLE.add(this);
    }

    private static <T> FactoryOption<T> option(String name, TextFormat<T> format, T defaultValue) {
        return option(name, format, defaultValue, UnaryOperator.identity());
    }

    private static <T> FactoryOption<T> option(
            String name, TextFormat<T> format, T defaultValue, UnaryOperator<T> check) {
        return new FactoryOption<>(name, format, false, defaultValue, check);
    }

    private static <T> FactoryOption<T> nullable(String name, TextFormat<T> format) {
        return new FactoryOption<>(name, format, true, null, UnaryOperator.identity());
    }

    private static <N extends Number> N atLeastOne(N value) {
        if (value.longValue() < 1) {
            throw new IllegalArgumentException(value + " is less than 1");
        }
        return value;
    }

    private static Duration notNegative(Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(value + " is negative");
        }
        return value;
    }

    private static Duration positive(Duration value) {
        if (value.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(value + " is less than 1 ms");
        }
        return value;
    }

    private static List<String> allowList(List<String> value) {
        if (value.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("contains null");
        }
        List<String> copy = List.copyOf(value);
        ObjectInputFilterPolicy.of(copy);
        return copy;
    }

    /** Returns all options. */
    public static List<FactoryOption<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    public String optionName() {
        return name;
    }

    /** Returns the default; null if the option has none. */
    @Nullable
    T defaultValue() {
        return defaultValue;
    }

    /**
     * Returns the value to store.
     *
     * @throws IllegalArgumentException if the value is out of its range; the message contains the option
     * @throws NullPointerException if the value is null and the option is not nullable
     */
    @Nullable
    T checked(@Nullable T value) {
        if (value == null && nullable) {
            return null;
        }
        try {
            return check.apply(requireNonNull(value, name));
        } catch (IllegalArgumentException invalid) {
            throw named(invalid);
        }
    }

    /**
     * Parses a value; an empty text means null if the option is nullable.
     *
     * @throws IllegalArgumentException if the text is not a value; the message contains the option, but never the text
     *     of a password
     */
    @Nullable
    T parse(String text) {
        if (nullable && text.isEmpty()) {
            return null;
        }
        try {
            return format.parse().apply(text);
        } catch (IllegalArgumentException invalid) {
            throw named(invalid);
        }
    }

    /** Returns the text of a value, which {@link #parse} can read. */
    String format(T value) {
        return format.format().apply(value);
    }

    private IllegalArgumentException named(IllegalArgumentException invalid) {
        String reason = String.valueOf(invalid.getMessage());
        return reason.startsWith(name) ? invalid : new IllegalArgumentException(name + " " + reason, invalid);
    }

    /**
     * Returns the option with a name.
     *
     * @throws IllegalArgumentException if the option does not exist; the message contains the most similar name and all
     *     names
     */
    static FactoryOption<?> require(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no option '" + shown(name)
                        + "'. Did you mean " + nearest(name).name + "? The options are: "
                        + TABLE.stream().map(FactoryOption::optionName).collect(Collectors.joining(", "))));
    }

    static Optional<FactoryOption<?>> find(String name) {
        return TABLE.stream().filter(option -> option.name.equals(name)).findFirst();
    }

    /** Hides the rest of an invalid name, which may be a value such as a password. */
    private static String shown(String name) {
        return DisplayText.shorten(name.replaceAll("(?s)[^A-Za-z].*", "..."));
    }

    private static FactoryOption<?> nearest(String name) {
        FactoryOption<?> nearest = URL;
        for (FactoryOption<?> option : TABLE) {
            if (distance(name, option.name) < distance(name, nearest.name)) {
                nearest = option;
            }
        }
        return nearest;
    }

    /** Returns the edit distance of two words, ignoring case. */
    private static int distance(String one, String other) {
        String from = one.toLowerCase(Locale.ROOT);
        String to = other.toLowerCase(Locale.ROOT);
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
