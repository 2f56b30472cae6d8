package dev.restante.tck.provider;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The provider that tests of this JVM run against now. The suites make their own objects (JUnit the test classes, JORAM
 * its {@code Admin}), so they find it here. Set by the thread that runs a suite, before and after the run; read by the
 * tests' threads.
 */
public final class UnderTest {

    private static volatile @Nullable RunningProvider current;

    private UnderTest() {}

    /** From now on this one is under test; null for none. */
    public static void set(@Nullable RunningProvider provider) {
        current = provider;
    }

    /** The provider under test. */
    public static RunningProvider get() {
        return requireNonNull(current, "no provider is under test");
    }
}
