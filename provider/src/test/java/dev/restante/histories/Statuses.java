package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.RestanteAdmin;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** What an administrator does to the status of the place, and what it lets applications do (STA-01 to STA-03). */
final class Statuses {

    private static final String DISABLED = "RESTANTE-ENTITY-DISABLED";
    private static final String PROTECTED = "RESTANTE-ENTITY-PROTECTED";

    private Statuses() {}

    /** An administrator changes the status. */
    record Change(Call call) implements Action {

        /** From the simplest on. */
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

    /** An administrator protects the place, or no longer, and tries to delete it where it is protected. */
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
        // What a node had acquired goes back, and comes again as what is fetched.
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

    /** Whether receivers get anything. */
    static boolean mayReceive(QueueModel model) {
        EntityStatus status = model.options.status();
        return status == EntityStatus.ACTIVE || status == EntityStatus.SEND_DISABLED;
    }

    /** The code with which a send is refused, or null. */
    static @Nullable String sendRefusal(HistoryRun run) {
        return run.place.refusesSends() && !takesSends(run.model.options.status()) ? DISABLED : null;
    }

    /** The code with which a receive by number is refused, or null. */
    static @Nullable String numberRefusal(QueueModel model) {
        return mayReceive(model) ? null : DISABLED;
    }
}
