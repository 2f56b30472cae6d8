package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.model.DocumentationPages;
import dev.restante.testing.Eventually;
import dev.restante.testing.TestCertificates;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * URLs of docs/operations/tls.md, on a server that accepts only encrypted connections. The URLs work as
 * documented, except for the address and the folder, and keep unwanted connections out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TlsContract {

    /** User of the server. */
    static final String USER = "restante";

    /** User that must present a certificate. */
    static final String CERTIFIED = "certified";

    /** User with a password, which is the user's name. */
    static final String SECRETIVE = "secretive";

    static final String DATABASE = "messages";

    private static final Path PAGE =
            Path.of(System.getProperty("basedir", ".")).resolve("..").resolve(DocumentationPages.TLS);
    private static final String ADDRESS = "db.example.com";
    private static final String FOLDER = "/etc/restante";
    private static final Duration STORE_TIMEOUT = Duration.ofMillis(500);

    @TempDir
    private static Path folder;

    private static Path mine;
    private static Path ofStranger;

    private int port;

    /** {@return the scheme of the URLs} */
    abstract String scheme();

    /** {@return the parameter that disables encryption in the driver} */
    abstract String plaintext();

    /**
     * Starts a server with the database and the users.
     *
     * @return the port of the server
     */
    abstract int start(TestCertificates certificates, Path emptyFolder) throws Exception;

    abstract void stop() throws Exception;

    @BeforeAll
    final void startServer() throws Exception {
        mine = Files.createDirectory(folder.resolve("mine"));
        ofStranger = Files.createDirectory(folder.resolve("stranger"));
        TestCertificates certificates = TestCertificates.make(mine, CERTIFIED);
        TestCertificates.stranger(ofStranger);
        port = start(certificates, Files.createDirectory(folder.resolve("server")));
    }

    @AfterAll
    final void stopServer() throws Exception {
        stop();
    }

    private List<String> documented() throws IOException {
        try (Stream<String> lines = Files.lines(PAGE)) {
            List<String> found = lines.filter(
                            line -> line.startsWith(scheme() + "//" + ADDRESS + "/" + DATABASE + "?ssl"))
                    .toList();
            assertThat(found).hasSize(2);
            return found;
        }
    }

    /** {@return a URL without a client certificate} */
    private String anonymous(String host, Path certificates) throws IOException {
        return here(documented().get(0), host, certificates);
    }

    /** {@return a URL that expects a certificate of an authority unrelated to the server} */
    final String ofStranger() throws IOException {
        return anonymous("localhost", ofStranger);
    }

    private String certified() throws IOException {
        return here(documented().get(1), "localhost", mine);
    }

    private String here(String url, String host, Path certificates) {
        assertThat(url).contains(FOLDER);
        return url.replace(ADDRESS, host + ":" + port).replace(FOLDER, certificates.toString());
    }

    private static RestanteConnectionFactory factory(String url, String user) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setUser(user);
        factory.setPassword(user.equals(SECRETIVE) ? SECRETIVE : "");
        factory.setStoreTimeout(STORE_TIMEOUT);
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    static void works(String url, String user) throws JMSException {
        try (RestanteConnectionFactory factory = factory(url, user)) {
            factory.setStoreTimeout(Duration.ofSeconds(30));
            try (JMSContext context = factory.createContext()) {
                Queue queue = context.createQueue("encrypted");
                context.createProducer().send(queue, user);
                assertThat(context.createConsumer(queue).receiveBody(String.class, Eventually.PATIENCE_MILLIS))
                        .isEqualTo(user);
            }
        }
    }

    private static void refused(String url, String user, String... words) throws JMSException {
        try (RestanteConnectionFactory factory = factory(url, user)) {
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(factory::createContext)
                    .satisfies(thrown -> assertThat(thrown).hasMessageContainingAll(words));
        }
    }

    @Test
    @DisplayName("the documented URL opens the store")
    void shouldWorkAsDocumented() throws Exception {
        works(anonymous("localhost", mine), USER);
        works(anonymous("localhost", mine), SECRETIVE);
    }

    @Test
    @DisplayName("the documented URL with a client certificate opens the store if the server requires a certificate")
    void shouldShowACertificate() throws Exception {
        works(certified(), CERTIFIED);
        refused(anonymous("localhost", mine), CERTIFIED, "cannot be opened");
    }

    @Test
    @DisplayName("a server whose name differs from the name in its certificate is rejected")
    void shouldRefuseAnotherHost() throws Exception {
        refused(anonymous("127.0.0.1", mine), USER, "cannot be opened", "127.0.0.1");
    }

    @Test
    @DisplayName("a server whose certificate another authority has signed is rejected")
    void shouldRefuseAnotherAuthority() throws Exception {
        refused(ofStranger(), USER, DocumentationPages.TLS);
    }

    @Test
    @DisplayName("the server rejects connections without encryption")
    void shouldBeRefusedInPlaintext() throws Exception {
        refused(scheme() + "//localhost:" + port + "/" + DATABASE + "?" + plaintext(), USER, "cannot be opened");
    }
}
