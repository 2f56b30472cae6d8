package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.testing.CapturedLog;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("replication settings of a MySQL server")
@Tag("mysql")
final class ReplicationCheckTest {

    private static void check(String... namesAndValues) {
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            variables.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        ReplicationCheck.requireSafe(variables, "here");
    }

    @Test
    void shouldAcceptAServerAloneAndAGroupWithOnePrimary() {
        assertThatCode(() -> check("log_bin", "ON", "sync_binlog", "1", "binlog_format", "ROW"))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(
                        "log_bin",
                        "OFF",
                        "sync_binlog",
                        "0",
                        "binlog_format",
                        "STATEMENT",
                        "group_replication_group_name",
                        "",
                        "group_replication_single_primary_mode",
                        "OFF",
                        "group_replication_consistency",
                        "EVENTUAL"))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(
                        "group_replication_group_name",
                        "a",
                        "group_replication_single_primary_mode",
                        "ON",
                        "group_replication_consistency",
                        "BEFORE_ON_PRIMARY_FAILOVER"))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseSeveralPrimaries() {
        assertThatThrownBy(() ->
                        check("group_replication_group_name", "a", "group_replication_single_primary_mode", "OFF"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("group_replication_single_primary_mode");
    }

    @Test
    @DisplayName("the store rejects a group whose new primary may not know all committed changes yet")
    void shouldRefuseAnEventualPrimary() {
        assertThatThrownBy(
                        () -> check("group_replication_group_name", "a", "group_replication_consistency", "EVENTUAL"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("BEFORE_ON_PRIMARY_FAILOVER");
    }

    @Test
    void shouldRefuseALogOfStatements() {
        assertThatThrownBy(() -> check("log_bin", "ON", "sync_binlog", "1", "binlog_format", "STATEMENT"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("binlog_format");
    }

    @Test
    void shouldWarnOfALogThatIsNotSynced() {
        try (CapturedLog log = new CapturedLog(ReplicationCheck.class)) {
            check("log_bin", "ON", "sync_binlog", "0");
            assertThat(log.lines()).anyMatch(line -> line.contains("sync_binlog = 0"));
        }
    }
}
