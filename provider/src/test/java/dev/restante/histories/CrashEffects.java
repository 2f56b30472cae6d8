package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;

/** Effect of the death of a node on the messages of the model. */
final class CrashEffects {

    private CrashEffects() {}

    /**
     * Resolves an uncertainty after a crash: whether a message that was not received was prefetched by the dead
     * process.
     */
    static void resolveSuspect(ModelMessage message, int deliveryCount) {
        if (message.maybeSuspect) {
            message.maybeSuspect = false;
            message.suspect = deliveryCount == 2;
        }
    }

    /**
     * Applies the death of the process: RCV-07, RCV-13. Locked messages are delivered again, and this delivery is not
     * counted yet. Non-persistent messages may be lost (SND-05).
     *
     * @param dead the sessions of the process
     * @param buffered true if other messages may have been prefetched
     */
    static void apply(QueueModel model, Collection<SessionKind> dead, boolean buffered) {
        for (ModelMessage message : model.messages()) {
            boolean locked = message.state == State.LOCKED
                    && dead.contains(Objects.requireNonNull(message.lastDelivery).sessionKind);
            boolean uncommitted = message.state == State.UNCOMMITTED && dead.contains(SessionKind.TRANSACTED);
            if (uncommitted || (locked && !message.spec.persistent())) {
                message.state = State.GONE;
            } else if (locked) {
                message.state = message.receivedByNumber() ? State.DEFERRED : State.AVAILABLE;
                message.suspect = true;
                LastValues.dropIfReplaced(message);
            } else if (message.state == State.AVAILABLE && buffered && !message.suspect) {
                message.maybeSuspect = true;
            }
        }
        model.processDueEvents();
    }

    /**
     * Removes non-persistent messages that did not survive a crash (SND-05).
     *
     * @param left the names of the messages in the queue
     */
    static void removeLost(QueueModel model, Set<String> left) {
        model.messages().stream()
                .filter(message -> !message.spec.persistent() && !left.contains(message.name()))
                .filter(message -> message.state != State.DEAD)
                .forEach(message -> message.state = State.GONE);
    }
}
