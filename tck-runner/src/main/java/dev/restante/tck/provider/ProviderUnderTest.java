package dev.restante.tck.provider;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Holder of the provider that the tests of this JVM use. It is static because the suites create their own objects:
 * JUnit the test classes, and JORAM its {@code Admin}. The thread that runs a suite sets it before and after the run,
 * and the threads of the tests read it.
 */
public final class ProviderUnderTest {

    private static volatile @Nullable RunningProvider current;

    private ProviderUnderTest() {}

    /** Sets the provider, or null for none. */
    public static void set(@Nullable RunningProvider provider) {
        current = provider;
    }

    public static RunningProvider get() {
        return requireNonNull(current, "no provider is under test");
    }
}
