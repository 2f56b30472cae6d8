package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * Deletion of queues by another node on MySQL, without the tests of locks. Batches wait briefly for a deletion, because
 * MySQL has another syntax for skipping locked rows.
 */
@DisplayName("deletion of queues by another node, on MySQL")
final class MySqlDeletionTest {

    @Nested
    class Names extends SharedNamesContract {
        Names() throws JMSException {
            super(SharedServer.MYSQL);
        }
    }

    @Nested
    class Messages extends SharedDeletionContract {
        Messages() throws JMSException {
            super(SharedServer.MYSQL);
        }
    }
}
