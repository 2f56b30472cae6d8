package dev.restante.jta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jta.WatchedResource.Call;
import dev.restante.testing.pool.PostgresDatabasePool;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("transactions with Narayana, on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresJtaTest extends JtaContract {

    @Override
    String newStoreUrl() {
        return PostgresDatabasePool.borrow();
    }

    @Test
    @DisplayName("XA-07 two nodes of one store form two branches, which are both prepared and committed")
    void shouldPrepareBothNodes() throws Exception {
        send(session, in, key);
        List<Call> calls = new ArrayList<>();
        try (RestanteXAConnectionFactory otherNode = new RestanteXAConnectionFactory(url + "&ApplicationName=other");
                XAConnection otherConnection = otherNode.createXAConnection()) {
            XASession other = otherConnection.createXASession();
            transactions.begin();
            enlist(
                    new WatchedResource(session.getXAResource(), calls::add),
                    new WatchedResource(other.getXAResource(), calls::add));
            send(other, out, receive(session, in));
            transactions.commit();
        }
        assertThat(calls).filteredOn(Call.PREPARE::equals).hasSize(2);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly(key + " 0");
    }
}
