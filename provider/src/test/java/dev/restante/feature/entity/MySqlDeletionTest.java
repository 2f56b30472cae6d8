package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Without the locks: batches wait for a deletion for a moment, because MySQL's word for passing over it differs. */
@DisplayName("queues that another node deletes, on MySQL")
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
