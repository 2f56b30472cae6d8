package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Completes without waiting, with a bounded number of completions under way: DUPS_OK_ACKNOWLEDGE, and AUTO_ACKNOWLEDGE with the factory's option PIPELINED.
 *
 * <p>A completion that fails is told to the connection's exception listener or, where there is none, thrown by the next receive.
 */
final class LazyMode extends AutomaticMode {

    private final int code;
    private final int window;
    private final Semaphore underWay;
    private final AtomicReference<@Nullable BrokerException> failure = new AtomicReference<>();
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
    public void beforeReceive() throws JMSException {
        if (failure.get() != null) {
            BrokerException failed = failure.getAndSet(null);
            if (failed != null) {
                throw services().translation().of(failed);
            }
        }
    }

    @Override
    public boolean received(HeldDelivery held) {
        complete(held);
        return true;
    }

    @Override
    void completeListened(HeldDelivery held) {
        complete(held);
    }

    @Override
    public void awaitCompletions() {
        underWay.acquireUninterruptibly(window);
        underWay.release(window);
    }

    @Override
    public void close() throws JMSException {
        awaitCompletions();
        beforeReceive();
    }

    private void complete(HeldDelivery held) {
        underWay.acquireUninterruptibly();
        services().settlement().completeLazily(held, whenDone);
    }

    private void done(@Nullable BrokerException failed) {
        if (failed != null && !services().problems().tell(failed)) {
            failure.compareAndSet(null, failed);
        }
        underWay.release();
    }
}
