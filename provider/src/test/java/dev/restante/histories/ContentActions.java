package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Removal, repetition and deletion of messages by an administrator, beside the traffic of applications. */
final class ContentActions {

    /** States of the messages that a purge without a state removes. */
    static final Set<State> PURGED = EnumSet.of(State.AVAILABLE, State.SCHEDULED, State.DEFERRED);

    private ContentActions() {}

    /** Purge of the queue or of its dead-letter queue (BEY-04). */
    record Purge(PurgedMessages purged) implements HistoryAction {

        /** Purged messages, in the order of complexity. */
        enum PurgedMessages {
            ALL,
            DEAD_LETTERS,
            RED
        }

        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            // The number of purged messages must be certain.
            run.nodes.use(run.nodes.administratorNode());
            run.nodes.learnReplacedValues();
            if (!run.nodes.mayCallBothNodes()
                    || run.model.in(State.AVAILABLE).anyMatch(run.model::isDeliveredTooOften)) {
                return;
            }
            run.log.beginStep("purge " + purged + ": ");
            String name = purged == PurgedMessages.DEAD_LETTERS ? run.entity.deadLetterQueue() : run.entity.name();
            MessageFilter filter = purged == PurgedMessages.RED
                    ? MessageFilter.all().withSelector(SessionKind.RED_SELECTOR)
                    : MessageFilter.all();
            long expected = run.model.purge(
                    purged == PurgedMessages.DEAD_LETTERS ? Set.of(State.DEAD) : PURGED,
                    message -> purged != PurgedMessages.RED || "red".equals(message.colour()));
            purge(run, name, filter, expected);
        }
    }

    /** Purges messages, and checks their number. */
    static void purge(HistoryRun run, String name, MessageFilter filter, long expected)
            throws JMSException, SQLException {
        run.log.append(expected + " messages");
        assertThat(run.nodes.callBothNodes(
                        () -> run.admin().messages(name).purge(filter).processed()))
                .as("purged messages")
                .isEqualTo(expected);
    }

    /** Resubmission of a dead letter, which becomes red where that is possible (BEY-08). */
    record Resubmit(int pick) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.nodes.use(run.nodes.administratorNode());
            // A resubmitted copy of a repeated send would have a new name.
            List<ModelMessage> dead = run.model
                    .in(State.DEAD)
                    .filter(message -> !message.isCopyOfRepeatedSend())
                    .toList();
            if (dead.isEmpty()) {
                return;
            }
            ModelMessage message = dead.get(pick % dead.size());
            boolean edited = run.history.kind().canEditColour();
            run.log.beginStep("resubmit " + message.name());
            long sequenceNumber = run.comparison.sequenceNumberOfDeadLetter(message.name());
            MessageFilter filter = MessageFilter.all().withSequenceNumber(sequenceNumber);
            MessageEdit edit = edited ? MessageEdit.none().withProperty("colour", "red") : MessageEdit.none();
            if (ErrorCodeCheck.succeeds(
                    "resubmit", StatusActions.resubmitErrorCode(run.model), () -> assertThat(run.admin()
                                    .messages(run.entity.deadLetterQueue())
                                    .resubmit(filter, edit, done -> true)
                                    .processed())
                            .as("resubmitted messages")
                            .isEqualTo(1))) {
                run.model.resubmit(message, edited ? message.spec.withRed() : message.spec);
            } else {
                run.log.append(": rejected");
            }
        }
    }

    /**
     * Deletion of the entity with all its messages, and creation of an entity with the same name (SND-11). Consumers
     * are closed and sends rolled back before, and the sessions are used further.
     */
    record Recreate() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            if (run.model.options.deletionProtected()) {
                return;
            }
            run.nodes.heartbeat();
            run.log.beginStep("delete and create the entity");
            for (HistorySession historySession : run.historySessions.values()) {
                historySession.closeConsumer();
            }
            HistorySession transacted = run.historySessions.get(SessionKind.TRANSACTED);
            if (transacted != null) {
                transacted.session().rollback();
                run.recordRelease(SessionKind.TRANSACTED, transacted);
            }
            run.completeLastReceived();
            run.entity.delete(run.admin());
            run.entity.create(run.admin(), run.policies.ownOptions());
            run.model.recreate();
            run.second.topicDeleted();
            run.nodes.entityRecreated();
        }
    }
}
