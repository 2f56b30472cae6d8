package dev.restante.feature.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * One node that makes calls while its database misbehaves.
 *
 * <ol>
 *   <li>{@link #prepare} prepares calls while the database answers.
 *   <li>The test spoils the database.
 *   <li>{@link #run} makes all calls at the same time, each on its own thread, and returns those that broke a rule.
 * </ol>
 */
final class CallMatrix implements AutoCloseable {

    /** Time that a call may take longer than rule RCV-19 says, because this machine also does other work. */
    private static final Duration ALLOWANCE = Duration.ofSeconds(3);

    /** Time after which a call is said to hang. */
    private static final Duration HANG = Duration.ofMinutes(2);

    /** Error codes that tell nothing about the database, or blame it for an outage. */
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
            long leftNanos = HANG.toNanos() - (System.nanoTime() - startedNanos);
            CompletableFuture<Result> result = running.get(i);
            try {
                faults.addAll(
                        result.get(Math.max(1, leftNanos), TimeUnit.NANOSECONDS).faults(bound()));
            } catch (TimeoutException hangs) {
                faults.add(
                        calls.get(i).kind + " hangs: " + List.of(threads.get(i).getStackTrace()));
            }
        }
        return faults;
    }

    /** Makes the prepared calls as {@link #run} does, while another session has locked the given tables. */
    List<String> runWhileLocked(String... tables) throws Exception {
        try (Connection locking = server.locked(directUrl, tables)) {
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

        List<String> faults(Duration bound) {
            List<String> faults = new ArrayList<>();
            if (duration.compareTo(bound.plus(kind.waits())) > 0) {
                faults.add(kind + " took " + duration.toMillis() + " ms: " + failure);
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
