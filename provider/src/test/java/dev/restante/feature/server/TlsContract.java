package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
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
 * The URLs of docs/databases.md, with a server that takes encrypted connections only: they work as they stand there,
 * but for the address and the folder, and nothing works that they are to keep out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TlsContract {

    /** One of the server's users. */
    static final String USER = "restante";

    /** Must show a certificate. */
    static final String CERTIFIED = "certified";

    /** Has a password, which is the name. */
    static final String SECRETIVE = "secretive";

    static final String DATABASE = "messages";

    private static final Path PAGE = Path.of(System.getProperty("basedir", ".")).resolve("../docs/databases.md");
    private static final String ADDRESS = "db.example.com";
    private static final String FOLDER = "/etc/restante";
    private static final Duration STORE_TIMEOUT = Duration.ofMillis(500);

    @TempDir
    private static Path folder;

    private static Path mine;
    private static Path ofStranger;

    private int port;

    /** How the URLs begin. */
    abstract String scheme();

    /** The parameter by which the driver encrypts nothing. */
    abstract String plaintext();

    /**
     * Starts a server with the database and the users.
     *
     * @return its port
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

    /** A URL that shows no certificate. */
    private String anonymous(String host, Path certificates) throws IOException {
        return here(documented().get(0), host, certificates);
    }

    /** One that expects the certificate of an authority that has nothing to do with the server. */
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
    @DisplayName("the URL of the page opens the store")
    void shouldWorkAsDocumented() throws Exception {
        works(anonymous("localhost", mine), USER);
        works(anonymous("localhost", mine), SECRETIVE);
    }

    @Test
    @DisplayName("the URL of the page with a client's certificate opens it where the server wants one")
    void shouldShowACertificate() throws Exception {
        works(certified(), CERTIFIED);
        refused(anonymous("localhost", mine), CERTIFIED, "can't be opened");
    }

    @Test
    @DisplayName("a server by another name than its certificate's is refused")
    void shouldRefuseAnotherHost() throws Exception {
        refused(anonymous("127.0.0.1", mine), USER, "can't be opened", "127.0.0.1");
    }

    @Test
    @DisplayName("a server whose certificate another authority has signed is refused")
    void shouldRefuseAnotherAuthority() throws Exception {
        refused(ofStranger(), USER, "docs/databases.md");
    }

    @Test
    @DisplayName("the server refuses what is not encrypted")
    void shouldBeRefusedInPlaintext() throws Exception {
        refused(scheme() + "//localhost:" + port + "/" + DATABASE + "?" + plaintext(), USER, "can't be opened");
    }
}
