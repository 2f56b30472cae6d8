package dev.restante.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Repository of named settings that apply to the whole store, such as the maximum time to live. */
public interface SettingRepository {

    /** Returns the value of a setting; empty if it is not set. */
    Optional<String> find(String name);

    /** Sets the value of a setting; null removes the setting. */
    void put(String name, @Nullable String value);
}
