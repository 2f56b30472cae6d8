package dev.restante.tck.provider;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.ExpirationBase;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Provider under test that starts Restante on HSQLDB, PostgreSQL or MariaDB. It computes the expiration strictly as
 * specified ({@link ExpirationBase#SEND}), because the suites check it, and reads all classes in object messages.
 */
final class RestanteProvider implements Provider {

    private interface DatabaseSourceOpener {
        DatabaseSource open() throws IOException;
    }

    private final String name;
    private final DatabaseSourceOpener opener;

    private RestanteProvider(String name, DatabaseSourceOpener opener) {
        this.name = name;
        this.opener = opener;
    }

    static Provider onHsqldb() {
        return new RestanteProvider("restante-hsqldb", HsqldbSource::new);
    }

    static Provider onPostgresql() {
        return new RestanteProvider("restante-postgresql", PostgresqlSource::start);
    }

    static Provider onMariadb() {
        return new RestanteProvider("restante-mariadb", MariaDbSource::start);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunningProvider start(Path directory) throws IOException, SQLException {
        return new RunningRestante(opener.open());
    }

    private static final class RunningRestante implements RunningProvider {

        private final DatabaseSource source;
        private final List<RestanteConnectionFactory> factories = new ArrayList<>();
        private String url;
        private RestanteConnectionFactory plain;

        RunningRestante(DatabaseSource source) throws SQLException {
            this.source = source;
            this.url = source.newUrl();
            this.plain = newFactory(null);
            create();
        }

        /** Creates the database. On HSQLDB the first connection defines the user. */
        private void create() {
            plain.createContext().close();
        }

        private RestanteConnectionFactory newFactory(@Nullable String clientId) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
            factory.setClientId(clientId);
            factory.setExpirationBase(ExpirationBase.SEND);
            factory.setObjectMessageAllowList(List.of("*"));
            factory.setLingerDuration(Duration.ofMinutes(10));
            factories.add(factory);
            return factory;
        }

        @Override
        public ConnectionFactory connectionFactory(@Nullable String clientId) {
            return clientId == null ? plain : newFactory(clientId);
        }

        @Override
        public String user() {
            return source.user();
        }

        @Override
        public String password() {
            return "";
        }

        @Override
        public Queue queue(String name) {
            try (JMSContext context = plain.createContext()) {
                return context.createQueue(name);
            }
        }

        @Override
        public Topic topic(String name) {
            try (JMSContext context = plain.createContext()) {
                return context.createTopic(name);
            }
        }

        @Override
        public void deleteQueue(String name) throws Exception {
            try (RestanteAdmin admin = plain.admin()) {
                admin.deleteQueue(name, true);
            }
        }

        @Override
        public void deleteTopic(String name) throws Exception {
            try (RestanteAdmin admin = plain.admin()) {
                admin.topics().delete(name, true);
            }
        }

        @Override
        public void reset() throws Exception {
            closeFactories();
            url = source.newUrl();
            plain = newFactory(null);
            create();
        }

        private void closeFactories() throws Exception {
            for (RestanteConnectionFactory factory : factories) {
                factory.close();
            }
            factories.clear();
        }

        @Override
        public void close() throws Exception {
            try {
                closeFactories();
            } finally {
                source.close();
            }
        }
    }
}
