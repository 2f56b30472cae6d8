package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestanteConnectionFactoryTest {

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private static void send(RestanteConnectionFactory factory, String text) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createProducer(session.createQueue("q")).send(session.createTextMessage(text));
        }
    }

    private static String receive(RestanteConnectionFactory factory) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            Queue queue = session.createQueue("q");
            connection.start();
            MessageConsumer consumer = session.createConsumer(queue);
            Message message = consumer.receive(20_000);
            return ((TextMessage) message).getText();
        }
    }

    @Test
    @DisplayName("SND-01 a sent message is present after the store was closed and opened again")
    void shouldKeepMessagesInFile() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            send(factory, "a");
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            assertThat(receive(factory)).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("factories of one file share its node, independently of the form of the path")
    void shouldShareNode() throws JMSException {
        try (RestanteConnectionFactory first = new RestanteConnectionFactory(url());
                RestanteConnectionFactory second =
                        new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("x/../store"))) {
            send(first, "a");
            assertThat(receive(second)).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("factories of one store must agree on the options of its node, and the error names the differences")
    void shouldRefuseConflictingOptions() throws JMSException {
        try (RestanteConnectionFactory first = new RestanteConnectionFactory(url());
                RestanteConnectionFactory second = new RestanteConnectionFactory(url())) {
            second.setLeaseDuration(Duration.ofSeconds(40));
            second.setShutdownHook(false);
            Connection open = first.createConnection();
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(second::createConnection)
                    .withMessageContaining("leaseDuration PT40S (other factory: PT15S), shutdownHook false (other"
                            + " factory: true)");
            open.close();
        }
    }

    @Test
    @DisplayName("CON-01, CON-02 a file store keeps the credentials with which it was created")
    void shouldKeepCredentials() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            factory.setUser("owner");
            factory.setPassword("secret");
            send(factory, "a");
            assertThat(factory.toString()).contains("owner").doesNotContain("secret");
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            assertThatExceptionOfType(jakarta.jms.JMSSecurityException.class)
                    .isThrownBy(() -> factory.createConnection("owner", "wrong"));
            assertThatExceptionOfType(jakarta.jms.JMSSecurityException.class).isThrownBy(factory::createConnection);
            factory.createConnection("owner", "secret").close();
        }
    }

    @Test
    @DisplayName(
            "CON-01 an open store still checks credentials, and a factory without any uses the default credentials")
    void shouldAskWhileOpen() throws JMSException {
        try (RestanteConnectionFactory owner = new RestanteConnectionFactory(url())) {
            owner.setUser("owner");
            owner.setPassword("secret");
            try (Connection connection = owner.createConnection();
                    RestanteConnectionFactory stranger = new RestanteConnectionFactory(url())) {
                assertThatExceptionOfType(jakarta.jms.JMSSecurityException.class)
                        .isThrownBy(stranger::createConnection);
                assertThat(connection.getMetaData()).isNotNull();
            }
        }
    }

    @Test
    @DisplayName("CON-01 credentials in the URL belong to the factory, and do not hide wrong credentials of a call")
    void shouldTakeCredentialsFromTheUrl() throws JMSException {
        try (RestanteConnectionFactory owner = new RestanteConnectionFactory(url() + ";user=owner;password=secret")) {
            owner.createConnection().close();
            assertThatExceptionOfType(jakarta.jms.JMSSecurityException.class)
                    .isThrownBy(() -> owner.createConnection("owner", "wrong"));
        }
        String postgres = PostgresServer.newEmptyDatabase();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(
                postgres + (postgres.contains("?") ? "&" : "?") + "user=" + PostgresServer.USER)) {
            assertThatExceptionOfType(jakarta.jms.JMSSecurityException.class)
                    .isThrownBy(() -> factory.createConnection("nobody", "wrong"));
            factory.createConnection().close();
        }
    }

    @Test
    @DisplayName("options cannot be changed after the first connection")
    void shouldFreezeOptions() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            factory.createConnection().close();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> factory.setAutoCreateQueues(false))
                    .withMessageContaining("autoCreateQueues");
        }
    }

    @Test
    @DisplayName("the node lingers after its last connection, and closing the factory ends the node")
    void shouldLinger() throws JMSException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLingerDuration(Duration.ofHours(1));
        send(factory, "a");
        assertThat(receive(factory)).isEqualTo("a");
        factory.close();
        try (RestanteConnectionFactory other = new RestanteConnectionFactory(url())) {
            other.setLeaseDuration(Duration.ofSeconds(40));
            send(other, "b");
        }
    }

    @Test
    @DisplayName("a setter rejects an option that is out of range")
    void shouldCheckOptions() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory();
        assertThat(factory.getUrl()).isEqualTo("jdbc:hsqldb:file:restante-data/store");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> factory.setMaxInFlightSends(0));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> factory.setMaxMessageBytes(0));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setLeaseDuration(Duration.ZERO));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setAutoRenewLocksFor(Duration.ofSeconds(-1)));
        factory.setAutoRenewLocksFor(Duration.ZERO);
        assertThat(factory.getAutoRenewLocksFor()).isZero();
        factory.setAutoRenewLocksFor(null);
        assertThat(factory.getAutoRenewLocksFor()).isNull();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setLingerDuration(Duration.ofSeconds(-1)));
    }

    @Test
    @DisplayName("a setter rejects an invalid list of classes, an invalid path or null, and names the value")
    void shouldCheckListAndPath() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setObjectMessageAllowList(List.of("com.acme.*", "com..x")))
                .withMessageContaining("'com..x'");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setObjectMessageAllowList(List.of("*", "com.acme.X")));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> factory.setObjectMessageAllowList(Collections.singletonList(null)))
                .withMessageContaining("objectMessageAllowList");
        assertThat(factory.getObjectMessageAllowList()).isEmpty();
        for (ThrowingCallable bad : List.<ThrowingCallable>of(
                () -> factory.setUrl("jdbc:hsqldb:file:bad\0path;password=secret"),
                () -> new RestanteConnectionFactory("jdbc:hsqldb:file:bad\0path;password=secret"))) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(bad)
                    .withMessageContaining("jdbc:hsqldb:file:bad\0path")
                    .withMessageNotContaining("secret");
        }
        assertThatNullPointerException().isThrownBy(() -> factory.setUrl(null)).withMessage("url");
        assertThatNullPointerException()
                .isThrownBy(() -> factory.setObjectMessageAllowList(null))
                .withMessage("objectMessageAllowList");
        assertThatNullPointerException()
                .isThrownBy(() -> factory.setLeaseDuration(null))
                .withMessage("leaseDuration");
        assertThatNullPointerException()
                .isThrownBy(() -> factory.setLingerDuration(null))
                .withMessage("lingerDuration");
    }

    @Test
    @DisplayName("the text of a factory does not show a password of the URL")
    void shouldKeepSecretsToItself() {
        for (String url : List.of(
                "jdbc:postgresql://localhost/db?user=me&password=secret",
                "jdbc:postgresql://localhost/db?ssl=true&PASSWORD=secret&x=1",
                "jdbc:hsqldb:file:data/store;user=me;password=secret")) {
            assertThat(new RestanteConnectionFactory(url).toString())
                    .contains(url.contains("//") ? "localhost/db" : "data/store")
                    .doesNotContain("secret");
        }
    }

    @Test
    @DisplayName("without createStore, a database without a store is rejected unchanged, and a store is opened")
    void shouldNotCreateStoreUnasked() throws Exception {
        String postgres = PostgresServer.newEmptyDatabase();
        for (String store : List.of(url(), "jdbc:hsqldb:mem:unasked", postgres)) {
            try (RestanteConnectionFactory factory = new RestanteConnectionFactory(store)) {
                factory.setCreateStore(false);
                factory.setLingerDuration(Duration.ZERO);
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(factory::createConnection)
                        .withMessageContaining("has no store")
                        .extracting(JMSException::getErrorCode)
                        .isEqualTo("RESTANTE-STORE-FAILED");
            }
        }
        assertThat(directory).isEmptyDirectory();
        try (java.sql.Connection database = DriverManager.getConnection(postgres);
                ResultSet tables = database.getMetaData().getTables(null, null, "restante%", null)) {
            assertThat(tables.next()).isFalse();
        }
        for (String store : List.of(url(), postgres)) {
            try (RestanteConnectionFactory maker = new RestanteConnectionFactory(store)) {
                send(maker, "a");
            }
            try (RestanteConnectionFactory factory = new RestanteConnectionFactory(store)) {
                factory.setCreateStore(false);
                assertThat(receive(factory)).isEqualTo("a");
            }
        }
    }
}
