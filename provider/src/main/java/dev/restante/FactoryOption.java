package dev.restante;

import dev.restante.model.DisplayText;
import dev.restante.option.TextFormat;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Enumeration of the connection factory options that reads and sets each by name and text, for URLs, JNDI references
 * and serialization. Tests compare the documentation with this list.
 */
enum FactoryOption {
    URL("url", TextFormat.STRING, ConnectionFactoryOptions::setUrl, ConnectionFactoryOptions::getUrl),
    USER("user", true, TextFormat.STRING, ConnectionFactoryOptions::setUser, ConnectionFactoryOptions::getUser),
    PASSWORD(
            "password",
            true,
            TextFormat.STRING,
            ConnectionFactoryOptions::setPassword,
            ConnectionFactoryOptions::password),
    CLIENT_ID(
            "clientId",
            true,
            TextFormat.STRING,
            ConnectionFactoryOptions::setClientId,
            ConnectionFactoryOptions::getClientId),
    AUTO_ACKNOWLEDGE(
            "autoAcknowledge",
            TextFormat.enumConstant(AutoAcknowledgePolicy.class),
            ConnectionFactoryOptions::setAutoAcknowledge,
            ConnectionFactoryOptions::getAutoAcknowledge),
    AUTO_CREATE_QUEUES(
            "autoCreateQueues",
            TextFormat.BOOLEAN,
            ConnectionFactoryOptions::setAutoCreateQueues,
            ConnectionFactoryOptions::isAutoCreateQueues),
    AUTO_CREATE_TOPICS(
            "autoCreateTopics",
            TextFormat.BOOLEAN,
            ConnectionFactoryOptions::setAutoCreateTopics,
            ConnectionFactoryOptions::isAutoCreateTopics),
    EXPIRATION_BASE(
            "expirationBase",
            TextFormat.enumConstant(ExpirationBase.class),
            ConnectionFactoryOptions::setExpirationBase,
            ConnectionFactoryOptions::getExpirationBase),
    OBJECT_MESSAGE_ALLOW_LIST(
            "objectMessageAllowList",
            TextFormat.COMMA_SEPARATED,
            ConnectionFactoryOptions::setObjectMessageAllowList,
            ConnectionFactoryOptions::getObjectMessageAllowList),
    MAX_IN_FLIGHT_SENDS(
            "maxInFlightSends",
            TextFormat.INTEGER,
            ConnectionFactoryOptions::setMaxInFlightSends,
            ConnectionFactoryOptions::getMaxInFlightSends),
    AUTO_RENEW_LOCKS(
            "autoRenewLocksFor",
            true,
            TextFormat.DURATION,
            ConnectionFactoryOptions::setAutoRenewLocksFor,
            ConnectionFactoryOptions::getAutoRenewLocksFor),
    LINGER_DURATION(
            "lingerDuration",
            TextFormat.DURATION,
            ConnectionFactoryOptions::setLingerDuration,
            ConnectionFactoryOptions::getLingerDuration),
    STORE_TIMEOUT(
            "storeTimeout",
            TextFormat.DURATION,
            ConnectionFactoryOptions::setStoreTimeout,
            ConnectionFactoryOptions::getStoreTimeout),
    LEASE_DURATION(
            "leaseDuration",
            TextFormat.DURATION,
            ConnectionFactoryOptions::setLeaseDuration,
            ConnectionFactoryOptions::getLeaseDuration),
    MAX_MESSAGE_BYTES(
            "maxMessageBytes",
            TextFormat.INTEGER,
            ConnectionFactoryOptions::setMaxMessageBytes,
            ConnectionFactoryOptions::getMaxMessageBytes),
    MAX_LARGE_BODY_BYTES(
            "maxLargeBodyBytes",
            TextFormat.LONG,
            ConnectionFactoryOptions::setMaxLargeBodyBytes,
            ConnectionFactoryOptions::getMaxLargeBodyBytes),
    SHUTDOWN_HOOK(
            "shutdownHook",
            TextFormat.BOOLEAN,
            ConnectionFactoryOptions::setShutdownHook,
            ConnectionFactoryOptions::isShutdownHook),
    KEEP_JVM_ALIVE(
            "keepJvmAlive",
            TextFormat.BOOLEAN,
            ConnectionFactoryOptions::setKeepJvmAlive,
            ConnectionFactoryOptions::isKeepJvmAlive),
    JMX("jmx", TextFormat.BOOLEAN, ConnectionFactoryOptions::setJmx, ConnectionFactoryOptions::isJmx),
    LOCAL_ACCESS(
            "localAccess",
            TextFormat.enumConstant(LocalAccess.class),
            ConnectionFactoryOptions::setLocalAccess,
            ConnectionFactoryOptions::getLocalAccess),
    CREATE_STORE(
            "createStore",
            TextFormat.BOOLEAN,
            ConnectionFactoryOptions::setCreateStore,
            ConnectionFactoryOptions::isCreateStore);

    private final String optionName;

    @SuppressWarnings("ImmutableEnumChecker") // method references without state
    private final BiConsumer<ConnectionFactoryOptions, String> setter;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ConnectionFactoryOptions, @Nullable String> getter;

    <T> FactoryOption(
            String optionName,
            TextFormat<T> textForm,
            BiConsumer<ConnectionFactoryOptions, T> setter,
            Function<ConnectionFactoryOptions, @Nullable T> getter) {
        this(optionName, false, textForm, setter, getter);
    }

    /** Creates an option; an empty text means null if the option is {@code nullable}. */
    @SuppressWarnings("NullAway") // only setters that accept null get null
    <T> FactoryOption(
            String optionName,
            boolean nullable,
            TextFormat<T> textForm,
            BiConsumer<ConnectionFactoryOptions, T> setter,
            Function<ConnectionFactoryOptions, @Nullable T> getter) {
        this.optionName = optionName;
        this.setter = (options, text) -> setter.accept(
                options, nullable && text.isEmpty() ? null : textForm.parse().apply(text));
        this.getter = options -> {
            T value = getter.apply(options);
            return value == null ? null : textForm.format().apply(value);
        };
    }

    String optionName() {
        return optionName;
    }

    /**
     * Returns the option with a name.
     *
     * @throws IllegalArgumentException if the option does not exist; the message contains the most similar name and all
     *     names
     */
    static FactoryOption require(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no option '" + shown(name)
                        + "'. Did you mean " + nearest(name).optionName + "? The options are: "
                        + Stream.of(values()).map(FactoryOption::optionName).collect(Collectors.joining(", "))));
    }

    static Optional<FactoryOption> find(String name) {
        return Stream.of(values())
                .filter(option -> option.optionName.equals(name))
                .findFirst();
    }

    /**
     * Sets the option from a text.
     *
     * @throws IllegalArgumentException if the text is not a valid value; the message contains the option, but never the
     *     text of a password
     */
    void set(ConnectionFactoryOptions options, String text) {
        try {
            setter.accept(options, text);
        } catch (IllegalArgumentException refused) {
            String reason = String.valueOf(refused.getMessage());
            throw reason.startsWith(optionName)
                    ? refused
                    : new IllegalArgumentException(optionName + " " + reason, refused);
        }
    }

    /** Returns the options with values other than the default, and always the URL. */
    static Map<FactoryOption, String> nonDefaultValues(
            ConnectionFactoryOptions options, ConnectionFactoryOptions defaults) {
        Map<FactoryOption, String> changed = new EnumMap<>(FactoryOption.class);
        for (FactoryOption option : values()) {
            String text = option.getter.apply(options);
            if (text != null && (option == URL || !text.equals(option.getter.apply(defaults)))) {
                changed.put(option, text);
            }
        }
        return changed;
    }

    /** Hides the rest of an invalid name, which may be a value such as a password. */
    private static String shown(String name) {
        return DisplayText.shorten(name.replaceAll("(?s)[^A-Za-z].*", "..."));
    }

    private static FactoryOption nearest(String name) {
        FactoryOption nearest = URL;
        for (FactoryOption option : values()) {
            if (distance(name, option.optionName) < distance(name, nearest.optionName)) {
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
