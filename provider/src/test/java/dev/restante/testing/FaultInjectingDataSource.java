package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source whose connections break on request of a test, at a certain call of the driver, counted over all
 * connections. Other connections and later connections work, unless the test also starts an outage. Thread-safe.
 */
public final class FaultInjectingDataSource extends DelegatingDataSource {

    /** Place of the break: before or after the call reaches the database. */
    public enum BreakPoint {
        BEFORE,
        AFTER
    }

    /** SQL standard state for a connection failure. */
    private static final String CONNECTION_FAILURE = "08006";

    /** Name of the threads on which a store works for waiting callers. */
    private static final String STORE_THREAD = "restante-store";

    /** Calls that neither write to the database nor read from it. */
    private static final Set<String> LOCAL = Set.of(
            "toString", "hashCode", "equals", "unwrap", "isWrapperFor", "isClosed", "getWarnings", "close", "abort");

    /** Types whose calls can reach the database. */
    private static final Set<Class<?>> WATCHED =
            Set.of(Statement.class, PreparedStatement.class, CallableStatement.class, ResultSet.class);

    /** Number of calls until one breaks, or 0 for none. */
    @GuardedBy("this")
    private int remaining;

    @GuardedBy("this")
    private boolean commitOnly;

    @GuardedBy("this")
    private BreakPoint place = BreakPoint.BEFORE;

    @GuardedBy("this")
    private String broken = "";

    /** Plan that breaks the commit of a connection that has prepared some SQL. */
    private record CommitFault(
            String sql,
            BreakPoint place,
            boolean thenRefuse,
            @Nullable SQLException answer,
            CountDownLatch hang,
            CountDownLatch done) {}

    @GuardedBy("this")
    private @Nullable CommitFault plan;

    @GuardedBy("this")
    private boolean refusing;

    private volatile boolean unchecked;

    @GuardedBy("this")
    private CountDownLatch refusals = new CountDownLatch(0);

    /** Prepared SQL by connection. */
    private final Map<Connection, Set<String>> prepared = new ConcurrentHashMap<>();

    public FaultInjectingDataSource(DataSource source) {
        super(source);
    }

    /** Breaks a connection at its n-th call from now, counted over all connections. */
    public synchronized void breakAt(int call, BreakPoint where) {
        remaining = call;
        place = where;
        commitOnly = false;
        broken = "";
    }

    /** Breaks a connection at the next commit. */
    public synchronized void breakAtCommit(BreakPoint where) {
        breakAt(1, where);
        commitOnly = true;
    }

    /**
     * Breaks the next commit of a connection that has ever prepared some SQL.
     *
     * @param sql part of a statement
     * @param thenRefuse true to break all connections afterwards, until {@link #restore}
     * @return a latch that is counted down after the break
     */
    public synchronized CountDownLatch breakCommitOf(String sql, BreakPoint where, boolean thenRefuse) {
        CommitFault next = new CommitFault(sql, where, thenRefuse, null, new CountDownLatch(0), new CountDownLatch(1));
        plan = next;
        return next.done();
    }

    /**
     * Fails the next commit of a connection that has prepared some SQL with an answer of the server, and keeps the
     * connection open.
     *
     * @return a latch that is counted down after the failure
     */
    public synchronized CountDownLatch answerCommitOf(String sql, BreakPoint where, SQLException answer) {
        CommitFault next = new CommitFault(sql, where, false, answer, new CountDownLatch(0), new CountDownLatch(1));
        plan = next;
        return next.done();
    }

    /**
     * Makes the next commit of a connection that has prepared some SQL hang, even if the connection is lost.
     *
     * @return a latch that ends the hang when it is counted down
     */
    public synchronized CountDownLatch hangInCommitOf(String sql, BreakPoint where) {
        CommitFault next = new CommitFault(sql, where, false, null, new CountDownLatch(1), new CountDownLatch(1));
        plan = next;
        return next.hang();
    }

    /** Breaks all connections at their next call, and opens none, until {@link #restore}. */
    public synchronized void refuse() {
        refusing = true;
    }

    /**
     * Breaks all connections at their next call, and opens none, until {@link #restore}.
     *
     * @return a latch that is counted down each time a thread that works for a caller gets no connection
     */
    public synchronized CountDownLatch refuse(int callers) {
        refusing = true;
        refusals = new CountDownLatch(callers);
        return refusals;
    }

    /**
     * Reports breaks by unchecked exceptions from now on, even at rollback and close, like wrappers of application
     * servers.
     */
    public void throwUnchecked() {
        unchecked = true;
    }

    /** Ends an outage. */
    public synchronized void restore() {
        refusing = false;
        plan = null;
    }

    private synchronized boolean isRefusing() {
        return refusing;
    }

    /** Returns whether a call commits, explicitly or as a change in auto-commit mode. */
    private static boolean commits(Method method, String sql, Connection physical) throws SQLException {
        return method.getName().equals("commit")
                || (method.getName().equals("execute")
                        && sql.contains("UPDATE")
                        && !physical.isClosed()
                        && physical.getAutoCommit());
    }

    private synchronized @Nullable CommitFault fatalPlan(Method method, String sql, Connection physical)
            throws SQLException {
        CommitFault current = plan;
        if (current == null
                || !commits(method, sql, physical)
                || prepared.getOrDefault(physical, Set.of()).stream().noneMatch(text -> text.contains(current.sql()))) {
            return null;
        }
        plan = null;
        return current;
    }

    private synchronized void carriedOut(CommitFault done) {
        refusing |= done.thenRefuse();
        done.done().countDown();
    }

    /**
     * Ends all breaks.
     *
     * @return the call that has broken a connection; empty for none
     */
    public synchronized String stop() {
        remaining = 0;
        return broken;
    }

    private synchronized boolean isFatal(Method method, String sql, Connection physical) throws SQLException {
        boolean counted = commitOnly ? commits(method, sql, physical) : !LOCAL.contains(method.getName());
        boolean fatal = remaining > 0 && counted && --remaining == 0;
        if (fatal) {
            broken = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }
        return fatal;
    }

    private synchronized BreakPoint place() {
        return place;
    }

    /** Wraps an object to watch its calls. Only prepared statements have a known text, which is otherwise empty. */
    private Object watched(Class<?> type, Object target, String sql, Connection physical) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (isRefusing() && !LOCAL.contains(method.getName())) {
                        throw broken(physical);
                    }
                    if (unchecked && method.getName().equals("close") && physical.isClosed()) {
                        throw new IllegalStateException("closed by the test");
                    }
                    if (method.getName().equals("prepareStatement")) {
                        prepared.computeIfAbsent(physical, key -> ConcurrentHashMap.newKeySet())
                                .add((String) arguments[0]);
                    }
                    CommitFault planned = fatalPlan(method, sql, physical);
                    if (planned != null) {
                        return breakCommit(planned, () -> method.invoke(target, arguments), physical);
                    }
                    boolean fatal = isFatal(method, sql, physical);
                    if (fatal && place() == BreakPoint.BEFORE) {
                        throw broken(physical);
                    }
                    Object result;
                    try {
                        result = method.invoke(target, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                    if (fatal) {
                        throw broken(physical);
                    }
                    return result != null && WATCHED.contains(method.getReturnType())
                            ? watched(method.getReturnType(), result, textOf(method, arguments), physical)
                            : result;
                });
    }

    private static String textOf(Method method, Object[] arguments) {
        return method.getName().equals("prepareStatement") ? (String) arguments[0] : "";
    }

    private Object breakCommit(CommitFault planned, Callable<?> commit, Connection physical) throws Exception {
        try {
            if (planned.place() == BreakPoint.AFTER) {
                commit.call();
            }
            planned.hang().await();
            throw planned.answer() == null ? broken(physical) : planned.answer();
        } finally {
            carriedOut(planned);
        }
    }

    private Exception broken(Connection physical) throws SQLException {
        physical.abort(Runnable::run);
        return failure("broken by the test");
    }

    private Exception failure(String text) {
        return unchecked ? new IllegalStateException(text) : new SQLException(text, CONNECTION_FAILURE);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (isRefusing()) {
            refused();
            if (unchecked) {
                throw new IllegalStateException("refused by the test");
            }
            throw new SQLException("refused by the test", CONNECTION_FAILURE);
        }
        return watched(super.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return watched(super.getConnection(user, password));
    }

    private synchronized void refused() {
        if (Thread.currentThread().getName().equals(STORE_THREAD)) {
            refusals.countDown();
        }
    }

    private Connection watched(Connection physical) {
        return (Connection) watched(Connection.class, physical, "", physical);
    }
}
