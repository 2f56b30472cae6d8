package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.Uninterrupted;
import dev.restante.model.WorkerThread;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls on the node of a tool, and its end as soon as an application wants the store. Work that is watched ends
 * early then, what is short is waited for, and what begins later is refused as by a closed node, so that it can be done
 * elsewhere. Thread-safe.
 */
public final class GivingUp {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    @GuardedBy("this")
    private int calls;

    private volatile boolean asked;

    /** Makes a call, unless the node is being given up. */
    public @Nullable Object make(Calls.Maker maker, Call call, @Nullable Object[] arguments) {
        begin();
        try {
            return maker.make(call, watched(call, arguments));
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        if (asked) {
            throw new BrokerException(
                    BrokerException.Reason.CLOSED, "The store is being given up to the application that wants it");
        }
        calls++;
    }

    private synchronized void end() {
        calls--;
        notifyAll();
    }

    private @Nullable Object[] watched(Call call, @Nullable Object[] arguments) {
        int place = call.watchedBy();
        if (place < 0 || !(arguments[place] instanceof Watch watch)) {
            return arguments;
        }
        @Nullable Object[] watched = arguments.clone();
        watched[place] = (Watch) done -> !asked && watch.proceed(done);
        return watched;
    }

    /** True if somebody has asked for the store. */
    public boolean isAsked() {
        return asked;
    }

    /** Somebody wants the store: ends the node soon, unless that was begun already. */
    public synchronized void ask(Runnable end) {
        if (!asked) {
            asked = true;
            new WorkerThread(() -> endWhenQuiet(end), "restante-give-up").start();
        }
    }

    private void endWhenQuiet(Runnable end) {
        awaitQuiet();
        end.run();
    }

    private synchronized void awaitQuiet() {
        long begun = System.nanoTime();
        long leftNanos = PATIENCE_NANOS;
        while (calls > 0 && leftNanos > 0) {
            Uninterrupted.awaitNotify(this, leftNanos);
            leftNanos = PATIENCE_NANOS - (System.nanoTime() - begun);
        }
    }
}
