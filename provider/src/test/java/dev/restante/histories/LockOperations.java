package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Operations on messages under peek-locks, in the product and in the model. */
final class LockOperations {

    private static final Duration DELAY = Duration.ofMillis(4_001);
    private static final Duration VISIBILITY = Duration.ofMillis(7_001);
    private static final String REASON = "Because";

    private final QueueModel model;

    LockOperations(QueueModel model) {
        this.model = model;
    }

    /** Settles a message in the product. */
    void performInProvider(HistoryAction.Settle.LockOperation operation, PeekLock lock) throws JMSException {
        switch (operation) {
            case COMPLETE -> lock.complete();
            case ABANDON -> lock.abandon();
            case ABANDON_WITH_DELAY -> lock.abandon(Map.of(), DELAY);
            case DEAD_LETTER -> lock.deadLetter(REASON, null, Map.of());
            case DEFER -> lock.defer();
            case UNDEFER -> lock.undefer();
            case RENEW ->
                assertThat(lock.renew())
                        .as("end of the renewed lock")
                        .isEqualTo(Instant.ofEpochMilli(model.nowMillis() + model.options.lockMillis()));
            case CHANGE_VISIBILITY -> lock.changeVisibility(VISIBILITY);
            case END_VISIBILITY -> lock.changeVisibility(Duration.ZERO);
        }
    }

    /** Settles a message in the model, and returns false if the model rejects that. */
    boolean performInModel(HistoryAction.Settle.LockOperation operation, ModelDelivery delivery) {
        if (operation == HistoryAction.Settle.LockOperation.COMPLETE) {
            return model.complete(delivery);
        }
        if (!model.isValid(delivery)) {
            return false;
        }
        switch (operation) {
            case COMPLETE -> throw new AssertionError(operation);
            case ABANDON -> model.abandon(delivery, model.options.backOffAfter(delivery.deliveryCountAfterRelease));
            case ABANDON_WITH_DELAY -> model.abandon(delivery, DELAY.toMillis());
            case DEAD_LETTER -> model.deadLetter(delivery, REASON);
            case DEFER -> model.defer(delivery);
            case UNDEFER -> model.undefer(delivery);
            case RENEW -> delivery.lockedUntilMillis = model.nowMillis() + model.options.lockMillis();
            case CHANGE_VISIBILITY -> delivery.lockedUntilMillis = model.nowMillis() + VISIBILITY.toMillis();
            // The message is available immediately, without back-off (VIS-03).
            case END_VISIBILITY -> model.abandon(delivery, 0);
        }
        return true;
    }
}
