package dev.restante.store.jdbc.table;

import dev.restante.store.SettingRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
        return database.read("The setting " + name + " cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(FIND)) {
                select.setString(1, name);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public void put(String name, @Nullable String value) {
        database.trackedTransaction("The setting " + name + " cannot be written", connection -> {
            if (value == null) {
                return execute(connection, DELETE, name);
            }
            int updated = execute(connection, UPDATE, value, name);
            return updated > 0 ? updated : execute(connection, INSERT, name, value);
        });
    }

    private static int execute(Connection connection, String sql, String... texts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < texts.length; i++) {
                statement.setString(i + 1, texts[i]);
            }
            return statement.executeUpdate();
        }
    }
}
