package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.PostgresServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("notifications of PostgreSQL")
final class PostgresNotificationsTest {

    private static final int PATIENCE_MILLIS = 20_000;

    private final String url = PostgresServer.newDatabase();

    private void assertHeard(Connection listening) throws Exception {
        try (listening;
                Statement listen = listening.createStatement();
                Connection other = DriverManager.getConnection(url);
                Statement notify = other.createStatement()) {
            listen.execute("LISTEN here");
            PostgresNotifications notifications = PostgresNotifications.of(listening);
            assertThat(notifications.await(1)).isEmpty();
            notify.execute("NOTIFY here, 'a'");
            assertThat(notifications.await(PATIENCE_MILLIS)).containsExactly("a");
        }
    }

    @Test
    @DisplayName("a connection of the linked driver receives notifications")
    void shouldHear() throws Exception {
        assertHeard(DriverManager.getConnection(url));
    }

    @Test
    @DisplayName("a connection of a driver from another class loader receives notifications, as in application servers")
    void shouldHearThroughAnotherDriver() throws Exception {
        URL driver =
                PGSimpleDataSource.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader server = new URLClassLoader(new URL[] {driver}, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = server.loadClass(PGSimpleDataSource.class.getName());
            DataSource dataSource = (DataSource) type.getConstructor().newInstance();
            type.getMethod("setUrl", String.class).invoke(dataSource, url);
            Connection connection = dataSource.getConnection();
            assertThat(connection.isWrapperFor(org.postgresql.PGConnection.class))
                    .isFalse();
            assertHeard(connection);
        }
    }
}
