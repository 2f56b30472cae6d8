package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("recognition of MySQL servers by their version")
@Tag("mysql")
final class MySqlServerKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8.0.17 | MySQL Community Server - GPL",
                "8.0.42-0ubuntu0.24.04.1 | (Ubuntu)",
                "8.0.28 | Source distribution",
                "8.4.5 | MySQL Community Server - GPL",
                "9.7.4-2 | (Debian)",
                "8.0.36-28 | Percona Server (GPL), Release 28, Revision 47601f19",
                "8.0.35-google | (Google)",
                "8.0.40-azure | MySQL Community Server (GPL)"
            })
    void shouldSupport(String version, String comment) {
        assertThatCode(() -> MySqlServerKind.require(version, comment, "jdbc:mysql://here/db"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "11.4.5-MariaDB | mariadb.org binary distribution | jdbc:mariadb:",
                "5.5.5-10.11.6-MariaDB-log | Source distribution | jdbc:mariadb:",
                "8.0.11-TiDB-v7.5.0 | TiDB Server (Apache License 2.0) Community Edition | SKIP LOCKED",
                "8.0.30-Vitess | Version: 19.0.0 | partially",
                "8.0.34-PlanetScale | | partially",
                "5.7.32 | SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial) | foreign keys",
                "5.7.25-OceanBase_CE-v4.2.1.0 | OceanBase_CE 4.2.1.0 | untested",
                "8.0.33 | StarRocks version 3.2.0 | row locks",
                "5.7.99 | Doris version doris-2.0.3 | row locks",
                "8.0.33 | Dolt | row locks",
                "8.0.30-MatrixOne-v1.1.0 | MatrixOne | untested",
                "5.6.29-TDDL-5.4.12-16349923 | PolarDB-X | untested",
                "8.0.35-cluster | MySQL NDB Cluster Community Server - GPL (8.0.35-ndb) | InnoDB",
                "8.0.36-28.1 | Percona XtraDB Cluster (GPL), Release rel28 | locks",
                "5.7.44-log | MySQL Community Server (GPL) | 8.0.17",
                "8.0.16 | MySQL Community Server - GPL | 8.0.17",
                "strange | | 8.0.17"
            })
    void shouldRefuseWithTheReason(String version, String comment, String reason) {
        StoreException refused = catchThrowableOfType(
                StoreException.class,
                () -> MySqlServerKind.require(version, comment == null ? "" : comment, "jdbc:mysql://here/db"));
        assertThat(refused.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(refused)
                .hasMessageContaining("jdbc:mysql://here/db")
                .hasMessageContaining(version)
                .hasMessageContaining(reason);
    }
}
