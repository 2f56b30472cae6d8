package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class GroupCommandsContract extends CommandLineContract {

    @Test
    @DisplayName("GRP-08 queue groups lists groups in pages, and reports when the read limit left messages unread")
    void shouldListGroupsOfQueue() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "1", "--group-id", "a");
        prompt.ok("send", "orders", "2", "--group-id", "a");
        prompt.ok("send", "orders", "3", "--group-id", "b");
        Object page = prompt.json("queue", "groups", "orders");
        assertThat((List<?>) at(page, "groups")).hasSize(2);
        assertThat(at(page, "groups", 0, "group")).isEqualTo("a");
        assertThat(at(page, "groups", 0, "available")).isEqualTo(BigDecimal.valueOf(2));
        assertThat(at(page, "groups", 0, "assigned")).isEqualTo(false);
        assertThat(at(page, "next")).isNull();
        assertThat(at(page, "complete")).isEqualTo(true);
        assertThat(prompt.ok("queue", "groups", "orders", "--max-reads", "0").out())
                .contains("GROUP", "IN FLIGHT");
        assertThat(prompt.run("queue", "groups", "orders", "-n", "1").err()).contains("more: --after a");
        Object second = prompt.json("queue", "groups", "orders", "--after", "a");
        assertThat(at(second, "groups", 0, "group")).isEqualTo("b");
        assertThat(prompt.run("queue", "groups", "orders", "--max-reads", "1").err())
                .contains("--max-reads 0");
        prompt.fails(2, "queue", "groups", "orders", "--count", "0");
        prompt.fails(2, "queue", "groups", "orders", "--max-reads", "-1");
        prompt.fails(3, "queue", "groups", "nowhere");
    }

    @Test
    @DisplayName("GRP-05, GRP-08 subscription groups lists the groups of a subscription")
    void shouldListGroupsOfSubscription() {
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "archive", "--shared");
        prompt.ok("send", "news", "1", "--topic", "--group-id", "a");
        Object page = prompt.json("subscription", "groups", "news/Subscriptions/:archive");
        assertThat(at(page, "groups", 0, "group")).isEqualTo("a");
    }
}
