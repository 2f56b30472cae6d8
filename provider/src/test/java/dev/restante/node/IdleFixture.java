package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Set;

abstract class IdleFixture extends BrokerContract {

    static final Duration IDLE = Duration.ofMinutes(10);
    static final Duration MILLI = Duration.ofMillis(1);

    static final Duration IDLE_OF_MARK = Duration.ofMinutes(5);

    /** Idle time after a use, because a use is recorded ahead by a tenth of the idle time. */
    static final Duration IDLE_AFTER_USE = Duration.ofMinutes(11);

    static final MessageQuery AVAILABLE = new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);

    private int marks;

    static EntityOptions deletedWhenIdle() {
        return EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, IDLE);
    }

    boolean exists(Entity entity) {
        return broker.node.queueAdministration().current(entity).isPresent();
    }

    /** Lets time pass, and waits until the node has checked for idle entities. It checks the mark queue last. */
    void pass(Duration time) {
        if (time.compareTo(IDLE_OF_MARK) < 0) {
            broker.time.advance(time);
            return;
        }
        broker.time.advance(time.minus(IDLE_OF_MARK));
        marks++;
        Entity mark =
                broker.queue("mark" + marks, EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, IDLE_OF_MARK));
        broker.time.advance(IDLE_OF_MARK);
        eventually("the search for idle entities has deleted the mark queue", () -> !exists(mark));
    }

    void assertKeptFor(Entity entity, Duration time) {
        pass(time);
        assertThat(exists(entity)).as(entity.name() + " exists").isTrue();
    }

    void assertDeletedAfter(Entity entity, Duration time) {
        broker.time.advance(time);
        eventually(entity.name() + " is deleted", () -> !exists(entity));
    }

    void peek(Entity entity, boolean bodies) {
        broker.node.messageAdministration().messages(entity, AVAILABLE, null, 10, bodies);
    }
}
