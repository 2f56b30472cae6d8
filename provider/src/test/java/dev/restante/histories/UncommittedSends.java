package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.ArrayList;
import java.util.List;

/** Sends of an uncommitted transaction. */
final class UncommittedSends {

    private final HistoryRun run;
    private final QueueModel model;
    private final List<UncommittedSend> sends = new ArrayList<>();

    private record UncommittedSend(ModelMessage message, long sentAtMillis, long windowMillis) {}

    UncommittedSends(HistoryRun run) {
        this.run = run;
        this.model = run.model;
    }

    void add(ModelMessage message, long windowMillis) {
        sends.add(new UncommittedSend(message, model.nowMillis(), windowMillis));
    }

    /** Returns whether it is uncertain if one of the messages is a duplicate. */
    boolean inDoubt() {
        return sends.stream()
                .anyMatch(send -> model.duplicates.inDoubt(send.message(), send.sentAtMillis(), model.nowMillis()));
    }

    void commit() {
        model.beginCommit();
        for (UncommittedSend send : sends) {
            run.commit(send.message(), send.sentAtMillis(), send.windowMillis());
        }
        sends.clear();
    }

    void rollBack() {
        sends.forEach(send -> send.message().state = State.GONE);
        sends.clear();
    }

    /** Forgets the sends, because their process has died. */
    void forget() {
        sends.clear();
    }
}
