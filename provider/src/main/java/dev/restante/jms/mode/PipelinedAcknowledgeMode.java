package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Uninterruptibles;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Automatic mode that acknowledges asynchronously with a bounded number of acknowledgements in flight. It implements
 * DUPS_OK_ACKNOWLEDGE, and AUTO_ACKNOWLEDGE with the factory's option PIPELINED.
 *
 * <p>A failed acknowledgement is reported to the connection's exception listener, because it belongs to no later call.
 */
final class PipelinedAcknowledgeMode extends AbstractAutoAcknowledgeMode {

    private final int code;
    private final int maxPending;
    private final Semaphore permits;
    private final Consumer<@Nullable BrokerException> onComplete = this::onCompleted;

    PipelinedAcknowledgeMode(ConnectionServices connection, int code, int maxPending) {
        super(connection);
        this.code = code;
        this.maxPending = maxPending;
        this.permits = new Semaphore(maxPending);
    }

    @Override
    public int sessionMode() {
        return code;
    }

    @Override
    DelayedCompletion delayCompletion(InFlightDelivery delivery) {
        if (!permits.tryAcquire()) {
            // Messages that the current call has received may use all permits.
            acknowledgeReturned();
            permits.acquireUninterruptibly();
        }
        return connection().instrumentation().delayCompletion(delivery, onComplete);
    }

    @Override
    public void acknowledgeReturned() {
        drainReturned().forEach(DelayedCompletion::completeAsync);
    }

    @Override
    public void awaitReturnedAcknowledged() {
        acknowledgeReturned();
        awaitAcknowledgements();
    }

    @Override
    void acknowledgeListenerDelivery(InFlightDelivery delivery) {
        complete(delivery);
    }

    /** Waits for the remaining time of the call at most, because acknowledgements continue without it (RCV-19). */
    @Override
    public void awaitAcknowledgements() {
        boolean all = Uninterruptibles.acquire(permits, maxPending, CallTimeBudget.remaining(Long.MAX_VALUE));
        if (all) {
            permits.release(maxPending);
        }
    }

    @Override
    public void close() {
        awaitReturnedAcknowledged();
    }

    private void complete(InFlightDelivery delivery) {
        permits.acquireUninterruptibly();
        connection().observedSettler().completeAsync(delivery, onComplete);
    }

    private void onCompleted(@Nullable BrokerException failed) {
        try {
            notifyFailure(failed);
        } finally {
            permits.release();
        }
    }
}
