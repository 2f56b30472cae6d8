package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("names of queues on two nodes of one PostgreSQL")
final class PostgresNamesTest extends SharedNamesContract {

    PostgresNamesTest() throws JMSException {
        super(SharedServer.POSTGRES);
    }
}
