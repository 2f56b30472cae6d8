package dev.restante.proof;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.proof.CallFault.FaultKind;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.WireCut;
import dev.restante.testing.WireCut.CutPlace;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source that counts the calls that reach the database, over all connections and threads, and causes a
 * {@link CallFault} at one of them. Thread-safe.
 */
final class CallFaultDataSource extends WatchedDataSource {

    /**
     * Longest silence. No call of the proof waits so long, except one whose caller is only told the outcome of the
     * database.
     */
    private static final long LONGEST_SILENCE_SECONDS = 20;

    /** Messages of a call, as a proxy has counted them. */
    record CallTraffic(int call, String description, WireCut messages) {}

    private final @Nullable DatabaseProxy proxy;

    /** Calls since {@link #count} whose messages a proxy has counted. */
    @GuardedBy("this")
    private final List<CallTraffic> traffic = new ArrayList<>();

    /** Number of calls since {@link #count} or {@link #arm}. */
    @GuardedBy("this")
    private int calls;

    /** First call that fails, or 0 for none. */
    @GuardedBy("this")
    private int firstFaultyCall;

    @GuardedBy("this")
    private @Nullable CallFault fault;

    /** Description of the first call that failed. */
    @GuardedBy("this")
    private @Nullable String faultyCall;

    /** Thread that executes the operation, and is interrupted. */
    @GuardedBy("this")
    private Thread caller = Thread.currentThread();

    /** Is counted down when a silence ends. */
    @GuardedBy("this")
    private CountDownLatch silence = new CountDownLatch(0);

    CallFaultDataSource(DataSource source) {
        this(source, null);
    }

    /** Creates a data source whose connections lead through a proxy, which cuts them. */
    CallFaultDataSource(DataSource source, @Nullable DatabaseProxy proxy) {
        super(source);
        this.proxy = proxy;
    }

    /** Counts calls from now on, without a fault. */
    void count() {
        restart(0, null);
    }

    /** Causes a fault at the n-th call from now. */
    void arm(int call, CallFault next) {
        restart(call, next);
    }

    private synchronized void restart(int call, @Nullable CallFault next) {
        silence = new CountDownLatch(1);
        caller = Thread.currentThread();
        calls = 0;
        firstFaultyCall = call;
        fault = next;
        faultyCall = null;
        traffic.clear();
    }

    /**
     * Causes no more faults, and ends a silence with the loss of its connection; returns the call that failed, or null
     * if no call did.
     */
    synchronized @Nullable String disarm() {
        silence.countDown();
        fault = null;
        return faultyCall;
    }

    synchronized int calls() {
        return calls;
    }

    private synchronized boolean isCounting() {
        return firstFaultyCall == 0;
    }

    /** Returns the calls since {@link #count} with their messages. */
    synchronized List<CallTraffic> traffic() {
        return List.copyOf(traffic);
    }

    private synchronized Thread caller() {
        return caller;
    }

    private synchronized CountDownLatch silence() {
        return silence;
    }

    /** Counts a call; returns its fault, or null for none. */
    private synchronized @Nullable CallFault next(String call) {
        calls++;
        CallFault armed = fault;
        if (armed == null || calls < firstFaultyCall || calls >= firstFaultyCall + armed.calls()) {
            return null;
        }
        if (calls == firstFaultyCall) {
            faultyCall = call;
            return armed;
        }
        return CallFault.LOST_CALL;
    }

    @Override
    @Nullable
    Object onCall(String description, @Nullable Connection physical, DatabaseCall call) throws Throwable {
        CallFault current = next(description);
        if (current == null) {
            return proxy == null || physical == null || !isCounting()
                    ? call.execute()
                    : executeCounted(description, call, proxy);
        }
        if (current.cut() != null && proxy != null) {
            return executeCut(current.cut(), call, proxy);
        }
        if (current.kind() == FaultKind.INTERRUPT) {
            caller().interrupt();
            return call.execute();
        }
        if (physical != null) {
            cause(current.kind(), physical, call);
        }
        throw current.exception();
    }

    private @Nullable Object executeCounted(String description, DatabaseCall call, DatabaseProxy counter)
            throws Throwable {
        int number = calls();
        WireCut messages = counter.countMessages();
        try {
            return call.execute();
        } finally {
            counter.endCut();
            synchronized (this) {
                traffic.add(new CallTraffic(number, description, messages));
            }
        }
    }

    private @Nullable Object executeCut(CutPlace place, DatabaseCall call, DatabaseProxy cutter) throws Throwable {
        WireCut cut = cutter.cut(place);
        try {
            return call.execute();
        } finally {
            cutter.endCut();
            if (!cut.isDone()) {
                synchronized (this) {
                    faultyCall = null;
                }
            }
        }
    }

    private void cause(FaultKind kind, Connection physical, DatabaseCall call) throws Throwable {
        if (kind == FaultKind.LOST_ANSWER || kind == FaultKind.SILENCE_AFTER) {
            Object unused = call.execute();
        }
        switch (kind) {
            case REJECTION -> {
                if (!physical.getAutoCommit()) {
                    physical.rollback();
                }
            }
            case LOST_CALL, LOST_ANSWER -> physical.abort(Runnable::run);
            case SILENCE_BEFORE, SILENCE_AFTER -> {
                boolean unused = silence().await(LONGEST_SILENCE_SECONDS, TimeUnit.SECONDS);
                physical.abort(Runnable::run);
            }
            case STATEMENT_REJECTION, INTERRUPT, CUT -> {}
        }
    }
}
