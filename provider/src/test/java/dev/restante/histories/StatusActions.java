package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.RestanteAdmin;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Status of an entity, its changes by an administrator, and its effect on applications (STA-01 to STA-03). */
final class StatusActions {

    private static final String DISABLED = "RESTANTE-ENTITY-DISABLED";
    private static final String PROTECTED = "RESTANTE-ENTITY-PROTECTED";

    private StatusActions() {}

    /** Change of the status by an administrator. */
    record ChangeStatus(StatusCall call) implements HistoryAction {

        /** Calls in the order of complexity. */
        enum StatusCall {
            RESUME,
            PAUSE,
            DISABLE,
            DISABLE_SENDS
        }

        @Override
        public void perform(HistoryRun run) throws JMSException {
            change(run, call);
        }
    }

    /** Protection of the entity from deletion, with an attempt to delete it, or the end of the protection. */
    record ProtectFromDeletion(boolean isProtected) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            protect(run, isProtected);
        }
    }

    private static void change(HistoryRun run, ChangeStatus.StatusCall call) throws JMSException {
        RestanteAdmin admin = run.admin();
        String name = run.entity.name();
        EntityStatus before = run.model.options.status();
        EntityStatus expected =
                switch (call) {
                    case RESUME -> EntityStatus.ACTIVE;
                    case PAUSE -> allowsSends(before) ? EntityStatus.RECEIVE_DISABLED : EntityStatus.DISABLED;
                    case DISABLE -> EntityStatus.DISABLED;
                    case DISABLE_SENDS -> EntityStatus.SEND_DISABLED;
                };
        if (!run.nodes.mayChange(run.model.options)) {
            return;
        }
        run.log.beginStep(call.toString());
        run.model.options = run.model.options.withStatus(expected);
        switch (call) {
            case RESUME -> assertThat(admin.resume(name)).as("status").isEqualTo(expected);
            case PAUSE -> assertThat(admin.pause(name)).as("status").isEqualTo(expected);
            case DISABLE -> assertThat(admin.disable(name)).as("status").isEqualTo(expected);
            case DISABLE_SENDS -> run.entity.alter(admin, run.policies.ownOptions());
        }
        run.nodes.optionsChanged();
        // The node returns its prefetched messages, and fetches them again later.
        if (!allowsReceives(run.model)) {
            run.model.receiverClosed = true;
        }
        run.store.awaitIdle();
    }

    private static void protect(HistoryRun run, boolean isProtected) throws JMSException {
        if (!run.nodes.mayChange(run.model.options)) {
            return;
        }
        run.log.beginStep(isProtected ? "protect from deletion, and try to delete" : "do not protect from deletion");
        run.model.options = run.model.options.withDeletionProtected(isProtected);
        run.entity.alter(run.admin(), run.policies.ownOptions());
        run.nodes.optionsChanged();
        if (isProtected) {
            ErrorCodeCheck.succeeds("delete", PROTECTED, () -> run.entity.delete(run.admin()));
        }
    }

    private static boolean allowsSends(EntityStatus status) {
        return status == EntityStatus.ACTIVE || status == EntityStatus.RECEIVE_DISABLED;
    }

    /** Returns whether receivers get messages. */
    static boolean allowsReceives(QueueModel model) {
        EntityStatus status = model.options.status();
        return status == EntityStatus.ACTIVE || status == EntityStatus.SEND_DISABLED;
    }

    /** Returns the code with which a send is rejected, or null. */
    static @Nullable String sendErrorCode(HistoryRun run) {
        return run.entity.statusCanRejectSends() && !allowsSends(run.model.options.status()) ? DISABLED : null;
    }

    /** Returns the code with which a resubmission to the queue or subscription is rejected, or null. */
    static @Nullable String resubmitErrorCode(QueueModel model) {
        return allowsSends(model.options.status()) ? null : DISABLED;
    }

    /** Returns the code with which a receive by number is rejected, or null. */
    static @Nullable String receiveByNumberErrorCode(QueueModel model) {
        return allowsReceives(model) ? null : DISABLED;
    }
}
