package dev.restante.store.jdbc.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("lookup of JDBC drivers")
final class JdbcDriverTest {

    @Test
    @DisplayName("a driver on the class path of Restante is found even if it is not registered")
    void shouldFindWhatNobodyRegistered() throws Exception {
        List<Driver> registered = new ArrayList<>(Collections.list(DriverManager.getDrivers()));
        for (Driver each : registered) {
            DriverManager.deregisterDriver(each);
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:unregistered");
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), "a");
            assertThat(JdbcDriver.find("jdbc:postgresql://localhost/any")
                            .getClass()
                            .getName())
                    .isEqualTo("org.postgresql.Driver");
        } finally {
            for (Driver each : registered) {
                DriverManager.registerDriver(each);
            }
        }
    }

    @Test
    @DisplayName("the lookup fails for a URL that no driver accepts")
    void shouldMiss() {
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> JdbcDriver.find("jdbc:nothing:any"));
    }
}
