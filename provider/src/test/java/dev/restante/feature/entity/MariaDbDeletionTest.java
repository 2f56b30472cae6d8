package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("deletion of queues by another node, on MariaDB")
final class MariaDbDeletionTest {

    @Nested
    class Names extends SharedNamesContract {
        Names() throws JMSException {
            super(SharedServer.MARIADB);
        }
    }

    @Nested
    class Messages extends SharedDeletionContract {
        Messages() throws JMSException {
            super(SharedServer.MARIADB);
        }
    }

    @Nested
    class Locks extends SharedDeletionLockContract {
        Locks() throws JMSException {
            super(SharedServer.MARIADB, "LOCK IN SHARE MODE");
        }
    }
}
