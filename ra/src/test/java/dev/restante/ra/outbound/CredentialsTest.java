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

@DisplayName("Credentials")
final class CredentialsTest {

    private Deployment deployment;

    /** Connection that keeps the store open. The default user created the store and is therefore its user. */
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
    @DisplayName("RA-35 credentials of the subject take precedence over those of the request")
    void shouldPreferTheSubject() throws Exception {
        Subject right = subject("SA", "", deployment.managed);
        ManagedConnection made = deployment.managed.createManagedConnection(right, request("SA", "wrong"));
        assertThat(made.getMetaData().getUserName()).isEqualTo("SA");
        made.destroy();
    }

    @Test
    @DisplayName("RA-35 wrong credentials of the subject are rejected even if those of the request are correct")
    void shouldRefuseTheSubject() {
        Subject wrong = subject("SA", "wrong", deployment.managed);
        assertThatExceptionOfType(SecurityException.class)
                .isThrownBy(() -> deployment.managed.createManagedConnection(wrong, request("SA", "")))
                .withMessageContaining("'SA'")
                .withMessageContaining("Correct user");
    }

    @Test
    @DisplayName("RA-35 a subject with credentials for another factory is rejected")
    void shouldRefuseCredentialsForOthers() {
        RestanteManagedConnectionFactory other = new RestanteManagedConnectionFactory();
        other.setUrl("jdbc:hsqldb:mem:other");
        Subject subject = subject("SA", "", other);
        assertThatExceptionOfType(SecurityException.class)
                .isThrownBy(() -> deployment.managed.createManagedConnection(subject, null))
                .withMessageContaining("no user and password for this connection factory");
    }

    @Test
    @DisplayName("RA-35 credentials of the request take precedence over the configured ones")
    void shouldPreferTheRequest() throws Exception {
        RestanteManagedConnectionFactory wrong = new RestanteManagedConnectionFactory();
        wrong.setUser("SA");
        wrong.setPassword("wrong");
        wrong.setResourceAdapter(deployment.adapter);
        wrong.createManagedConnection(null, request("SA", "")).destroy();
    }

    @Test
    @DisplayName("RA-35 wrong configured credentials are rejected with the remedy")
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
    @DisplayName("RA-35 a blank user of the container is ignored")
    void shouldIgnoreABlankUser() throws Exception {
        ManagedConnection made =
                deployment.managed.createManagedConnection(subject("", "", deployment.managed), request("SA", ""));
        assertThat(made.getMetaData().getUserName()).isEqualTo("SA");
        made.destroy();
    }

    @Test
    @DisplayName(
            "RA-34, RA-35 the server's own store accepts any container credentials, but checks application credentials")
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
    @DisplayName("RA-34 recovery uses no client id, so that it does not conflict with the application")
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
    @DisplayName("RA-35 an empty subject is ignored")
    void shouldIgnoreAnEmptySubject() throws Exception {
        ManagedConnection made = deployment.managed.createManagedConnection(new Subject(), null);
        assertThat(made.getMetaData().getUserName()).isEmpty();
        made.destroy();
    }

    @Test
    @DisplayName("RA-35 an application that connects with wrong credentials gets a security exception")
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
    @DisplayName("RA-35 an application gets a security exception for wrong credentials of the container")
    void shouldTellTheApplicationOfTheContainer() {
        deployment.container.subject = subject("SA", "wrong", deployment.managed);
        assertThatExceptionOfType(JMSSecurityRuntimeException.class)
                .isThrownBy(() -> deployment.factory.createContext());
    }

    @Test
    @DisplayName("RA-35, RA-30 a pooled connection matches only requests with its credentials and its interface")
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
