package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Set;

/** Entities that go when nobody uses them, and the passing of time. */
abstract class IdleFixture extends BrokerContract {

    static final Duration IDLE = Duration.ofMinutes(10);
    static final Duration MILLI = Duration.ofMillis(1);

    static final Duration MARK_IDLE = Duration.ofMinutes(5);

    /** A use is recorded ahead by a tenth of the idle time. */
    static final Duration IDLE_AFTER_USE = Duration.ofMinutes(11);

    static final MessageQuery AVAILABLE = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    private int marks;

    static EntityOptions mortal() {
        return EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, IDLE);
    }

    boolean exists(Entity entity) {
        return broker.node.queueAdministration().current(entity).isPresent();
    }

    /**
     * Lets time go by, and waits until the node has looked for what is idle: after its other entities at one that is.
     */
    void pass(Duration time) {
        if (time.compareTo(MARK_IDLE) < 0) {
            broker.time.advance(time);
            return;
        }
        broker.time.advance(time.minus(MARK_IDLE));
        marks++;
        Entity mark =
                broker.queue("mark" + marks, EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, MARK_IDLE));
        broker.time.advance(MARK_IDLE);
        eventually("what is idle has been looked for", () -> !exists(mark));
    }

    void assertStays(Entity entity, Duration time) {
        pass(time);
        assertThat(exists(entity)).as(entity.name() + " is still there").isTrue();
    }

    void assertGoes(Entity entity, Duration time) {
        broker.time.advance(time);
        eventually(entity.name() + " has gone", () -> !exists(entity));
    }

    void peek(Entity entity, boolean bodies) {
        broker.node.messageAdministration().page(entity, AVAILABLE, null, 10, bodies);
    }
}
