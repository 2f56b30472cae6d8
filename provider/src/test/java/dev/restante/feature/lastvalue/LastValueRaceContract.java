package dev.restante.feature.lastvalue;

import static dev.restante.JmsContract.onOtherThread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Concurrent transactions of several sessions on each node of a store, which send values of shared keys. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class LastValueRaceContract {

    private static final String KEYS = "abcde";
    private static final int SESSIONS = 4;
    private static final int ROUNDS = Integer.getInteger("restante.lastvalue.rounds", 40);

    private final List<RestanteConnectionFactory> nodes = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private RestanteAdmin admin;

    /** Returns the URLs of an empty store, one for each node. */
    abstract List<String> newStoreUrls();

    @BeforeEach
    final void open() throws JMSException {
        for (String url : newStoreUrls()) {
            RestanteConnectionFactory node = new RestanteConnectionFactory(url);
            node.setLingerDuration(Duration.ZERO);
            nodes.add(node);
            connections.add(node.createConnection());
        }
        admin = nodes.get(0).admin();
        admin.createQueue("values", QueueOptions.defaults().withLastValueKey(LastValueFixture.KEY));
    }

    @AfterEach
    final void close() throws JMSException {
        admin.close();
        for (Connection connection : connections) {
            connection.close();
        }
        for (RestanteConnectionFactory node : nodes) {
            node.close();
        }
    }

    @Test
    @DisplayName("LVQ-01 LVQ-04 after concurrent transactions that send values of shared keys, each key has one value")
    void shouldKeepOneValueOfEachKey() throws Exception {
        List<CompletableFuture<Boolean>> senders = new ArrayList<>();
        for (Connection connection : connections) {
            for (int i = 0; i < SESSIONS; i++) {
                Random random = new Random(senders.size());
                senders.add(onOtherThread(() -> send(connection, random)));
            }
        }
        for (CompletableFuture<Boolean> sender : senders) {
            assertThat(sender.get(240, TimeUnit.SECONDS)).isTrue();
        }
        try (Session session = connections.get(0).createSession()) {
            assertThat(LastValueFixture.browse(session, session.createQueue("values")))
                    .extracting(name -> name.substring(0, 1))
                    .containsExactlyInAnyOrder(KEYS.split(""));
        }
        assertThat(admin.statistics("values").available()).isEqualTo(KEYS.length());
    }

    private static boolean send(Connection connection, Random random) throws JMSException {
        List<String> keys = new ArrayList<>(Arrays.asList(KEYS.split("")));
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            Queue queue = session.createQueue("values");
            try (MessageProducer producer = session.createProducer(queue)) {
                for (int round = 0; round < ROUNDS; round++) {
                    Collections.shuffle(keys, random);
                    for (String key : keys) {
                        producer.send(LastValueFixture.value(session, key + round));
                    }
                    session.commit();
                }
            }
        }
        return true;
    }
}
