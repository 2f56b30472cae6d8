package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.store.jdbc.StoreOpening;
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
            new BrokerFixture(() -> StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = broker.node;
    private final Entity queue = broker.queue("q");

    @AfterEach
    void close() {
        broker.close();
    }

    private List<HeldDelivery> receive(BrokerNode node, long number, ReceiverOptions receiver) {
        return node.deferredMessages().receive(queue, List.of(number), receiver, null);
    }

    /** Sends a message and defers it here; returns its number. */
    private long deferred(Mail mail, ReceiverOptions receiver) {
        broker.send(queue, mail);
        try (Receiver open = here.openReceiver(queue, receiver, () -> {})) {
            HeldDelivery held = open.pollNow();
            assertThat(held).isNotNull();
            here.settlement().defer(held, Map.of());
            return held.sequenceNumber();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("DEF-03 while a node has accepted a group, no other node receives its deferred messages")
    void shouldKeepThemForTheGroup(Hold hold) {
        MessageGroup group = here.messageGroups().accept(queue, "g");
        ReceiverOptions holder = new ReceiverOptions(Hold.LOCK_DURATION, null, group.party());
        long number = deferred(Mail.of("m").properties(Map.of("JMSXGroupID", "g")), holder);
        try (BrokerNode there = broker.open()) {
            ReceiverOptions other = new ReceiverOptions(hold);
            assertThat(receive(there, number, other)).isEmpty();
            assertThat(receive(here, number, other)).isEmpty();
            List<HeldDelivery> received = receive(here, number, holder);
            assertThat(received).hasSize(1);
            here.settlement().abandon(received.get(0), Map.of(), null);
            assertThat(receive(there, number, other)).as("deferred again").isEmpty();
            group.close();
            assertThat(receive(there, number, other)).hasSize(1);
        }
    }

    @Test
    @DisplayName("DEF-01 DEF-02 what one node defers another receives, and has it deferred again for the first")
    void shouldReceiveOnOtherNodes() {
        ReceiverOptions receiver = new ReceiverOptions(Hold.LOCK_DURATION);
        long number = deferred(Mail.of("m"), receiver);
        try (BrokerNode there = broker.open()) {
            HeldDelivery held = receive(there, number, receiver).get(0);
            assertThat(held.deliveryCount()).isEqualTo(2);
            assertThat(receive(here, number, receiver)).as("somebody has it").isEmpty();
            there.settlement().release(List.of(held));
            broker.consumer(here, queue).assertNothing();
            HeldDelivery again = receive(here, number, receiver).get(0);
            assertThat(again.deliveryCount()).isEqualTo(3);
            here.settlement().undefer(again);
            assertThat(receive(there, number, receiver)).isEmpty();
        }
        assertThat(broker.consumer(here, queue).next().sequenceNumber()).isEqualTo(number);
    }
}
