package dev.restante;

import dev.restante.model.ShownText;
import dev.restante.option.OptionText;
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
 * The options of {@link RestanteConnectionFactory}, by name and as text. URLs, references and the serial form use them,
 * and so do the tests that hold the documentation to this list.
 */
enum FactoryOption {
    URL("url", OptionText.STRING, ConnectionFactoryOptions::setUrl, ConnectionFactoryOptions::getUrl),
    USER("user", true, OptionText.STRING, ConnectionFactoryOptions::setUser, ConnectionFactoryOptions::getUser),
    PASSWORD(
            "password",
            true,
            OptionText.STRING,
            ConnectionFactoryOptions::setPassword,
            ConnectionFactoryOptions::password),
    CLIENT_ID(
            "clientId",
            true,
            OptionText.STRING,
            ConnectionFactoryOptions::setClientId,
            ConnectionFactoryOptions::getClientId),
    AUTO_ACKNOWLEDGE(
            "autoAcknowledge",
            OptionText.constant(AutoAcknowledge.class),
            ConnectionFactoryOptions::setAutoAcknowledge,
            ConnectionFactoryOptions::getAutoAcknowledge),
    AUTO_CREATE_QUEUES(
            "autoCreateQueues",
            OptionText.BOOLEAN,
            ConnectionFactoryOptions::setAutoCreateQueues,
            ConnectionFactoryOptions::isAutoCreateQueues),
    AUTO_CREATE_TOPICS(
            "autoCreateTopics",
            OptionText.BOOLEAN,
            ConnectionFactoryOptions::setAutoCreateTopics,
            ConnectionFactoryOptions::isAutoCreateTopics),
    EXPIRATION_BASE(
            "expirationBase",
            OptionText.constant(ExpirationBase.class),
            ConnectionFactoryOptions::setExpirationBase,
            ConnectionFactoryOptions::getExpirationBase),
    OBJECT_MESSAGE_ALLOW_LIST(
            "objectMessageAllowList",
            OptionText.LIST,
            ConnectionFactoryOptions::setObjectMessageAllowList,
            ConnectionFactoryOptions::getObjectMessageAllowList),
    MAX_IN_FLIGHT_SENDS(
            "maxInFlightSends",
            OptionText.INTEGER,
            ConnectionFactoryOptions::setMaxInFlightSends,
            ConnectionFactoryOptions::getMaxInFlightSends),
    AUTO_RENEW_LOCKS(
            "autoRenewLocks",
            true,
            OptionText.DURATION,
            ConnectionFactoryOptions::setAutoRenewLocks,
            ConnectionFactoryOptions::getAutoRenewLocks),
    LINGER_DURATION(
            "lingerDuration",
            OptionText.DURATION,
            ConnectionFactoryOptions::setLingerDuration,
            ConnectionFactoryOptions::getLingerDuration),
    STORE_TIMEOUT(
            "storeTimeout",
            OptionText.DURATION,
            ConnectionFactoryOptions::setStoreTimeout,
            ConnectionFactoryOptions::getStoreTimeout),
    LEASE_DURATION(
            "leaseDuration",
            OptionText.DURATION,
            ConnectionFactoryOptions::setLeaseDuration,
            ConnectionFactoryOptions::getLeaseDuration),
    MAX_MESSAGE_BYTES(
            "maxMessageBytes",
            OptionText.INTEGER,
            ConnectionFactoryOptions::setMaxMessageBytes,
            ConnectionFactoryOptions::getMaxMessageBytes),
    MAX_LARGE_BODY_BYTES(
            "maxLargeBodyBytes",
            OptionText.LONG,
            ConnectionFactoryOptions::setMaxLargeBodyBytes,
            ConnectionFactoryOptions::getMaxLargeBodyBytes),
    SHUTDOWN_HOOK(
            "shutdownHook",
            OptionText.BOOLEAN,
            ConnectionFactoryOptions::setShutdownHook,
            ConnectionFactoryOptions::isShutdownHook),
    KEEP_JVM_ALIVE(
            "keepJvmAlive",
            OptionText.BOOLEAN,
            ConnectionFactoryOptions::setKeepJvmAlive,
            ConnectionFactoryOptions::isKeepJvmAlive),
    JMX("jmx", OptionText.BOOLEAN, ConnectionFactoryOptions::setJmx, ConnectionFactoryOptions::isJmx),
    LOCAL_ACCESS(
            "localAccess",
            OptionText.constant(LocalAccess.class),
            ConnectionFactoryOptions::setLocalAccess,
            ConnectionFactoryOptions::getLocalAccess),
    CREATE_STORE(
            "createStore",
            OptionText.BOOLEAN,
            ConnectionFactoryOptions::setCreateStore,
            ConnectionFactoryOptions::isCreateStore);

    private final String optionName;

    @SuppressWarnings("ImmutableEnumChecker") // made of method references that hold nothing
    private final BiConsumer<ConnectionFactoryOptions, String> setter;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ConnectionFactoryOptions, @Nullable String> getter;

    <T> FactoryOption(
            String optionName,
            OptionText<T> form,
            BiConsumer<ConnectionFactoryOptions, T> setter,
            Function<ConnectionFactoryOptions, @Nullable T> getter) {
        this(optionName, false, form, setter, getter);
    }

    /** An option that can be null, which is written as the empty text, if {@code nullable}. */
    @SuppressWarnings("NullAway") // null reaches only the setters that take it
    <T> FactoryOption(
            String optionName,
            boolean nullable,
            OptionText<T> form,
            BiConsumer<ConnectionFactoryOptions, T> setter,
            Function<ConnectionFactoryOptions, @Nullable T> getter) {
        this.optionName = optionName;
        this.setter = (options, text) -> setter.accept(
                options, nullable && text.isEmpty() ? null : form.parse().apply(text));
        this.getter = options -> {
            T value = getter.apply(options);
            return value == null ? null : form.format().apply(value);
        };
    }

    /** The JavaBean property's name. */
    String optionName() {
        return optionName;
    }

    /**
     * The option with a name.
     *
     * @throws IllegalArgumentException if there is none; the text names the nearest one and all others
     */
    static FactoryOption named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no option '" + shown(name)
                        + "'; did you mean " + nearest(name).optionName + "? There are: "
                        + Stream.of(values()).map(FactoryOption::optionName).collect(Collectors.joining(", "))));
    }

    static Optional<FactoryOption> find(String name) {
        return Stream.of(values())
                .filter(option -> option.optionName.equals(name))
                .findFirst();
    }

    /**
     * Sets it.
     *
     * @throws IllegalArgumentException if the text is none of its values; it names the option, and never the text of a
     *     password
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

    /** What differs from the defaults, as text; the URL always. */
    static Map<FactoryOption, String> changed(ConnectionFactoryOptions options, ConnectionFactoryOptions defaults) {
        Map<FactoryOption, String> changed = new EnumMap<>(FactoryOption.class);
        for (FactoryOption option : values()) {
            String text = option.getter.apply(options);
            if (text != null && (option == URL || !text.equals(option.getter.apply(defaults)))) {
                changed.put(option, text);
            }
        }
        return changed;
    }

    /** Of what is no name the rest may be a value, such as a password. */
    private static String shown(String name) {
        return ShownText.of(name.replaceAll("(?s)[^A-Za-z].*", "..."));
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

    /**
     * How many letters have to be changed, put in or taken out to make one word of the other, upper or lower case being
     * the same.
     */
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
