package dev.restante.feature.entity;

import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("names of queues on two nodes of one MariaDB")
final class MariaDbNamesTest extends SharedNamesContract {

    MariaDbNamesTest() throws JMSException {
        super(SharedServer.MARIADB);
    }
}
