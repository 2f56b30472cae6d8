package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("options of the MySQL driver in a URL")
@Tag("mysql")
final class DriverOptionCheckTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://host/db",
                "jdbc:mysql://host:3306/db?sslMode=VERIFY_IDENTITY",
                "jdbc:mysql://[::1]:3306/db",
                "jdbc:mysql://host?useAffectedRows=false",
                "jdbc:mysql://host/db?cachePrepStmts=true&useServerPrepStmts=true&useLocalSessionState=true"
                        + "&rewriteBatchedStatements=true&elideSetAutoCommits=true",
                "jdbc:mariadb://h1,h2/db?autoReconnect=true"
            })
    void shouldAccept(String url) {
        assertThatCode(() -> DriverOptionCheck.check(url, url)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "jdbc:mysql://h1,h2/db one",
                "jdbc:mysql:loadbalance://h1,h2/db one",
                "jdbc:mysql:replication://h1,h2/db one",
                "jdbc:mysql:loadbalance://h1/db one",
                "jdbc:mysql+srv://cluster/db one",
                "jdbc:mysql://address=(host=h1)(port=1)/db one",
                "jdbc:mysql://host/db?autoReconnect=true autoReconnect",
                "jdbc:mysql://host/db?AUTORECONNECTFORPOOLS=true autoReconnectForPools",
                "jdbc:mysql://host/db?a=b&useLocalTransactionState=true useLocalTransactionState",
                "jdbc:mysql://host/db?useAffectedRows=TRUE useAffectedRows"
            })
    void shouldRefuse(String url, String named) {
        assertThatThrownBy(() -> DriverOptionCheck.check(url, "here"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("here")
                .hasMessageContaining(named);
    }
}
