package dev.restante.store.jdbc.signal;

import dev.restante.store.PollBackOff;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals for databases without notifications: each node writes announcements to its own row and polls the rows of the
 * other nodes. The {@linkplain PollBackOff poll interval} grows while no announcements arrive.
 *
 * <p>A node writes only while receivers of other nodes wait, and polls only while it waits for messages and is not
 * alone. Both threads use connections of the pool, each for a short time.
 */
public final class PolledSignals extends ThreadedSignals {

    private static final Logger LOG = LoggerFactory.getLogger(PolledSignals.class);

    /** Shortest interval between two writes; other nodes do not poll more often. */
    private static final long COALESCE_MILLIS = PollBackOff.MIN_INTERVAL_MILLIS;

    private static final long RETRY_MILLIS = 500;
    private static final long FOR_EVER_MILLIS = Long.MAX_VALUE;

    /** Value of {@link #incarnation} until {@link #expectSignals} sets it; a node without an incarnation has no row. */
    private static final long UNKNOWN = 0;

    /** Clock, in milliseconds since an arbitrary instant, and wait function that tests replace. */
    interface WaitClock {
        WaitClock REAL = new WaitClock() {
            @Override
            public long millis() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            }

            @Override
            public void await(Semaphore reason, long millis) throws InterruptedException {
                boolean unused = reason.tryAcquire(millis, TimeUnit.MILLISECONDS);
            }
        };

        long millis();

        /** Waits for a permit of the semaphore and takes it, or until the time has passed. */
        void await(Semaphore reason, long millis) throws InterruptedException;
    }

    private final SignalRows rows;
    private final WaitClock waitClock;
    private final Semaphore sendRequested = new Semaphore(0);
    private final Semaphore receiveRequested = new Semaphore(0);
    private final Semaphore coalescing = new Semaphore(0);

    /** Announcements in the row of this node; used by the sender thread only. */
    private final RecentAnnouncements recent = new RecentAnnouncements();

    /** True if the row of this node lacks recent announcements; used by the sender thread only. */
    private boolean unsent;

    /** Announcements that were read; used by the receiver thread only. */
    private final AnnouncementTracker tracker = new AnnouncementTracker();

    /** Instant of the last new announcement, or of the beginning of the polls; used by the receiver thread only. */
    private long lastSignalMillis;

    /** True while this node polls; used by the receiver thread only. */
    private boolean listening;

    private volatile long incarnation;
    private volatile boolean signalsExpected;
    private volatile boolean closed;

    public PolledSignals(Database database) {
        this(new SignalRows(database), WaitClock.REAL);
    }

    PolledSignals(SignalRows rows, WaitClock waitClock) {
        this.rows = rows;
        this.waitClock = waitClock;
    }

    @Override
    protected void wakeSender() {
        sendRequested.release();
    }

    @Override
    public void expectSignals(long self, boolean expected) {
        if (incarnation != self) {
            incarnation = self;
            sendRequested.release();
        }
        boolean before = signalsExpected;
        signalsExpected = expected;
        if (expected && !before) {
            receiveRequested.release();
        }
    }

    @Override
    protected boolean sendTurn() throws InterruptedException {
        waitClock.await(sendRequested, FOR_EVER_MILLIS);
        sendRequested.drainPermits();
        if (closed || incarnation == UNKNOWN) {
            return !closed;
        }
        String entities = pending().takeNotification();
        if (!entities.isEmpty()) {
            recent.add(entities, waitClock.millis());
        } else if (!unsent) {
            return true;
        }
        unsent = true;
        try {
            rows.write(incarnation, recent.toString());
            unsent = false;
            if (!pending().isEmpty()) {
                sendRequested.release();
            }
            waitClock.await(coalescing, COALESCE_MILLIS);
        } catch (StoreException e) {
            LOG.debug("Signals to other nodes cannot be written. Restante tries again: {}", e.toString());
            waitClock.await(coalescing, RETRY_MILLIS);
            sendRequested.release();
        }
        return !closed;
    }

    @Override
    protected boolean receiveTurn() throws InterruptedException {
        if (closed) {
            return false;
        }
        if (!signalsExpected) {
            listening = false;
            waitClock.await(receiveRequested, FOR_EVER_MILLIS);
            return true;
        }
        if (!listening) {
            listening = true;
            lastSignalMillis = waitClock.millis();
        }
        try {
            process(tracker.findNew(rows.readOthers(incarnation)));
        } catch (StoreException e) {
            LOG.debug("The signals of other nodes cannot be read. Restante tries again: {}", e.toString());
            waitClock.await(receiveRequested, RETRY_MILLIS);
            return true;
        }
        waitClock.await(receiveRequested, PollBackOff.intervalMillis(waitClock.millis() - lastSignalMillis));
        return true;
    }

    private void process(AnnouncementTracker.NewAnnouncements newAnnouncements) {
        if (newAnnouncements.isEmpty()) {
            return;
        }
        lastSignalMillis = waitClock.millis();
        if (newAnnouncements.missedSome()) {
            reportMissed();
        }
        deliver(newAnnouncements.signals());
    }

    @Override
    protected boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        sendRequested.release();
        receiveRequested.release();
        coalescing.release();
    }
}
