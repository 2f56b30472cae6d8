package dev.restante.runtime;

import dev.restante.model.MachineClock;
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
            StoreKey.of(new StoreLocation.Url(parts.url(), "", ""));
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
                "The URL " + UrlOptions.withoutSecrets(url) + " is invalid: " + reason, cause);
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
