package dev.restante.node;

import org.junit.jupiter.api.DisplayName;

@DisplayName("two nodes that share the groups of a queue")
final class PostgresGroupTest extends PostgresGroupContract {

    PostgresGroupTest() {
        super(node -> node.queueAdministration().queue("q", false), (node, options) -> node.queueAdministration()
                .create("q", options));
    }
}
