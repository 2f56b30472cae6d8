package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of the commands on policies. */
abstract class PolicyCommandsContract extends CommandLineContract {

    @Test
    @DisplayName("POL-06 an administrator sets, lists, shows and removes policies")
    void shouldAdministerPolicies() {
        prompt.ok("queue", "create", "orders.eu");
        assertThat(prompt.ok("policy", "set", "orders.#", "--max-delivery-count", "3", "--lock-duration", "1m")
                        .out())
                .startsWith("set policy orders.#, which changed the options of 1 entity");
        prompt.ok("policy", "set", "orders.#", "--kind", "dead-letter-queues", "--default-time-to-live", "1d");
        Object policies = prompt.json("policy", "list");
        assertThat(at(policies, 0, "kind")).isEqualTo("queues");
        assertThat(at(policies, 0, "options").toString()).isEqualTo("{lockDuration=PT1M, maxDeliveryCount=3}");
        assertThat(prompt.ok("policy", "list").out())
                .contains("orders.#")
                .contains("lockDuration=PT1M, maxDeliveryCount=3")
                .contains("dead-letter-queues");
        assertThat(at(prompt.json("policy", "show", "orders.#"), "precedence")).isEqualTo(BigDecimal.ZERO);
        assertThat(prompt.ok("policy", "remove", "orders.#").out()).startsWith("removed policy orders.#");
        assertThat(prompt.fails(3, "policy", "remove", "orders.#").err())
                .contains("there is no policy 'orders.#' for queues");
        assertThat(prompt.fails(3, "policy", "show", "news.#").err()).contains("there is no policy 'news.#'");
        assertThat(prompt.json("policy", "list").toString()).contains("dead-letter-queues");
    }

    @Test
    @DisplayName("POL-04 a queue shows where its options come from, and --reset removes its own value")
    void shouldShowOrigins() {
        prompt.ok("policy", "set", "orders.#", "--max-delivery-count", "3");
        prompt.ok("queue", "create", "orders.eu", "--max-delivery-count", "4", "--lock-duration", "2m");
        Object own = prompt.json("queue", "show", "orders.eu");
        assertThat(at(own, "origins").toString()).isEqualTo("{lockDuration=own value, maxDeliveryCount=own value}");
        prompt.ok("queue", "alter", "orders.eu", "--reset", "max-delivery-count");
        Object inherited = prompt.json("queue", "show", "orders.eu");
        assertThat(at(inherited, "options", "maxDeliveryCount")).isEqualTo(new BigDecimal(3));
        assertThat(at(inherited, "origins", "maxDeliveryCount")).isEqualTo("policy orders.#");
        prompt.ok("queue", "alter", "orders.eu", "--max-in-flight", "7");
        assertThat(at(prompt.json("queue", "show", "orders.eu"), "origins", "maxDeliveryCount"))
                .isEqualTo("policy orders.#");
    }

    @Test
    @DisplayName("POL-05 a contradiction ends with a text that names the entity and the policy")
    void shouldRefuseContradictions() {
        prompt.ok("queue", "create", "orders.last", "--last-value-key", "key");
        assertThat(prompt.fails(2, "policy", "set", "orders.#", "--groups-required")
                        .err())
                .contains("'orders.last'")
                .contains("'orders.#'");
        assertThat(prompt.fails(2, "policy", "set", "orders.#", "--kind", "queue")
                        .err())
                .contains("dead-letter-queues");
    }
}
