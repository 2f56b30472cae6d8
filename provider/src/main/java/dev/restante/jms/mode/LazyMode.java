package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import dev.restante.model.CallBound;
import dev.restante.model.Uninterrupted;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Completes without waiting, with a bounded number of completions under way: DUPS_OK_ACKNOWLEDGE, and AUTO_ACKNOWLEDGE
 * with the factory's option PIPELINED.
 *
 * <p>A completion that fails is told to the connection's exception listener, and to no call: none of them has anything
 * to do with it.
 */
final class LazyMode extends AutomaticMode {

    private final int code;
    private final int window;
    private final Semaphore underWay;
    private final Consumer<@Nullable BrokerException> whenDone = this::done;

    LazyMode(ModeServices services, int code, int window) {
        super(services);
        this.code = code;
        this.window = window;
        this.underWay = new Semaphore(window);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    Lingering linger(HeldDelivery held) {
        if (!underWay.tryAcquire()) {
            // All places may be taken by what one call has received so far.
            goOn();
            underWay.acquireUninterruptibly();
        }
        return services().operations().linger(held, whenDone);
    }

    @Override
    public void goOn() {
        takeReturned().forEach(Lingering::begin);
    }

    @Override
    public void settleReturned() {
        goOn();
        awaitCompletions();
    }

    @Override
    void completeListened(HeldDelivery held) {
        complete(held);
    }

    /** As long as the call lasts: what was handed over is done without it (RCV-19). */
    @Override
    public void awaitCompletions() {
        boolean all = Uninterrupted.acquire(underWay, window, CallBound.left(Long.MAX_VALUE));
        if (all) {
            underWay.release(window);
        }
    }

    @Override
    public void close() {
        settleReturned();
    }

    private void complete(HeldDelivery held) {
        underWay.acquireUninterruptibly();
        services().settlement().completeLazily(held, whenDone);
    }

    private void done(@Nullable BrokerException failed) {
        try {
            tell(failed);
        } finally {
            underWay.release();
        }
    }
}
