package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.security.PasswordCredential;
import java.nio.file.Path;
import java.util.Set;
import javax.security.auth.Subject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("credentials")
final class CredentialsTest {

    private Deployment deployment;

    /** Keeps the store open, which was created with the default user: whoever creates a store is its user. */
    private ManagedConnection opener;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
        opener = deployment.managed.createManagedConnection(null, null);
    }

    @AfterEach
    void undeploy() throws Exception {
        opener.destroy();
        deployment.close();
    }

    private static SessionRequest request(String user, String password) {
        return new SessionRequest(SessionKind.ANY, new Credentials(user, password));
    }

    private Subject subject(String user, String password, RestanteManagedConnectionFactory meant) {
        PasswordCredential credential = new PasswordCredential(user, password.toCharArray());
        credential.setManagedConnectionFactory(meant);
        Subject subject = new Subject();
        subject.getPrivateCredentials().add(credential);
        return subject;
    }

    @Test
    @DisplayName("RA-35 of a Subject win over those of the request")
    void shouldPreferTheSubject() throws Exception {
        Subject right = subject("SA", "", deployment.managed);
        ManagedConnection made = deployment.managed.createManagedConnection(right, request("SA", "wrong"));
        assertThat(made.getMetaData().getUserName()).isEqualTo("SA");
        made.destroy();
    }

    @Test
    @DisplayName("RA-35 of a Subject that the store rejects are refused, right ones in the request notwithstanding")
    void shouldRefuseTheSubject() {
        Subject wrong = subject("SA", "wrong", deployment.managed);
        assertThatExceptionOfType(SecurityException.class)
                .isThrownBy(() -> deployment.managed.createManagedConnection(wrong, request("SA", "")))
                .withMessageContaining("'SA'")
                .withMessageContaining("correct");
    }

    @Test
    @DisplayName("RA-35 for another factory do not count")
    void shouldRefuseCredentialsForOthers() {
        RestanteManagedConnectionFactory other = new RestanteManagedConnectionFactory();
        other.setUrl("jdbc:hsqldb:mem:other");
        Subject subject = subject("SA", "", other);
        assertThatExceptionOfType(SecurityException.class)
                .isThrownBy(() -> deployment.managed.createManagedConnection(subject, null))
                .withMessageContaining("no user and password for this connection factory");
    }

    @Test
    @DisplayName("RA-35 of the request win over those of the configuration")
    void shouldPreferTheRequest() throws Exception {
        RestanteManagedConnectionFactory wrong = new RestanteManagedConnectionFactory();
        wrong.setUser("SA");
        wrong.setPassword("wrong");
        wrong.setResourceAdapter(deployment.adapter);
        wrong.createManagedConnection(null, request("SA", "")).destroy();
    }

    @Test
    @DisplayName("RA-35 of the configuration that the store rejects are refused, with the remedy")
    void shouldRefuseTheConfiguration() throws Exception {
        RestanteManagedConnectionFactory wrong = new RestanteManagedConnectionFactory();
        wrong.setUser("SA");
        wrong.setPassword("wrong");
        wrong.setResourceAdapter(deployment.adapter);
        assertThatExceptionOfType(SecurityException.class)
                .isThrownBy(() -> wrong.createManagedConnection(null, null))
                .withMessageContaining("properties")
                .withMessageNotContaining("wrong");
    }

    @Test
    @DisplayName("RA-35 a blank user of the container is none")
    void shouldIgnoreABlankUser() throws Exception {
        ManagedConnection made =
                deployment.managed.createManagedConnection(subject("", "", deployment.managed), request("SA", ""));
        assertThat(made.getMetaData().getUserName()).isEqualTo("SA");
        made.destroy();
    }

    @Test
    @DisplayName(
            "RA-34, RA-35 any credentials of the container do for the server's own store, which has no users; those of the application must be right")
    void shouldAskNothingOfTheServer(@TempDir Path directory) throws Exception {
        String before = System.setProperty("jboss.server.data.dir", directory.toString());
        RestanteResourceAdapter unconfigured = new RestanteResourceAdapter();
        RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
        managed.setOptions("lingerDuration=0s");
        managed.setResourceAdapter(unconfigured);
        try {
            managed.createManagedConnection(subject("recovery", "secret", managed), null)
                    .destroy();
            assertThat(directory.resolve("restante")).isNotEmptyDirectory();
            assertThatExceptionOfType(SecurityException.class)
                    .isThrownBy(() -> managed.createManagedConnection(null, request("recovery", "secret")));
        } finally {
            unconfigured.stop();
            if (before == null) {
                System.clearProperty("jboss.server.data.dir");
            } else {
                System.setProperty("jboss.server.data.dir", before);
            }
        }
    }

    @Test
    @DisplayName("RA-34 recovery has no client id, so it and the application don't keep each other out")
    void shouldRecoverBesideTheApplication() throws Exception {
        RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
        managed.setClientId("billing");
        managed.setResourceAdapter(deployment.adapter);
        ManagedConnection recovery = managed.createManagedConnection(null, null);
        ManagedConnection application = managed.createManagedConnection(null, request("SA", ""));
        ManagedConnection again = managed.createManagedConnection(null, null);
        assertThat(managed.matchManagedConnections(Set.of(recovery), null, new SessionRequest(SessionKind.ANY, null)))
                .isNull();
        for (ManagedConnection each : new ManagedConnection[] {recovery, application, again}) {
            each.destroy();
        }
    }

    @Test
    @DisplayName("RA-35 an empty Subject says nothing")
    void shouldIgnoreAnEmptySubject() throws Exception {
        ManagedConnection made = deployment.managed.createManagedConnection(new Subject(), null);
        assertThat(made.getMetaData().getUserName()).isEmpty();
        made.destroy();
    }

    @Test
    @DisplayName("RA-35 that are wrong are a JMSSecurityException where the application connects")
    void shouldTellTheApplication() {
        assertThatExceptionOfType(JMSSecurityException.class)
                .isThrownBy(() -> deployment.factory.createConnection("SA", "wrong"))
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-SECURITY"));
        assertThatExceptionOfType(JMSSecurityException.class)
                .isThrownBy(() -> deployment.factory.createQueueConnection("SA", "wrong"));
        assertThatExceptionOfType(JMSSecurityException.class)
                .isThrownBy(() -> deployment.factory.createTopicConnection("SA", "wrong"));
        assertThatExceptionOfType(JMSSecurityRuntimeException.class)
                .isThrownBy(() -> deployment.factory.createContext("SA", "wrong"));
    }

    @Test
    @DisplayName("RA-35 of the container are refused to the application, too")
    void shouldTellTheApplicationOfTheContainer() {
        deployment.container.subject = subject("SA", "wrong", deployment.managed);
        assertThatExceptionOfType(JMSSecurityRuntimeException.class)
                .isThrownBy(() -> deployment.factory.createContext());
    }

    @Test
    @DisplayName("RA-35, RA-30 a connection serves who has its credentials and its interface, and nobody else")
    void shouldMatch() throws Exception {
        RestanteManagedConnectionFactory managed = deployment.managed;
        ManagedConnection own = managed.createManagedConnection(null, null);
        ManagedConnection named = managed.createManagedConnection(null, request("SA", ""));
        Set<ManagedConnection> pool = Set.of(own, named);
        assertThat(managed.matchManagedConnections(pool, null, null)).isSameAs(own);
        assertThat(managed.matchManagedConnections(pool, null, request("SA", "")))
                .isSameAs(named);
        assertThat(managed.matchManagedConnections(pool, subject("SA", "", managed), null))
                .isSameAs(named);
        assertThat(managed.matchManagedConnections(pool, null, request("SA", "x")))
                .isNull();
        assertThat(managed.matchManagedConnections(pool, null, new SessionRequest(SessionKind.CONTEXT, null)))
                .isNull();
        own.destroy();
        assertThat(managed.matchManagedConnections(pool, null, null)).isNull();
        named.destroy();
    }
}
