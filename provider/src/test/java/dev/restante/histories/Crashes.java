package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.Set;

/** What the death of a node does to the messages of the model. */
final class Crashes {

    private Crashes() {}

    /** What a crash leaves open: whether a message that nobody received waited in the memory of the dead process. */
    static void showed(ModelMessage message, int deliveryCount) {
        if (message.maybeSuspect) {
            message.maybeSuspect = false;
            message.suspect = deliveryCount == 2;
        }
    }

    /**
     * The process dies: RCV-07, RCV-13. What was in its hands is delivered again, uncounted so far; but for
     * non-persistent messages (SND-05).
     *
     * @param buffered whether other messages may have been in its memory
     */
    static void crash(QueueModel model, boolean buffered) {
        for (ModelMessage message : model.messages()) {
            if (message.state == State.UNCOMMITTED || (message.state == State.LOCKED && !message.letter.persistent())) {
                message.state = State.GONE;
            } else if (message.state == State.LOCKED) {
                message.state = message.receivedByNumber() ? State.DEFERRED : State.AVAILABLE;
                message.suspect = true;
            } else if (message.state == State.AVAILABLE && buffered && !message.suspect) {
                message.maybeSuspect = true;
            }
        }
        model.settleTime();
    }

    /**
     * Non-persistent messages that did not survive a crash (SND-05).
     *
     * @param left the names of those in the queue
     */
    static void lost(QueueModel model, Set<String> left) {
        model.messages().stream()
                .filter(message -> !message.letter.persistent() && !left.contains(message.name()))
                .filter(message -> message.state != State.DEAD)
                .forEach(message -> message.state = State.GONE);
    }
}
