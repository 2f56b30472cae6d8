package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.jms.message.RestanteDestination;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.option.AutoAcknowledgePolicy;
import dev.restante.option.ExpirationBase;
import dev.restante.option.ForeignProperties;
import dev.restante.option.LocalAccess;
import dev.restante.runtime.FactoryOption;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("GEN-05 connection factories and destinations in a naming service")
@SuppressWarnings("BanJNDI") // JNDI is the subject of this test.
class AdministeredObjectTest {

    @TempDir
    Path directory;

    private static byte[] bytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object object(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    private static Object copy(Object object) throws Exception {
        return object(bytes(object));
    }

    /** Returns the object that a naming service creates from a stored reference. */
    private static Object resolved(Reference reference) throws Exception {
        return NamingManager.getObjectInstance(copy(reference), null, null, null);
    }

    private RestanteConnectionFactory configured() {
        RestanteConnectionFactory factory =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("store"));
        factory.setUser("owner");
        factory.setPassword("secret");
        factory.setClientId("office");
        factory.setAutoAcknowledge(AutoAcknowledgePolicy.PIPELINED);
        factory.setAutoCreateQueues(false);
        factory.setAutoCreateTopics(false);
        factory.setExpirationBase(ExpirationBase.SEND);
        factory.setObjectMessageAllowList(List.of("com.acme.*", "org.acme.Order"));
        factory.setForeignProperties(ForeignProperties.DROP);
        factory.setMaxInFlightSends(7);
        factory.setAutoRenewLocksFor(Duration.ofSeconds(90, 5_000_000));
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(Duration.ofSeconds(40));
        factory.setLeaseDuration(Duration.ofSeconds(50));
        factory.setMaxMessageBytes(1_000);
        factory.setMaxLargeBodyBytes(2_000);
        factory.setShutdownHook(false);
        factory.setKeepJvmAlive(false);
        factory.setJmx(true);
        factory.setCreateStore(false);
        factory.setLocalAccess(LocalAccess.OFF);
        return factory;
    }

    private static void assertSameOptions(Object actual, RestanteConnectionFactory expected) {
        assertThat(actual).isInstanceOf(RestanteConnectionFactory.class).isNotSameAs(expected);
        assertThat(((RestanteConnectionFactory) actual).changedOptions()).isEqualTo(expected.changedOptions());
    }

    @Test
    @DisplayName("a factory keeps every option in its serialized form and in its reference")
    void shouldKeepOptions() throws Exception {
        RestanteConnectionFactory factory = configured();
        assertThat(factory.changedOptions())
                .containsOnlyKeys(FactoryOption.all().toArray(FactoryOption[]::new));
        assertSameOptions(copy(factory), factory);
        assertSameOptions(resolved(factory.getReference()), factory);
        RestanteConnectionFactory plain = new RestanteConnectionFactory();
        assertSameOptions(copy(plain), plain);
        assertSameOptions(resolved(plain.getReference()), plain);
        assertThat(plain.getReference().size())
                .as("the reference contains no default values")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("storing and reading a factory opens nothing, and the copy connects with the password of the original")
    void shouldConnectWithCopies() throws Exception {
        RestanteConnectionFactory factory = configured();
        factory.setAutoCreateQueues(true);
        factory.setCreateStore(true);
        try (RestanteConnectionFactory fromBytes = (RestanteConnectionFactory) copy(factory);
                RestanteConnectionFactory fromReference =
                        (RestanteConnectionFactory) resolved(factory.getReference())) {
            try (var files = Files.list(directory)) {
                assertThat(files).isEmpty();
            }
            try (Connection connection = fromBytes.createConnection();
                    Session session = connection.createSession()) {
                session.createProducer(session.createQueue("q")).send(session.createTextMessage("a"));
            }
            try (Connection connection = fromReference.createConnection();
                    Session session = connection.createSession()) {
                connection.start();
                assertThat(session.createConsumer(session.createQueue("q")).receive(20_000))
                        .isNotNull();
            }
            assertSameOptions(copy(fromReference), factory);
        }
    }

    @Test
    @DisplayName("no text of a factory or its reference shows a password, not even a password in the URL")
    void shouldKeepSecrets() throws Exception {
        RestanteConnectionFactory factory = configured();
        RestanteConnectionFactory withUrl =
                new RestanteConnectionFactory("jdbc:postgresql://localhost/db?user=me&password=secret");
        for (RestanteConnectionFactory each : List.of(factory, withUrl)) {
            Reference reference = (Reference) copy(each.getReference());
            assertThat(reference.toString()).contains("Type: url").doesNotContain("secret");
            assertThat(each.toString()).doesNotContain("secret");
            assertThat(RestanteConnectionFactory.SerializedConnectionFactory.of(each)
                            .toString())
                    .contains("url")
                    .doesNotContain("secret");
        }
        assertThat(factory.getReference().toString()).contains("Type: password", "PIPELINED");
        assertSameOptions(resolved(withUrl.getReference()), withUrl);
    }

    @Test
    @DisplayName("a factory with a data source cannot be stored, and the error names the reason")
    void shouldRefuseDataSource() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(new JDBCDataSource());
        assertThatExceptionOfType(NamingException.class)
                .isThrownBy(factory::getReference)
                .withMessageContaining("DataSource");
        assertThatExceptionOfType(NotSerializableException.class)
                .isThrownBy(() -> bytes(factory))
                .withMessageContaining("DataSource");
    }

    @Test
    @DisplayName("serialized bytes with an unknown option are rejected")
    void shouldRefuseUnknownBytes() throws IOException {
        byte[] bytes = bytes(new RestanteConnectionFactory.SerializedConnectionFactory(
                false, new TreeMap<>(Map.of("colour", "red"))));
        assertThatExceptionOfType(InvalidObjectException.class)
                .isThrownBy(() -> object(bytes))
                .withMessageContaining("There is no option 'colour'");
    }

    @Test
    @DisplayName("a stored destination is equal to the original")
    void shouldKeepDestinations() throws Exception {
        for (RestanteDestination destination :
                List.of(new RestanteQueue("orders/$DeadLetterQueue"), new RestanteTopic("orders"))) {
            assertThat(copy(destination)).isEqualTo(destination).isExactlyInstanceOf(destination.getClass());
            assertThat(resolved(destination.getReference()))
                    .isEqualTo(destination)
                    .isExactlyInstanceOf(destination.getClass());
        }
    }

    private static Reference ofServer(Class<?> type, String... addresses) {
        Reference reference = new Reference(type.getName(), "dev.restante.jndi.RestanteObjectFactory", null);
        for (int i = 0; i < addresses.length; i += 2) {
            reference.add(new StringRefAddr(addresses[i], addresses[i + 1]));
        }
        return reference;
    }

    @Test
    @DisplayName("the reference of an application server may name the interface and have additional addresses")
    void shouldUnderstandServers() throws Exception {
        for (Class<?> type : List.of(ConnectionFactory.class, QueueConnectionFactory.class)) {
            Object made = resolved(ofServer(
                    type,
                    "scope",
                    "Shareable",
                    "auth",
                    "Container",
                    "singleton",
                    "true",
                    "url",
                    "jdbc:hsqldb:mem:server;restante.clientId=office",
                    "autoRenewLocksFor",
                    "10m"));
            assertThat(made).isInstanceOfSatisfying(RestanteConnectionFactory.class, factory -> {
                assertThat(factory.getUrl()).isEqualTo("jdbc:hsqldb:mem:server");
                assertThat(factory.getClientId()).isEqualTo("office");
                assertThat(factory.getAutoRenewLocksFor()).isEqualTo(Duration.ofMinutes(10));
            });
        }
        assertThat(resolved(ofServer(Queue.class, "physicalName", "orders"))).isEqualTo(new RestanteQueue("orders"));
    }

    @Test
    @DisplayName("a reference with an unknown option or an invalid value is rejected, and other types are ignored")
    void shouldRefuseReferences() throws Exception {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> resolved(ofServer(ConnectionFactory.class, "brokerURL", "jdbc:hsqldb:mem:x")))
                .withMessageContaining("There is no option 'brokerURL'");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> resolved(ofServer(ConnectionFactory.class, "storeTimeout", "soon")))
                .withMessageContaining("storeTimeout 'soon'");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> resolved(ofServer(Queue.class)))
                .withMessageContaining("physicalName");
        assertThat(resolved(ofServer(String.class))).isNull();
    }
}
