package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveOptions;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.List;

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
        // The other node continues, and must know the latest options.
        run.nodes.heartbeat();
        int node = run.nodes.administratorNode();
        List<SessionKind> ended = run.nodes.sessionKindsOf(node);
        if (run.history.crashes()) {
            crash(node, ended);
        } else {
            log.beginStep("restart of node " + node);
            run.store.restart(node);
            for (SessionKind sessionKind : ended) {
                HistorySession historySession = run.historySessions.get(sessionKind);
                if (historySession != null) {
                    run.recordRelease(sessionKind, historySession);
                }
            }
        }
        model.receiverClosed = run.nodes.enabled();
        for (SessionKind sessionKind : ended) {
            model.sticky.unassign(sessionKind);
            run.receiveActions.forgetLocksOf(sessionKind);
            run.historySessions.remove(sessionKind);
        }
    }

    private void crash(int node, List<SessionKind> ended) throws JMSException, SQLException {
        // Messages that were received before may or may not be prefetched, and no statistics show it.
        boolean buffered = model.in(State.AVAILABLE).allMatch(message -> message.deliveryCount == 0);
        if (!buffered) {
            for (SessionKind sessionKind : ended) {
                HistorySession historySession = run.historySessions.get(sessionKind);
                if (historySession != null) {
                    historySession.closeConsumer();
                }
            }
            run.store.awaitIdle();
        }
        log.beginStep("crash of node " + node + (buffered ? "" : ", without consumers"));
        run.store.crash(node);
        if (ended.contains(SessionKind.TRANSACTED)) {
            run.uncommitted.forget();
        }
        CrashEffects.apply(model, ended, buffered);
        if (!run.nodes.enabled()) {
            run.comparison.awaitNoneInFlight();
            CrashEffects.removeLost(model, run.comparison.namesInQueue());
            run.second.removeLost();
        }
    }

    void alter(HistoryAction.Alter.AlteredOption option, int pick) throws JMSException {
        ModelOptions altered = History.altered(model.options, option, pick);
        if (!run.nodes.mayChange(altered)) {
            return;
        }
        model.options = altered;
        run.policies.setOwn(option);
        log.beginStep("alter to " + model.options);
        run.entity.alter(run.admin(), run.policies.ownOptions());
        run.nodes.optionsChanged();
        model.processDueEvents();
        run.second.topicAltered();
    }

    void redrive() throws JMSException, SQLException {
        run.nodes.use(run.nodes.administratorNode());
        long dead = model.count(State.DEAD);
        if (dead > 0) {
            log.beginStep("redrive");
            BulkResult result =
                    run.admin().messages(run.entity.deadLetterQueue()).redrive(RedriveOptions.all());
            assertThat(result.processed()).as("redriven").isEqualTo(dead);
            model.redrive();
        }
    }

    void compareContents() throws JMSException, SQLException {
        run.nodes.heartbeat();
        run.nodes.learnReplacedValues();
        log.beginStep("compare the contents");
        run.comparison.awaitContents();
        run.second.compareContents();
    }
}
