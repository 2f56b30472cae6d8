package dev.restante.store.jdbc.signal;

import dev.restante.store.PollPace;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wake-ups where the database tells nobody anything: each node writes into its own row what it has to tell, and looks
 * at those of the others, at the {@linkplain PollPace pace} at which they tell something.
 *
 * <p>Both threads use connections of the pool, each for a moment. Nothing is written but while receivers of other nodes
 * are known to wait, and nothing is looked at but while this node waits for something and is not alone.
 */
public final class PolledSignals extends ThreadedSignals {

    private static final Logger LOG = LoggerFactory.getLogger(PolledSignals.class);

    /** Others don't look more often. */
    private static final long GATHER_MILLIS = PollPace.SHORTEST_MILLIS;

    private static final long AGAIN_MILLIS = 500;
    private static final long FOR_EVER_MILLIS = Long.MAX_VALUE;

    /** Until the node says which incarnation it is, it has no row. */
    private static final long UNKNOWN = 0;

    /** The time, and how it passes. */
    interface Waiting {
        Waiting REAL = new Waiting() {
            @Override
            public long millis() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            }

            @Override
            public void await(Semaphore reason, long millis) throws InterruptedException {
                boolean unused = reason.tryAcquire(millis, TimeUnit.MILLISECONDS);
            }
        };

        /** The milliseconds since some moment. */
        long millis();

        /** Waits until there is a reason to go on, which it takes, or the time is over. */
        void await(Semaphore reason, long millis) throws InterruptedException;
    }

    private final SignalRows rows;
    private final Waiting waiting;
    private final Semaphore toTell = new Semaphore(0);
    private final Semaphore toListen = new Semaphore(0);
    private final Semaphore gathering = new Semaphore(0);

    /** Touched by the thread that tells only. */
    private final ToldLately told = new ToldLately();

    /** Touched by the thread that tells only: whether its row does not have all of it. */
    private boolean owed;

    /** Touched by the thread that listens only. */
    private final HeardFromOthers others = new HeardFromOthers();

    /** Touched by the thread that listens only: when there was something new, or it began to listen. */
    private long newsMillis;

    /** Touched by the thread that listens only. */
    private boolean listening;

    private volatile long incarnation;
    private volatile boolean newsExpected;
    private volatile boolean closed;

    public PolledSignals(Database database) {
        this(new SignalRows(database), Waiting.REAL);
    }

    PolledSignals(SignalRows rows, Waiting waiting) {
        this.rows = rows;
        this.waiting = waiting;
    }

    @Override
    protected void wakeTeller() {
        toTell.release();
    }

    @Override
    public void expect(long self, boolean news) {
        if (incarnation != self) {
            incarnation = self;
            toTell.release();
        }
        boolean before = newsExpected;
        newsExpected = news;
        if (news && !before) {
            toListen.release();
        }
    }

    @Override
    protected boolean tell() throws InterruptedException {
        waiting.await(toTell, FOR_EVER_MILLIS);
        toTell.drainPermits();
        if (closed || incarnation == UNKNOWN) {
            return !closed;
        }
        String entities = announced().take();
        if (!entities.isEmpty()) {
            told.add(entities, waiting.millis());
        } else if (!owed) {
            return true;
        }
        owed = true;
        try {
            rows.tell(incarnation, told.toString());
            owed = false;
            if (!announced().isEmpty()) {
                toTell.release();
            }
            waiting.await(gathering, GATHER_MILLIS);
        } catch (StoreException e) {
            LOG.debug("Other nodes can't be woken: {}", e.toString());
            waiting.await(gathering, AGAIN_MILLIS);
            toTell.release();
        }
        return !closed;
    }

    @Override
    protected boolean hear() throws InterruptedException {
        if (closed) {
            return false;
        }
        if (!newsExpected) {
            listening = false;
            waiting.await(toListen, FOR_EVER_MILLIS);
            return true;
        }
        if (!listening) {
            listening = true;
            newsMillis = waiting.millis();
        }
        try {
            takeIn(others.hear(rows.toldByOthers(incarnation)));
        } catch (StoreException e) {
            LOG.debug("What other nodes tell is not heard for now: {}", e.toString());
            waiting.await(toListen, AGAIN_MILLIS);
            return true;
        }
        waiting.await(toListen, PollPace.waitMillis(waiting.millis() - newsMillis));
        return true;
    }

    private void takeIn(HeardFromOthers.News news) {
        if (!news.any()) {
            return;
        }
        newsMillis = waiting.millis();
        if (news.gap()) {
            missed();
        }
        heard(news.arrivals());
    }

    @Override
    protected boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        toTell.release();
        toListen.release();
        gathering.release();
    }
}
