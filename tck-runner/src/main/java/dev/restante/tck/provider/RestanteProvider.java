package dev.restante.tck.provider;

import dev.restante.ExpirationBase;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
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
 * Restante on one of its databases. It computes the expiration in the strict way of the specification
 * ({@link ExpirationBase#SEND}), since suites look at it, and reads all classes in object messages.
 */
final class RestanteProvider implements Provider {

    private interface DatabasesOpener {
        Databases open() throws IOException;
    }

    private final String name;
    private final DatabasesOpener opener;

    private RestanteProvider(String name, DatabasesOpener opener) {
        this.name = name;
        this.opener = opener;
    }

    static Provider onHsqldb() {
        return new RestanteProvider("restante-hsqldb", HsqldbInMemory::new);
    }

    static Provider onPostgresql() {
        return new RestanteProvider("restante-postgresql", PostgresqlServer::start);
    }

    static Provider onMariadb() {
        return new RestanteProvider("restante-mariadb", MariadbServer::start);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunningProvider start(Path directory) throws IOException, SQLException {
        return new Running(opener.open());
    }

    private static final class Running implements RunningProvider {

        private final Databases databases;
        private final List<RestanteConnectionFactory> factories = new ArrayList<>();
        private String url;
        private RestanteConnectionFactory plain;

        Running(Databases databases) throws SQLException {
            this.databases = databases;
            this.url = databases.newUrl();
            this.plain = newFactory(null);
            create();
        }

        /** Makes the database, which has the users that it is made with: HSQLDB takes whoever comes first. */
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
            return databases.user();
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
            url = databases.newUrl();
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
                databases.close();
            }
        }
    }
}
