package dev.restante.feature.server;

import dev.restante.testing.TestCertificates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("TLS to PostgreSQL")
final class PostgresTlsTest extends TlsContract {

    /** Access rules of the server. The test connects as the first user to see whether the server is up. */
    private static final String WHO =
            """
            host    all postgres localhost trust
            hostssl all certified all cert
            hostssl all all all trust
            """;

    private EmbeddedPostgres server;

    @Override
    String scheme() {
        return "jdbc:postgresql:";
    }

    @Override
    String plaintext() {
        return "sslmode=disable";
    }

    @Override
    int start(TestCertificates certificates, Path emptyFolder) throws Exception {
        Path who = Files.writeString(emptyFolder.resolve("pg_hba.conf"), WHO);
        server = EmbeddedPostgres.builder()
                .setServerConfig("hba_file", who.toString())
                .setServerConfig("ssl", "on")
                .setServerConfig(
                        "ssl_cert_file", certificates.file("server.pem").toString())
                .setServerConfig("ssl_key_file", certificates.file("server.key").toString())
                .setServerConfig("ssl_ca_file", certificates.file("ca.pem").toString())
                .start();
        try (Connection administrator = server.getPostgresDatabase().getConnection();
                Statement statement = administrator.createStatement()) {
            statement.execute("CREATE ROLE restante LOGIN");
            statement.execute("CREATE ROLE certified LOGIN IN ROLE restante");
            statement.execute("ALTER ROLE certified SET role TO restante");
            statement.execute("CREATE ROLE secretive LOGIN PASSWORD 'secretive' IN ROLE restante");
            statement.execute("ALTER ROLE secretive SET role TO restante");
            statement.execute("CREATE DATABASE messages OWNER restante");
        }
        return server.getPort();
    }

    @Override
    void stop() throws Exception {
        server.close();
    }
}
