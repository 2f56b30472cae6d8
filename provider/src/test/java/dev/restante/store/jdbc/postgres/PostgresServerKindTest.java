package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("recognition of PostgreSQL servers")
final class PostgresServerKindTest {

    @ParameterizedTest
    @DisplayName("PostgreSQL is accepted, also from a cloud or a vendor")
    @ValueSource(
            strings = {
                "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit",
                "PostgreSQL 16.6 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0, 64-bit",
                "PostgreSQL 15.7 on x86_64-pc-linux-gnu, compiled by Debian clang version 12.0.1, 64-bit",
                "PostgreSQL 17.2 (EnterpriseDB Advanced Server 17.2.0) on x86_64-pc-linux-gnu, 64-bit",
            })
    void shouldKnowPostgres(String version) {
        assertThatCode(() -> PostgresServerKind.require(version, 15, "it")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @DisplayName("other servers with the protocol of PostgreSQL are rejected with a reason")
    @CsvSource({
        "'CockroachDB CCL v24.1.2 (x86_64-pc-linux-gnu, built 2024/07/02)', SKIP LOCKED",
        "'PostgreSQL 15.12-YB-2025.2.3.0-b1 on x86_64-pc-linux-gnu, compiled by clang', outside of transactions",
        "'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.77467', no row locks",
        "'PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:e7c2b1f) on x86_64-pc-linux-gnu', whole tables",
        "'PostgreSQL 9.5.0 on x86_64-unknown-linux-gnu (Materialize v0.130.1)', row locks",
        "'PostgreSQL 13.14.0-RisingWave-2.1.0 (unknown)', row locks",
        "'CrateDB 5.8.1 (built a1b2c3d/2024-07-01T00:00:00Z, Linux 6.1 amd64)', no transactions",
        "'PostgreSQL 12.3, compiled by Visual C++ build 1914, 64-bit, QuestDB', no transactions",
    })
    void shouldRefuseOthers(String version, String reason) {
        assertThatThrownBy(() -> PostgresServerKind.require(version, 18, "it"))
                .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind())
                        .isEqualTo(StoreException.StoreFailureKind.FATAL))
                .hasMessageStartingWith("it is not PostgreSQL but \"" + version + "\"")
                .hasMessageContaining(reason);
    }

    @Test
    @DisplayName("a version of PostgreSQL that is too old is rejected")
    void shouldRefuseOldOnes() {
        assertThatThrownBy(() -> PostgresServerKind.require("PostgreSQL 13.1 on x86_64", 13, "it"))
                .hasMessage("it is \"PostgreSQL 13.1 on x86_64\". Use PostgreSQL 14 or later");
    }

    @Test
    @DisplayName("another server is rejected when a store is opened, before a table is created")
    void shouldRefuseAtOpening() throws Exception {
        String url = PostgresServer.newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            // The test imitates the version text of another database.
            statement.execute("CREATE SCHEMA other");
            statement.execute(
                    "CREATE FUNCTION other.version() RETURNS text LANGUAGE sql AS 'SELECT ''CockroachDB CCL v24.1.2'''");
            String disguised =
                    url + (url.contains("?") ? "&" : "?") + "options=-c%20search_path=other,pg_catalog,public";
            assertThatThrownBy(() -> {
                        try (JdbcStore store =
                                StoreOpener.open(new StoreLocation.Url(disguised, PostgresServer.USER, ""))) {
                            store.capabilities();
                        }
                    })
                    .hasMessageContaining("is not PostgreSQL but \"CockroachDB CCL v24.1.2\"");
            try (ResultSet tables =
                    statement.executeQuery("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'restante%'")) {
                tables.next();
                assertThat(tables.getInt(1)).isZero();
            }
        }
    }
}
