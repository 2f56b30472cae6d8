package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.RestanteAdmin;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Status of a place, its changes by an administrator, and its effect on applications (STA-01 to STA-03). */
final class Statuses {

    private static final String DISABLED = "RESTANTE-ENTITY-DISABLED";
    private static final String PROTECTED = "RESTANTE-ENTITY-PROTECTED";

    private Statuses() {}

    /** Change of the status by an administrator. */
    record Change(Call call) implements Action {

        /** Calls in the order of complexity. */
        enum Call {
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

    /** Protection of the place from deletion, with an attempt to delete it, or the end of the protection. */
    record Protect(boolean on) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            protect(run, on);
        }
    }

    private static void change(HistoryRun run, Change.Call call) throws JMSException {
        run.log.say(call.toString());
        RestanteAdmin admin = run.store.admin();
        String name = run.place.name();
        EntityStatus before = run.model.options.status();
        EntityStatus expected =
                switch (call) {
                    case RESUME -> EntityStatus.ACTIVE;
                    case PAUSE -> takesSends(before) ? EntityStatus.RECEIVE_DISABLED : EntityStatus.DISABLED;
                    case DISABLE -> EntityStatus.DISABLED;
                    case DISABLE_SENDS -> EntityStatus.SEND_DISABLED;
                };
        run.model.options = run.model.options.withStatus(expected);
        switch (call) {
            case RESUME -> assertThat(admin.resume(name)).as("status").isEqualTo(expected);
            case PAUSE -> assertThat(admin.pause(name)).as("status").isEqualTo(expected);
            case DISABLE -> assertThat(admin.disable(name)).as("status").isEqualTo(expected);
            case DISABLE_SENDS -> run.place.alter(admin, run.model.options.forQueue());
        }
        // The node returns its prefetched messages, and fetches them again later.
        if (!mayReceive(run.model)) {
            run.model.receiverClosed = true;
        }
        run.store.awaitIdle();
    }

    private static void protect(HistoryRun run, boolean on) throws JMSException {
        run.log.say(on ? "protect from deletion, and try to delete" : "do not protect from deletion");
        run.model.options = run.model.options.withDeletionProtected(on);
        run.place.alter(run.store.admin(), run.model.options.forQueue());
        if (on) {
            Refusal.passes("delete", PROTECTED, () -> run.place.delete(run.store.admin()));
        }
    }

    private static boolean takesSends(EntityStatus status) {
        return status == EntityStatus.ACTIVE || status == EntityStatus.RECEIVE_DISABLED;
    }

    /** Returns whether receivers get messages. */
    static boolean mayReceive(QueueModel model) {
        EntityStatus status = model.options.status();
        return status == EntityStatus.ACTIVE || status == EntityStatus.SEND_DISABLED;
    }

    /** Returns the code with which a send is rejected, or null. */
    static @Nullable String sendRefusal(HistoryRun run) {
        return run.place.refusesSends() && !takesSends(run.model.options.status()) ? DISABLED : null;
    }

    /** Returns the code with which a receive by number is rejected, or null. */
    static @Nullable String numberRefusal(QueueModel model) {
        return mayReceive(model) ? null : DISABLED;
    }
}
