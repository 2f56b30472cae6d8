package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveOptions;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import java.sql.SQLException;

/** Actions of administrators, and ends of nodes. */
final class AdministratorActions {

    private final HistoryRun run;
    private final QueueModel model;
    private final HistoryLog log;

    AdministratorActions(HistoryRun run) {
        this.run = run;
        this.model = run.model;
        this.log = run.log;
    }

    void restart() throws JMSException, SQLException {
        if (run.history.crashes()) {
            crash();
        } else {
            log.beginStep("restart");
            run.store.restart();
            run.historySessions.forEach(run::recordRelease);
        }
        model.receiverClosed = false;
        model.sticky.unassignAll();
        run.receiveActions.forgetLocks();
        run.historySessions.clear();
    }

    private void crash() throws JMSException, SQLException {
        // Messages that were received before may or may not be prefetched, and no statistics show it.
        boolean buffered = model.in(State.AVAILABLE).allMatch(message -> message.deliveryCount == 0);
        if (!buffered) {
            for (HistorySession historySession : run.historySessions.values()) {
                historySession.closeConsumer();
            }
            run.store.awaitIdle();
        }
        log.beginStep(buffered ? "crash" : "crash, without consumers");
        run.store.crash();
        run.uncommitted.forget();
        CrashEffects.apply(model, buffered);
        run.comparison.awaitNoneInFlight();
        CrashEffects.removeLost(model, run.comparison.namesInQueue());
    }

    void alter(HistoryAction.Alter.AlteredOption option, int pick) throws JMSException {
        model.options = History.altered(model.options, option, pick);
        log.beginStep("alter to " + model.options);
        run.entity.alter(run.store.admin(), model.options.toQueueOptions());
        model.processDueEvents();
    }

    void redrive() throws JMSException {
        long dead = model.count(State.DEAD);
        if (dead > 0) {
            log.beginStep("redrive");
            BulkResult result = run.store
                    .admin()
                    .messages(run.entity.name() + ModelComparison.DEAD_LETTER_SUFFIX)
                    .redrive(RedriveOptions.all());
            assertThat(result.processed()).as("redriven").isEqualTo(dead);
            model.redrive();
        }
    }

    void compareContents() throws JMSException {
        log.beginStep("compare the contents");
        run.comparison.awaitContents();
    }
}
