package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class TransactionCommandsContract extends CommandLineContract {

    private void prepare(byte number) throws Exception {
        PreparedBranch.prepare(application().getUrl(), number);
    }

    @Test
    @DisplayName("XA-11 commands list, commit, roll back and forget branches")
    void shouldDecide() throws Exception {
        prepare((byte) 1);
        prepare((byte) 2);
        Object listed = prompt.json("transaction", "list");
        assertThat((List<?>) listed).hasSize(2);
        assertThat(at(listed, 0, "xid")).isEqualTo("5:01:01");
        assertThat(at(listed, 0, "state")).isEqualTo("PREPARED");
        assertThat(at(listed, 0, "sent")).isEqualTo(BigDecimal.ONE);
        assertThat(at(listed, 0, "received")).isEqualTo(BigDecimal.ZERO);
        assertThat(prompt.ok("transaction", "commit", "5:01:01").out())
                .isEqualTo("committed 5:01:01" + System.lineSeparator());
        assertThat(at(prompt.json("transaction", "rollback", "5:02:01"), "decision"))
                .isEqualTo("rolled back");
        assertThat(prompt.ok("transaction", "list").out()).contains("COMMITTED", "ROLLED_BACK");
        assertThat(prompt.ok("browse", "orders").out().lines()).hasSize(1);
        prompt.fails(4, "transaction", "commit", "5:02:01");
        prompt.ok("transaction", "forget", "5:01:01");
        prompt.ok("transaction", "forget", "5:02:01");
        prompt.fails(3, "transaction", "forget", "5:02:01");
        prompt.fails(2, "transaction", "commit", "nonsense");
    }

    @Test
    @DisplayName("an administrator cannot forget an in-doubt branch")
    void shouldRefuseToForget() throws Exception {
        prepare((byte) 3);
        prompt.fails(4, "transaction", "forget", "5:03:01");
        prompt.ok("transaction", "rollback", "5:03:01");
    }
}
