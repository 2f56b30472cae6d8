package dev.restante.node;

import static dev.restante.node.BrokerFixture.PATIENCE_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One session's receiver on one of several nodes. */
final class GroupParty implements AutoCloseable {

    final BrokerNode node;
    final Receiver receiver;
    private final Semaphore woken = new Semaphore(0);

    GroupParty(BrokerNode node, Entity entity) {
        this(node, entity, new Object());
    }

    /** A receiver of the session that has accepted a group. */
    GroupParty(BrokerNode node, Entity entity, Object party) {
        this.node = node;
        this.receiver = node.openReceiver(
                entity, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED, null, party), woken::release);
    }

    @Nullable
    HeldDelivery next(long patienceMillis) throws InterruptedException {
        HeldDelivery held = receiver.poll();
        while (held == null && woken.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
            held = receiver.poll();
        }
        if (held == null) {
            receiver.pause();
        }
        return held;
    }

    String nextText() throws InterruptedException {
        HeldDelivery held = next(PATIENCE_MILLIS);
        assertThat(held).isNotNull();
        return BrokerFixture.text(held);
    }

    HeldDelivery next(String text) throws InterruptedException {
        HeldDelivery held = next(PATIENCE_MILLIS);
        assertThat(held).as(text).isNotNull();
        assertThat(BrokerFixture.text(held)).isEqualTo(text);
        return held;
    }

    void complete(HeldDelivery held) {
        node.settlement().complete(List.of(held));
    }

    @Override
    public void close() {
        receiver.close();
    }
}
