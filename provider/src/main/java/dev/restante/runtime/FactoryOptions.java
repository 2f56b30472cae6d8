package dev.restante.runtime;

import dev.restante.broker.SendRequest;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.message.ForeignPropertyRules;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.jms.observe.ObserverRegistry;
import dev.restante.model.MachineClock;
import dev.restante.model.SaturatingTime;
import dev.restante.store.commit.PipelineSettings;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** Values of the options of one connection factory, frozen when the factory opens its first connection. */
public final class FactoryOptions {

    /** Values that were set; null for an option that was set to null. */
    private final Map<FactoryOption<?>, @Nullable Object> values = new HashMap<>();

    private final ForeignPropertyRules.DroppedPropertyLog droppedProperties =
            new ForeignPropertyRules.DroppedPropertyLog();

    private MachineClock machineClock = MachineClock.SYSTEM;
    private volatile boolean frozen;

    /** Returns the value of an option, or its default; null only for options that can be null. */
    @NullUnmarked // only options without a default are null
    @SuppressWarnings("unchecked") // set() checks the type at compile time
    public <T> T get(FactoryOption<T> option) {
        return values.containsKey(option) ? (T) values.get(option) : option.defaultValue();
    }

    /**
     * Sets an option.
     *
     * @throws IllegalArgumentException if the value is out of its range
     * @throws NullPointerException if the value is null and the option cannot be null
     * @throws IllegalStateException if the options are frozen
     */
    public <T> void set(FactoryOption<T> option, @Nullable T value) {
        requireNotFrozen(option.optionName());
        values.put(option, option.checked(value));
    }

    /**
     * Sets the URL of the driver and the options in it, or nothing if one of them is invalid.
     *
     * @throws IllegalArgumentException if the text is not a JDBC URL, or a path, option or value is invalid
     */
    public void setUrl(String text) {
        requireNotFrozen(FactoryOption.URL.optionName());
        try {
            UrlOptions parts = UrlOptions.of(text);
            String unused = new StoreLocation.Url(parts.url(), "", "").canonical();
            setTexts(parts.options());
            set(FactoryOption.URL, parts.url());
        } catch (InvalidPathException invalid) {
            throw invalidUrl(text, "it does not contain a valid path: " + invalid.getReason(), invalid);
        } catch (IllegalArgumentException refused) {
            throw invalidUrl(text, String.valueOf(refused.getMessage()), refused);
        }
    }

    private static IllegalArgumentException invalidUrl(String url, String reason, IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "The URL " + StoreLocation.Url.masked(url) + " is invalid: " + reason, cause);
    }

    /**
     * Sets options by name from texts: all of them, or none if one is invalid.
     *
     * @throws IllegalArgumentException if an option does not exist or has an invalid value
     */
    public void setTexts(Map<String, String> texts) {
        requireNotFrozen("The configuration");
        texts.keySet().forEach(FactoryOption::require);
        FactoryOptions trial = new FactoryOptions();
        for (FactoryOptions target : new FactoryOptions[] {trial, this}) {
            // In the order of the table, because the options in a URL give way to the other texts.
            for (FactoryOption<?> option : FactoryOption.all()) {
                String text = texts.get(option.optionName());
                if (text != null) {
                    target.setText(option, text);
                }
            }
        }
    }

    private <T> void setText(FactoryOption<T> option, String text) {
        if (option == FactoryOption.URL) {
            setUrl(text);
        } else {
            set(option, option.parse(text));
        }
    }

    /** Returns the texts of all options with values other than the default, and always of the URL. */
    public Map<FactoryOption<?>, String> nonDefaultTexts() {
        FactoryOptions defaults = new FactoryOptions();
        Map<FactoryOption<?>, String> changed = new LinkedHashMap<>();
        for (FactoryOption<?> option : FactoryOption.all()) {
            String text = text(option);
            if (text != null && (option == FactoryOption.URL || !text.equals(defaults.text(option)))) {
                changed.put(option, text);
            }
        }
        return changed;
    }

    private <T> @Nullable String text(FactoryOption<T> option) {
        @Nullable T value = get(option);
        return value == null ? null : option.format(value);
    }

    public void setMachineClock(MachineClock clock) {
        requireNotFrozen("machineClock");
        machineClock = clock;
    }

    MachineClock machineClock() {
        return machineClock;
    }

    /** Returns the longest time that a call waits for the store. */
    long maxWaitNanos() {
        return PipelineSettings.maxWaitNanos(SaturatingTime.toNanos(get(FactoryOption.STORE_TIMEOUT)));
    }

    ConnectionOptions connectionOptions(ObserverRegistry observers) {
        return new ConnectionOptions(
                get(FactoryOption.CLIENT_ID),
                get(FactoryOption.AUTO_CREATE_QUEUES),
                get(FactoryOption.AUTO_CREATE_TOPICS),
                switch (get(FactoryOption.EXPIRATION_BASE)) {
                    case DELIVERY -> SendRequest.TimeToLiveStart.DELIVERY;
                    case SEND -> SendRequest.TimeToLiveStart.SEND;
                },
                switch (get(FactoryOption.AUTO_ACKNOWLEDGE)) {
                    case STRICT -> 0;
                    case PIPELINED -> 1_000;
                },
                get(FactoryOption.MAX_IN_FLIGHT_SENDS),
                get(FactoryOption.AUTO_RENEW_LOCKS_FOR),
                get(FactoryOption.KEEP_JVM_ALIVE),
                ObjectInputFilterPolicy.of(get(FactoryOption.OBJECT_MESSAGE_ALLOW_LIST)),
                new ForeignPropertyRules(get(FactoryOption.FOREIGN_PROPERTIES), droppedProperties),
                observers);
    }

    void freeze() {
        frozen = true;
    }

    private void requireNotFrozen(String option) {
        if (frozen) {
            throw new IllegalStateException(
                    option + " cannot be changed: the factory has already created a connection");
        }
    }
}
