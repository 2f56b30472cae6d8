package dev.restante.store.jdbc.table;

import dev.restante.store.SettingRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JDBC repository of named settings that apply to the whole store, such as the maximum time to live. */
public final class JdbcSettingRepository implements SettingRepository {

    private static final String FIND = "SELECT setting_value FROM restante_setting WHERE name = ?";
    private static final String DELETE = "DELETE FROM restante_setting WHERE name = ?";
    private static final String INSERT = "INSERT INTO restante_setting (name, setting_value) VALUES (?, ?)";

    private static final String UPDATE = "UPDATE restante_setting SET setting_value = ? WHERE name = ?";

    private final Database database;

    public JdbcSettingRepository(Database database) {
        this.database = database;
    }

    @Override
    public Optional<String> find(String name) {
        return database.read(
                "The setting " + name + " cannot be read",
                connection -> Statements.first(connection, FIND, row -> row.getString(1), name));
    }

    @Override
    public void put(String name, @Nullable String value) {
        database.trackedTransaction("The setting " + name + " cannot be written", connection -> {
            if (value == null) {
                return Statements.update(connection, DELETE, name);
            }
            int updated = Statements.update(connection, UPDATE, value, name);
            return updated > 0 ? updated : Statements.update(connection, INSERT, name, value);
        });
    }
}
