package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class RedriveJobCommandsContract extends CommandLineContract {

    private void deadLetter(String... texts) {
        for (String text : texts) {
            prompt.ok("send", "orders", text);
            prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        }
    }

    @Test
    @DisplayName("BEY-07 commands start, list and cancel a background redrive")
    void shouldRedriveInTheBackground() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "repair");
        deadLetter("a", "b");
        Object begun = prompt.json("redrive", "orders", "--to", "repair", "--rate", "0.001", "--background");
        String id = (String) at(begun, "id");
        assertThat(at(begun, "queue")).isEqualTo("orders/$DeadLetterQueue");
        assertThat(at(begun, "target")).isEqualTo("repair");
        assertThat(at(begun, "total")).isEqualTo(new BigDecimal(2));
        assertThat(at(prompt.json("redrive-jobs", "list"), 0, "state")).isEqualTo("RUNNING");
        assertThat(prompt.ok("redrive-jobs", "list").out()).contains(id, "RUNNING", "repair");
        assertThat(prompt.ok("redrive-jobs", "cancel", id).out())
                .isEqualTo("cancelled job " + id + System.lineSeparator());
        assertThat(at(prompt.json("redrive-jobs", "list"), 0, "state")).isEqualTo("CANCELLED");
        assertThat(prompt.fails(3, "redrive-jobs", "cancel", id).err()).contains("no running redrive job " + id);
        assertThat(prompt.ok("redrive", "orders", "--background").out()).startsWith("job ");
        prompt.fails(3, "redrive", "orders", "--to", "none", "--background");
    }
}
