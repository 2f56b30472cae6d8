package dev.restante.node;

import static dev.restante.node.BrokerFixture.TIMEOUT_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Receiver of one session on one of several nodes. */
final class GroupReceiver implements AutoCloseable {

    final BrokerNode node;
    final Receiver receiver;
    private final Semaphore woken = new Semaphore(0);

    GroupReceiver(BrokerNode node, Entity entity) {
        this(node, entity, new Object());
    }

    GroupReceiver(BrokerNode node, Entity entity, Object party) {
        this.node = node;
        this.receiver = node.openReceiver(
                entity, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED, null, party), woken::release);
    }

    @Nullable
    InFlightDelivery next(long patienceMillis) throws InterruptedException {
        InFlightDelivery delivery = receiver.pollPrefetched();
        while (delivery == null && woken.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
            delivery = receiver.pollPrefetched();
        }
        if (delivery == null) {
            receiver.stopPolling();
        }
        return delivery;
    }

    String nextText() throws InterruptedException {
        InFlightDelivery delivery = next(TIMEOUT_MILLIS);
        assertThat(delivery).isNotNull();
        return BrokerFixture.text(delivery);
    }

    InFlightDelivery next(String text) throws InterruptedException {
        InFlightDelivery delivery = next(TIMEOUT_MILLIS);
        assertThat(delivery).as(text).isNotNull();
        assertThat(BrokerFixture.text(delivery)).isEqualTo(text);
        return delivery;
    }

    void complete(InFlightDelivery delivery) {
        node.settler().complete(List.of(delivery));
    }

    @Override
    public void close() {
        receiver.close();
    }
}
