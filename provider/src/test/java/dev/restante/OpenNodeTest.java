package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the open node of a factory")
class OpenNodeTest {

    private final AtomicBoolean down = new AtomicBoolean();

    private DataSource database() {
        JDBCDataSource real = new JDBCDataSource();
        real.setUrl("jdbc:hsqldb:mem:opennode;hsqldb.tx=mvcc;hsqldb.write_delay=false;hsqldb.log_size=0");
        real.setUser("SA");
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection") && down.get()) {
                        throw new SQLException("gone", "08001");
                    }
                    return method.invoke(real, arguments);
                });
    }

    @Test
    @DisplayName("a factory shows its open node without opening one, and a check of the store queries the store")
    void shouldTellAndAsk() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            factory.setStoreTimeout(Duration.ofMillis(100));
            factory.setLingerDuration(Duration.ZERO);
            assertThat(factory.openNode()).isEmpty();
            try (RestanteAdmin admin = factory.admin()) {
                admin.checkStore();
                down.set(true);
                assertThatThrownBy(admin::checkStore)
                        .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                                .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
                assertThat(factory.openNode())
                        .get()
                        .usingRecursiveComparison()
                        .ignoringFields("storeTime")
                        .isEqualTo(admin.node());
                down.set(false);
            }
            factory.close();
            assertThat(factory.openNode()).isEmpty();
        }
    }
}
