package dev.restante.feature.server;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.TestCertificates;
import dev.restante.testserver.MariaDbProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TLS to MariaDB")
@RequiresMariaDb
final class MariaDbTlsTest extends TlsContract {

    private MariaDbProcess server;

    @Override
    String scheme() {
        return "jdbc:mariadb:";
    }

    @Override
    String plaintext() {
        return "sslMode=disable";
    }

    @Override
    int start(TestCertificates certificates, Path emptyFolder) throws Exception {
        server = MariaDbProcess.start(
                "--ssl",
                "--ssl-cert=" + certificates.file("server.pem"),
                "--ssl-key=" + certificates.file("server.key"),
                "--ssl-ca=" + certificates.file("ca.pem"));
        try (Connection administrator = DriverManager.getConnection(server.url(""));
                Statement statement = administrator.createStatement()) {
            statement.execute("CREATE DATABASE messages");
            statement.execute("CREATE USER restante");
            statement.execute("GRANT ALL ON messages.* TO restante");
            statement.execute("CREATE USER certified REQUIRE X509");
            statement.execute("GRANT ALL ON messages.* TO certified");
            statement.execute("CREATE USER secretive IDENTIFIED BY 'secretive'");
            statement.execute("GRANT ALL ON messages.* TO secretive");
            statement.execute("SET GLOBAL require_secure_transport = ON");
        }
        return server.port();
    }

    /** Tests a feature of the driver: a server that does not know the password cannot give this proof. */
    @Test
    @DisplayName("a password proves the identity of the server, whatever authority signed its certificate")
    void shouldTakeThePasswordForProof() throws Exception {
        works(ofStranger(), SECRETIVE);
    }

    @Override
    void stop() throws Exception {
        server.close();
    }
}
