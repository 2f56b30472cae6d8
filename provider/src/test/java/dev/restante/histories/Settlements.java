package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Settlements of messages under peek-locks, in the product and in the model. */
final class Settlements {

    private static final Duration DELAY = Duration.ofMillis(4_001);
    private static final Duration VISIBILITY = Duration.ofMillis(7_001);
    private static final String REASON = "Because";

    private final QueueModel model;

    Settlements(QueueModel model) {
        this.model = model;
    }

    /** Settles a message in the product. */
    void carryOut(Action.Settle.Way way, PeekLock lock) throws JMSException {
        switch (way) {
            case COMPLETE -> lock.complete();
            case ABANDON -> lock.abandon();
            case ABANDON_WITH_DELAY -> lock.abandon(Map.of(), DELAY);
            case DEAD_LETTER -> lock.deadLetter(REASON, null, Map.of());
            case DEFER -> lock.defer();
            case UNDEFER -> lock.undefer();
            case RENEW ->
                assertThat(lock.renew())
                        .as("renewed until")
                        .isEqualTo(Instant.ofEpochMilli(model.nowMillis() + model.options.lockMillis()));
            case CHANGE_VISIBILITY -> lock.changeVisibility(VISIBILITY);
            case END_VISIBILITY -> lock.changeVisibility(Duration.ZERO);
        }
    }

    /** Settles a message in the model, and returns false if the model rejects that. */
    boolean follow(Action.Settle.Way way, ModelHold hold) {
        if (way == Action.Settle.Way.COMPLETE) {
            return model.complete(hold);
        }
        if (!model.isValid(hold)) {
            return false;
        }
        switch (way) {
            case COMPLETE -> throw new AssertionError(way);
            case ABANDON -> model.abandon(hold, model.options.backOffAfter(hold.countAfterwards));
            case ABANDON_WITH_DELAY -> model.abandon(hold, DELAY.toMillis());
            case DEAD_LETTER -> model.deadLetter(hold, REASON);
            case DEFER -> model.defer(hold);
            case UNDEFER -> model.undefer(hold);
            case RENEW -> hold.endsAtMillis = model.nowMillis() + model.options.lockMillis();
            case CHANGE_VISIBILITY -> hold.endsAtMillis = model.nowMillis() + VISIBILITY.toMillis();
            // The message is available immediately, without back-off (VIS-03).
            case END_VISIBILITY -> model.abandon(hold, 0);
        }
        return true;
    }
}
