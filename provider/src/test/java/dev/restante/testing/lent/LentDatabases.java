package dev.restante.testing.lent;

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
 * JUnit extension that lends PostgreSQL databases with an empty store of the current schema to tests that change only
 * rows. A database is lent again after a test has succeeded and closed its connections. A new database and its sessions
 * would cost the server more than most tests do. A test of schemas, roles, sessions or broken connections uses
 * {@link PostgresServer#newDatabase} instead.
 *
 * <p>A lent database equals a new database: no session of another test sees it, its rows are deleted, its sequences
 * restarted, and its catalog is unchanged. A database is dropped if its test failed, left connections open, changed the
 * catalog or left a prepared transaction. A database with much data is dropped, too.
 */
public final class LentDatabases implements TestInstancePreConstructCallback, AfterEachCallback {

    private static final Map<String, Loan> LOANS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Time for which the provider may close the connections of a finished test. */
    private static final long PATIENCE_MILLIS = 500;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Highest number of databases that wait for the end of their connections. */
    private static final int MOST_BACK = 8;

    private static final ExecutorService LENDER = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "next-lent-database");
        thread.setDaemon(true);
        return thread;
    });

    /** Loans of successful tests. This field and the following fields are guarded by the class. */
    private static final Deque<Loan> BACK = new ArrayDeque<>();

    /** Loans whose databases are not lent again. */
    private static final List<Loan> SPOILT = new ArrayList<>();

    private static @Nullable Future<LentDatabase> next;

    /** Loans of the test on the current thread. */
    private static final ThreadLocal<@Nullable List<Loan>> OF_THIS_TEST = new ThreadLocal<>();

    /** Returns the JDBC URL of a database with an empty store of the current schema, for the duration of the test. */
    public static String lend() {
        try {
            Loan loan = new Loan(takeNext().get());
            String number = "loan-" + NUMBERS.incrementAndGet();
            LOANS.put(number, loan);
            takeDown(loan);
            return loan.database().url() + "&socketFactory=" + LentSocketFactory.class.getName() + "&socketFactoryArg="
                    + number;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("there is no database", e);
        }
    }

    private static synchronized Future<LentDatabase> takeNext() {
        Future<LentDatabase> taken = next == null ? LENDER.submit(LentDatabases::provide) : next;
        next = LENDER.submit(LentDatabases::provide);
        return taken;
    }

    private static void takeDown(Loan loan) {
        List<Loan> ofThisTest = OF_THIS_TEST.get();
        if (ofThisTest == null) {
            throw new IllegalStateException(
                    "a database is lent to a test, for its time, by a class with this extension");
        }
        ofThisTest.add(loan);
    }

    static @Nullable Loan loan(String number) {
        return LOANS.get(number);
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
        List<Loan> ofThisTest = OF_THIS_TEST.get();
        if (ofThisTest != null) {
            ofThisTest.forEach(Loan::end);
            giveBack(succeeded ? BACK : SPOILT, ofThisTest);
            OF_THIS_TEST.remove();
        }
    }

    private static synchronized void giveBack(Collection<Loan> to, List<Loan> loans) {
        to.addAll(loans);
    }

    private static LentDatabase provide() throws SQLException {
        dropSpoilt();
        for (Loan back = takeBack(); back != null; back = takeBack()) {
            if (back.database().clean()) {
                return back.database();
            }
            back.database().drop();
        }
        return new LentDatabase(PostgresServer.newDatabaseUntilDropped());
    }

    /** Returns a loan without connections, or null if none appears within a time. */
    private static @Nullable Loan takeBack() {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            synchronized (LentDatabases.class) {
                if (BACK.size() > MOST_BACK) {
                    SPOILT.add(BACK.removeFirst());
                }
                for (Loan loan : BACK) {
                    if (loan.isUnused()) {
                        BACK.remove(loan);
                        return loan;
                    }
                }
                if (BACK.isEmpty() || System.nanoTime() > deadlineNanos) {
                    return null;
                }
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Drops databases that are not lent again, after their connections were closed. */
    private static void dropSpoilt() {
        List<Loan> unused;
        synchronized (LentDatabases.class) {
            unused = SPOILT.stream().filter(Loan::isUnused).toList();
            SPOILT.removeAll(unused);
        }
        unused.forEach(loan -> loan.database().drop());
    }
}
