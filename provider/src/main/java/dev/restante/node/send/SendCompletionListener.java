package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.store.OperationOutcome;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Commit listener that notifies a sender once of the result of its send, even if the outcome is unknown. */
class SendCompletionListener implements CommitListener {
    private final Consumer<@Nullable BrokerException> onDone;
    private boolean notified;

    SendCompletionListener(Consumer<@Nullable BrokerException> onDone) {
        this.onDone = onDone;
    }

    @Override
    public void onInDoubt(OperationOutcome.InDoubt inDoubt) {
        notified = true;
        onDone.accept(BrokerExceptions.of(inDoubt));
    }

    @Override
    public void onOutcome(OperationOutcome outcome) {
        if (!notified) {
            onDone.accept(BrokerExceptions.of(outcome));
        }
    }
}
