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
 * Lends databases with an empty store of the current schema to tests that care for nothing but their rows, and lends
 * them again when a test has succeeded and closed its connections: a new database and its sessions cost the server more
 * than most tests do. A test that is about schemas, roles, sessions or broken connections has a database of its own, by
 * {@link PostgresServer#newDatabase}.
 *
 * <p>What a test gets is as new: no session of another test sees it, its rows are deleted, its sequences restarted,
 * and its catalog is that of a new one. One of a test that has failed, has left connections open, has changed the
 * catalog or has prepared a transaction without ending it is dropped, and so is one with much in it.
 */
public final class LentDatabases implements TestInstancePreConstructCallback, AfterEachCallback {

    private static final Map<String, Loan> LOANS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** How long the provider may take to close the connections of a test that is over. */
    private static final long PATIENCE_MILLIS = 500;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How many may wait for their connections to be closed. */
    private static final int MOST_BACK = 8;

    private static final ExecutorService LENDER = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "next-lent-database");
        thread.setDaemon(true);
        return thread;
    });

    /** Of tests that have succeeded; what follows is guarded by the class. */
    private static final Deque<Loan> BACK = new ArrayDeque<>();

    /** Of those whose databases nobody gets any more. */
    private static final List<Loan> SPOILT = new ArrayList<>();

    private static @Nullable Future<LentDatabase> next;

    /** What the test has got that runs on this thread. */
    private static final ThreadLocal<@Nullable List<Loan>> OF_THIS_TEST = new ThreadLocal<>();

    /** The JDBC URL of a database with an empty store of the current schema, until the test is over. */
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

    /** Fields of the instance may have a database, too. */
    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext test) {
        begin();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        end(test.getExecutionException().isEmpty());
    }

    /** An instance may be within another. */
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

    /** Within some time one that nobody is connected to any more. */
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

    /** Those that a test has left open stay until somebody closes them. */
    private static void dropSpoilt() {
        List<Loan> unused;
        synchronized (LentDatabases.class) {
            unused = SPOILT.stream().filter(Loan::isUnused).toList();
            SPOILT.removeAll(unused);
        }
        unused.forEach(loan -> loan.database().drop());
    }
}
