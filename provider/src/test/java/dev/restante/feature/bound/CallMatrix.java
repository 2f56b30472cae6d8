package dev.restante.feature.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.model.Uninterruptibles;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Node that makes calls while its database is disturbed.
 * <ol>
 *   <li>{@link #prepare} prepares calls while the database answers.
 *   <li>The test disturbs the database.
 *   <li>{@link #run} makes all calls at the same time, each on its own thread, and returns the calls that broke a rule.
 * </ol>
 */
final class CallMatrix implements AutoCloseable {

    /** Time that a call may take longer than rule RCV-19 says, because this machine also does other work. */
    private static final Duration ALLOWANCE = Duration.ofSeconds(3);

    /** Time after which a call counts as hanging. */
    private static final Duration HANG = Duration.ofMinutes(2);

    /** Error codes that hide an outage. */
    private static final Set<String> MISLEADING = Set.of("RESTANTE-STORE-FAILED", "RESTANTE-INTERNAL");

    private final SharedServer server;
    private final String directUrl;
    private final DatabaseProxy proxy;
    private final RestanteXAConnectionFactory factory;
    private final List<Caller> made = new ArrayList<>();
    private final List<Prepared> calls = new ArrayList<>();

    private record Prepared(StoreCall kind, StoreCall.Action action) {}

    CallMatrix(SharedServer server, Duration storeTimeout) {
        this.server = server;
        this.directUrl = server.newDatabase();
        this.proxy = new DatabaseProxy(directUrl);
        this.factory = new RestanteXAConnectionFactory(proxy.url());
        factory.setStoreTimeout(storeTimeout);
        factory.setLingerDuration(Duration.ZERO);
        // No heartbeat is due during the test.
        factory.setLeaseDuration(Duration.ofMinutes(5));
    }

    /** Opens a node and prepares a call of each kind. */
    static CallMatrix ofAllKinds(SharedServer server, Duration storeTimeout) throws Exception {
        CallMatrix matrix = new CallMatrix(server, storeTimeout);
        for (StoreCall kind : kinds().toList()) {
            matrix.prepare(kind, Integer.getInteger("restante.calls.callers", 1));
        }
        return matrix;
    }

    /** Returns all kinds of calls. */
    static Stream<StoreCall> kinds() {
        return Stream.of(
                        JmsCalls.connecting(),
                        JmsCalls.sending(),
                        JmsCalls.consuming(),
                        JmsCalls.receiving(),
                        SettlementCalls.ofSessions(),
                        SettlementCalls.ofLocks(),
                        SettlementCalls.ofDeferredMessages(),
                        SettlementCalls.ofGroups(),
                        XaCalls.all(),
                        AdminCalls.ofQueues(),
                        AdminCalls.ofMessages(),
                        AdminCalls.ofTopics())
                .flatMap(List::stream);
    }

    DatabaseProxy proxy() {
        return proxy;
    }

    /** Returns the names of all tables of the store. */
    String[] tables() throws SQLException {
        return server.tables(directUrl);
    }

    /** Prepares calls of one kind. */
    void prepare(StoreCall kind, int callers) throws Exception {
        for (int number = 0; number < callers; number++) {
            Caller caller = new Caller(server, factory, kind.name(), number);
            made.add(caller);
            calls.add(new Prepared(kind, kind.preparation().prepare(caller)));
        }
    }

    /** Makes the prepared calls at the same time; returns a line for each call that took too long or failed badly. */
    List<String> run() throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        List<CompletableFuture<Result>> running = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Prepared call : calls) {
            CompletableFuture<Result> result = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                JmsContract.await(begin);
                result.complete(run(call));
            });
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
            running.add(result);
        }
        long startedNanos = System.nanoTime();
        begin.countDown();
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            Duration bound = bound().plus(calls.get(i).kind.waits());
            CompletableFuture<Result> result = running.get(i);
            String stack = "";
            if (!hasEnded(result, bound, startedNanos)) {
                stack = ", after " + bound.toMillis() + " ms in "
                        + List.of(threads.get(i).getStackTrace());
            }
            if (hasEnded(result, HANG, startedNanos)) {
                faults.addAll(result.join().faults(bound, stack));
            } else {
                faults.add(calls.get(i).kind + " hangs" + stack);
            }
        }
        return faults;
    }

    /** Waits until a call has ended, for at most the given time from its beginning. */
    private static boolean hasEnded(CompletableFuture<Result> result, Duration longest, long startedNanos) {
        return Uninterruptibles.awaitEnd(result, longest.toNanos() - (System.nanoTime() - startedNanos));
    }

    /** Makes the prepared calls as {@link #run} does, while another session has locked the given tables. */
    List<String> runWhileLocked(String... tables) throws Exception {
        try (Connection locking = server.lockTables(directUrl, tables)) {
            List<String> faults = run();
            assertThat(locking.isValid(1)).isTrue();
            return faults;
        }
    }

    private Duration bound() {
        Duration storeTimeout = factory.getStoreTimeout();
        return storeTimeout.plus(storeTimeout.dividedBy(3)).plusSeconds(2).plus(ALLOWANCE);
    }

    private static Result run(Prepared call) {
        long startedNanos = System.nanoTime();
        Throwable failure = null;
        try {
            call.action.run();
        } catch (Exception | AssertionError e) {
            failure = e;
        }
        return new Result(call.kind, Duration.ofNanos(System.nanoTime() - startedNanos), failure);
    }

    private record Result(StoreCall kind, Duration duration, @Nullable Throwable failure) {

        /**
         * Returns the rules that the call broke.
         *
         * @param stack the stack of the call when its time was over; empty if it ended in time
         */
        List<String> faults(Duration bound, String stack) {
            List<String> faults = new ArrayList<>();
            if (duration.compareTo(bound) > 0) {
                faults.add(kind + " took " + duration.toMillis() + " ms: " + failure + stack);
            }
            if (failure != null && !honest(failure)) {
                faults.add(kind + " failed with " + failure);
            }
            return faults;
        }
    }

    private static boolean honest(Throwable failure) {
        if (failure instanceof XAException) {
            return true;
        }
        String code = failure instanceof JMSException jms
                ? jms.getErrorCode()
                : failure instanceof JMSRuntimeException runtime ? runtime.getErrorCode() : null;
        return code != null && code.startsWith("RESTANTE-") && !MISLEADING.contains(code);
    }

    @Override
    public void close() throws IOException, JMSException {
        proxy.restore();
        for (Caller caller : made) {
            caller.close();
        }
        factory.close();
        proxy.close();
    }
}
