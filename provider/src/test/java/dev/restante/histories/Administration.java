package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveOptions;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import java.sql.SQLException;

/** Actions of administrators, and ends of nodes. */
final class Administration {

    private final HistoryRun run;
    private final QueueModel model;
    private final HistoryLog log;

    Administration(HistoryRun run) {
        this.run = run;
        this.model = run.model;
        this.log = run.log;
    }

    void restart() throws JMSException, SQLException {
        if (run.history.crashes()) {
            crash();
        } else {
            log.say("restart");
            run.store.restart();
            run.members.forEach(run::gaveBack);
        }
        model.receiverClosed = false;
        model.sticky.allClosed();
        run.receiving.forgetLocks();
        run.members.clear();
    }

    private void crash() throws JMSException, SQLException {
        // Messages that were received before may or may not be prefetched, and no statistics show it.
        boolean buffered = model.in(State.AVAILABLE).allMatch(message -> message.deliveryCount == 0);
        if (!buffered) {
            for (Member member : run.members.values()) {
                member.closeConsumer();
            }
            run.store.awaitIdle();
        }
        log.say(buffered ? "crash" : "crash, without consumers");
        run.store.crash();
        run.uncommitted.forget();
        Crashes.crash(model, buffered);
        run.comparison.awaitNoneInFlight();
        Crashes.lost(model, run.comparison.namesInQueue());
    }

    void alter(Action.Alter.Option option, int pick) throws JMSException {
        model.options = History.altered(model.options, option, pick);
        log.say("alter to " + model.options);
        run.place.alter(run.store.admin(), model.options.forQueue());
        model.settleTime();
    }

    void redrive() throws JMSException {
        long dead = model.count(State.DEAD);
        if (dead > 0) {
            log.say("redrive");
            BulkResult result = run.store
                    .admin()
                    .messages(run.place.name() + Comparison.DEAD_LETTERS)
                    .redrive(RedriveOptions.all());
            assertThat(result.processed()).as("redriven").isEqualTo(dead);
            model.redrive();
        }
    }

    void look() throws JMSException {
        log.say("look");
        run.comparison.awaitContents();
    }
}
