package dev.restante.tck.provider;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.jspecify.annotations.Nullable;

/** Provider under test that starts Apache ActiveMQ Classic in memory, in this JVM. */
final class ClassicProvider implements Provider {

    private static final String BROKER_NAME = "conformance";
    private static final String USER = "user";
    private static final String PASSWORD = "secret";

    @Override
    public String name() {
        return "classic";
    }

    @Override
    public RunningProvider start(Path directory) throws Exception {
        return new RunningClassic(directory);
    }

    private static final class RunningClassic implements RunningProvider {

        private final Path directory;
        private BrokerService service;

        RunningClassic(Path directory) throws Exception {
            this.directory = directory;
            this.service = startService();
        }

        private BrokerService startService() throws Exception {
            BrokerService broker = new BrokerService();
            broker.setBrokerName(BROKER_NAME);
            broker.setUseJmx(false);
            broker.setUseShutdownHook(false);
            broker.setPersistent(false);
            broker.setSchedulerSupport(false);
            broker.setDataDirectoryFile(directory.toFile());
            SimpleAuthenticationPlugin authentication =
                    new SimpleAuthenticationPlugin(List.of(new AuthenticationUser(USER, PASSWORD, "users")));
            authentication.setAnonymousAccessAllowed(true);
            broker.setPlugins(new BrokerPlugin[] {authentication});
            broker.start();
            if (!broker.waitUntilStarted()) {
                throw new IllegalStateException("the broker did not start");
            }
            return broker;
        }

        @Override
        public ConnectionFactory connectionFactory(@Nullable String clientId) {
            ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://" + BROKER_NAME + "?create=false");
            factory.setTrustAllPackages(true);
            factory.setNestedMapAndListEnabled(false);
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
            return new ActiveMQQueue(name);
        }

        @Override
        public Topic topic(String name) {
            return new ActiveMQTopic(name);
        }

        @Override
        public void deleteQueue(String name) throws Exception {
            delete(new ActiveMQQueue(name));
        }

        @Override
        public void deleteTopic(String name) throws Exception {
            delete(new ActiveMQTopic(name));
        }

        private void delete(ActiveMQDestination destination) throws Exception {
            service.removeDestination(destination);
        }

        @Override
        public void reset() throws Exception {
            close();
            service = startService();
        }

        @Override
        public void close() throws Exception {
            service.stop();
            service.waitUntilStopped();
        }
    }
}
