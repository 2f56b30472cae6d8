package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("deletion of queues by another node, on PostgreSQL")
final class PostgresDeletionTest {

    @Nested
    class Names extends SharedNamesContract {
        Names() throws JMSException {
            super(SharedServer.POSTGRES);
        }
    }

    @Nested
    class Messages extends SharedDeletionContract {
        Messages() throws JMSException {
            super(SharedServer.POSTGRES);
        }
    }

    @Nested
    class Locks extends SharedDeletionLockContract {
        Locks() throws JMSException {
            super(SharedServer.POSTGRES, "FOR KEY SHARE");
        }
    }
}
