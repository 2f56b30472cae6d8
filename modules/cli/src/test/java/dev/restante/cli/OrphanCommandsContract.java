package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class OrphanCommandsContract extends CommandLineContract {

    @Test
    @DisplayName("BEY-09 without orphaned messages the list is empty, and moves and removals exit with 3")
    void shouldFindNoOrphans() {
        prompt.ok("queue", "create", "orders");
        assertThat((List<?>) prompt.json("orphans", "list")).isEmpty();
        assertThat(prompt.fails(3, "orphans", "move", "4711", "orders").err()).contains("4711");
        assertThat(prompt.fails(3, "orphans", "remove", "4711").err()).contains("4711");
        prompt.fails(2, "orphans", "remove", "orders");
    }
}
