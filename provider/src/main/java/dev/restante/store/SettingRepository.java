package dev.restante.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of the whole store, whichever node has it open. Each call is a transaction of its own. */
public interface SettingRepository {

    /** The value of a setting as text, empty if it was never set. */
    Optional<String> find(String name);

    /** Sets a value; null takes the setting away. */
    void put(String name, @Nullable String value);
}
