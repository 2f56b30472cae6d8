package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("deferred messages on several nodes")
final class PostgresDeferralTest {

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture broker =
            new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = broker.node;
    private final Entity queue = broker.queue("q");

    @AfterEach
    void close() {
        broker.close();
    }

    private List<InFlightDelivery> receive(BrokerNode node, long number, ReceiverOptions receiver) {
        return node.deferredMessages().receive(queue, List.of(number), receiver, null);
    }

    /** Sends a message, defers it on this node, and returns its sequence number. */
    private long deferred(TestMessage mail, ReceiverOptions receiver) {
        broker.send(queue, mail);
        try (Receiver open = here.openReceiver(queue, receiver, () -> {})) {
            InFlightDelivery delivery = open.pollOrFetch();
            assertThat(delivery).isNotNull();
            here.settler().defer(delivery, Map.of());
            return delivery.sequenceNumber();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("DEF-03 only the session that has accepted a group receives its deferred messages")
    void shouldKeepThemForTheGroup(ReceiveMode lockMode) {
        MessageGroup group = here.messageGroups().accept(queue, "g");
        ReceiverOptions holder = new ReceiverOptions(ReceiveMode.LOCK_DURATION, null, group.participant());
        long number = deferred(TestMessage.of("m").properties(Map.of("JMSXGroupID", "g")), holder);
        try (BrokerNode there = broker.open()) {
            ReceiverOptions other = new ReceiverOptions(lockMode);
            assertThat(receive(there, number, other)).isEmpty();
            assertThat(receive(here, number, other)).isEmpty();
            List<InFlightDelivery> received = receive(here, number, holder);
            assertThat(received).hasSize(1);
            here.settler().abandon(received.get(0), Map.of(), null);
            assertThat(receive(there, number, other))
                    .as("the message is deferred again")
                    .isEmpty();
            group.close();
            assertThat(receive(there, number, other)).hasSize(1);
        }
    }

    @Test
    @DisplayName("DEF-01 DEF-02 a node receives a message that another node deferred, and a release defers it again")
    void shouldReceiveOnOtherNodes() {
        ReceiverOptions receiver = new ReceiverOptions(ReceiveMode.LOCK_DURATION);
        long number = deferred(TestMessage.of("m"), receiver);
        try (BrokerNode there = broker.open()) {
            InFlightDelivery delivery = receive(there, number, receiver).get(0);
            assertThat(delivery.deliveryCount()).isEqualTo(2);
            assertThat(receive(here, number, receiver))
                    .as("the message while another receiver has it locked")
                    .isEmpty();
            there.settler().release(List.of(delivery));
            broker.consumer(here, queue).assertNothing();
            InFlightDelivery again = receive(here, number, receiver).get(0);
            assertThat(again.deliveryCount()).isEqualTo(3);
            here.settler().undefer(again);
            assertThat(receive(there, number, receiver)).isEmpty();
        }
        assertThat(broker.consumer(here, queue).next().sequenceNumber()).isEqualTo(number);
    }
}
