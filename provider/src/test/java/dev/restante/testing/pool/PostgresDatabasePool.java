package dev.restante.testing.pool;

import dev.restante.testing.PostgresServer;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * JUnit extension that provides PostgreSQL databases with an empty store of the current schema to tests that change
 * only rows. A database is used again after a test has succeeded and closed its connections. A new database and its
 * sessions would cost the server more than most tests do. A test of schemas, roles, sessions or broken connections uses
 * {@link PostgresServer#newDatabase} instead.
 *
 * <p>A borrowed database equals a new database: no session of another test sees it, its rows are deleted, its sequences
 * restarted, and its catalog is unchanged. A database is dropped if its test failed, left connections open, changed the
 * catalog or left a prepared transaction. A database with much data is dropped, too.
 */
public final class PostgresDatabasePool implements TestInstancePreConstructCallback, AfterEachCallback {

    private static final Map<String, BorrowedDatabase> BORROWED = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Time for which the provider may close the connections of a finished test. */
    private static final long PATIENCE_MILLIS = 500;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Highest number of databases that wait for the end of their connections. */
    private static final int MAX_RETURNED = 8;

    private static final ExecutorService PREPARER = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "next-pooled-database");
        thread.setDaemon(true);
        return thread;
    });

    /** Databases that successful tests borrowed. This field and the following fields are guarded by the class. */
    private static final Deque<BorrowedDatabase> RETURNED = new ArrayDeque<>();

    /** Borrowed databases that are not used again. */
    private static final List<BorrowedDatabase> DISCARDED = new ArrayList<>();

    private static @Nullable Future<PooledDatabase> next;

    /** Databases that the test has borrowed on the current thread. */
    private static final ThreadLocal<@Nullable List<BorrowedDatabase>> OF_THIS_TEST = new ThreadLocal<>();

    /** Returns the JDBC URL of a database with an empty store of the current schema, for the duration of the test. */
    public static String borrow() {
        try {
            BorrowedDatabase borrowed = new BorrowedDatabase(takeNext().get());
            String number = "borrowed-" + NUMBERS.incrementAndGet();
            BORROWED.put(number, borrowed);
            register(borrowed);
            return borrowed.database().url() + "&socketFactory=" + PooledSocketFactory.class.getName()
                    + "&socketFactoryArg=" + number;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("there is no database", e);
        }
    }

    private static synchronized Future<PooledDatabase> takeNext() {
        Future<PooledDatabase> taken = next == null ? PREPARER.submit(PostgresDatabasePool::provide) : next;
        next = PREPARER.submit(PostgresDatabasePool::provide);
        return taken;
    }

    private static void register(BorrowedDatabase borrowed) {
        List<BorrowedDatabase> ofThisTest = OF_THIS_TEST.get();
        if (ofThisTest == null) {
            throw new IllegalStateException("only a test class with this extension can borrow a database");
        }
        ofThisTest.add(borrowed);
    }

    static @Nullable BorrowedDatabase borrowed(String number) {
        return BORROWED.get(number);
    }

    /** Begins the test before its instance is created, because fields of the instance may have a database, too. */
    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext test) {
        begin();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        end(test.getExecutionException().isEmpty());
    }

    /** Begins a test, if none has begun. Test instances can be nested. */
    static void begin() {
        if (OF_THIS_TEST.get() == null) {
            OF_THIS_TEST.set(new ArrayList<>());
        }
    }

    static void end(boolean succeeded) {
        List<BorrowedDatabase> ofThisTest = OF_THIS_TEST.get();
        if (ofThisTest != null) {
            ofThisTest.forEach(BorrowedDatabase::end);
            giveBackAll(succeeded ? RETURNED : DISCARDED, ofThisTest);
            OF_THIS_TEST.remove();
        }
    }

    private static synchronized void giveBackAll(Collection<BorrowedDatabase> to, List<BorrowedDatabase> databases) {
        to.addAll(databases);
    }

    private static PooledDatabase provide() throws SQLException {
        dropDiscarded();
        for (BorrowedDatabase back = takeReturned(); back != null; back = takeReturned()) {
            if (back.database().clean()) {
                return back.database();
            }
            back.database().drop();
        }
        return new PooledDatabase(PostgresServer.newPermanentDatabase());
    }

    /** Takes a returned database without connections, or null if none appears within a time. */
    private static @Nullable BorrowedDatabase takeReturned() {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            synchronized (PostgresDatabasePool.class) {
                if (RETURNED.size() > MAX_RETURNED) {
                    DISCARDED.add(RETURNED.removeFirst());
                }
                for (BorrowedDatabase borrowed : RETURNED) {
                    if (borrowed.isUnused()) {
                        RETURNED.remove(borrowed);
                        return borrowed;
                    }
                }
                if (RETURNED.isEmpty() || System.nanoTime() > deadlineNanos) {
                    return null;
                }
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Drops databases that are not used again, after their connections were closed. */
    private static void dropDiscarded() {
        List<BorrowedDatabase> unused;
        synchronized (PostgresDatabasePool.class) {
            unused = DISCARDED.stream().filter(BorrowedDatabase::isUnused).toList();
            DISCARDED.removeAll(unused);
        }
        unused.forEach(borrowed -> borrowed.database().drop());
    }
}
