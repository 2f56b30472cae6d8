package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.core.Refusals;
import dev.restante.store.Outcome;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one who is told once what became of a send, also where the store can't say it for now. */
class SendListener implements CommitListener {
    private final Consumer<@Nullable BrokerException> whenDone;
    private boolean told;

    SendListener(Consumer<@Nullable BrokerException> whenDone) {
        this.whenDone = whenDone;
    }

    @Override
    public void doubted(Outcome.InDoubt doubt) {
        told = true;
        whenDone.accept(Refusals.of(doubt));
    }

    @Override
    public void ended(Outcome outcome) {
        if (!told) {
            whenDone.accept(Refusals.of(outcome));
        }
    }
}
