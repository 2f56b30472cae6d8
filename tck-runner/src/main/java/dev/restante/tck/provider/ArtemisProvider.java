package dev.restante.tck.provider;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.Set;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.jspecify.annotations.Nullable;

/** Provider under test that starts Apache Artemis in memory, in this JVM. */
final class ArtemisProvider implements Provider {

    private static final String URL = "vm://0";
    private static final String USER = "user";
    private static final String PASSWORD = "secret";
    /** Confirmation window. Without it, the client calls {@code onCompletion} before the server has the message. */
    private static final int CONFIRMATION_WINDOW_BYTES = 128 << 10;

    @Override
    public String name() {
        return "artemis";
    }

    @Override
    public RunningProvider start(Path directory) throws Exception {
        return new RunningArtemis(directory);
    }

    /**
     * Security manager that permits everything to one user and to clients without credentials, and rejects all other
     * users.
     */
    private static final class SingleUserSecurity implements ActiveMQSecurityManager {

        @Override
        public boolean validateUser(@Nullable String user, @Nullable String password) {
            return user == null || (user.equals(USER) && PASSWORD.equals(password));
        }

        @Override
        public boolean validateUserAndRole(
                @Nullable String user, @Nullable String password, Set<Role> roles, CheckType checkType) {
            return validateUser(user, password);
        }
    }

    private static final class RunningArtemis implements RunningProvider {

        private final Path directory;
        private EmbeddedActiveMQ server;

        RunningArtemis(Path directory) throws Exception {
            this.directory = directory;
            this.server = startServer();
        }

        private EmbeddedActiveMQ startServer() throws Exception {
            Configuration configuration = new ConfigurationImpl()
                    .setPersistenceEnabled(false)
                    .setPagingDirectory(directory.resolve("paging").toString())
                    .setLargeMessagesDirectory(directory.resolve("large").toString())
                    .setSecurityEnabled(true)
                    .setMaxDiskUsage(-1)
                    .setMessageExpiryScanPeriod(100)
                    .addAddressSetting("#", new AddressSettings())
                    .addAcceptorConfiguration("in-vm", URL);
            EmbeddedActiveMQ embedded = new EmbeddedActiveMQ().setConfiguration(configuration);
            embedded.setSecurityManager(new SingleUserSecurity());
            embedded.start();
            return embedded;
        }

        @Override
        public ConnectionFactory connectionFactory(@Nullable String clientId) throws Exception {
            ActiveMQJMSConnectionFactory factory = new ActiveMQJMSConnectionFactory(URL);
            factory.setConfirmationWindowSize(CONFIRMATION_WINDOW_BYTES);
            if (clientId != null) {
                factory.setClientID(clientId);
            }
            return factory;
        }

        @Override
        public String user() {
            return USER;
        }

        @Override
        public String password() {
            return PASSWORD;
        }

        @Override
        public Queue queue(String name) {
            return ActiveMQDestination.createQueue(name);
        }

        @Override
        public Topic topic(String name) {
            return ActiveMQDestination.createTopic(name);
        }

        @Override
        public void deleteQueue(String name) throws Exception {
            deleteAddress(name);
        }

        @Override
        public void deleteTopic(String name) throws Exception {
            deleteAddress(name);
        }

        private void deleteAddress(String name) throws Exception {
            ActiveMQServer active = server.getActiveMQServer();
            if (active.getAddressInfo(SimpleString.of(name)) != null) {
                active.removeAddressInfo(SimpleString.of(name), null, true);
            }
        }

        @Override
        public void reset() throws Exception {
            server.stop();
            server = startServer();
        }

        @Override
        public void close() throws Exception {
            server.stop();
        }
    }
}
