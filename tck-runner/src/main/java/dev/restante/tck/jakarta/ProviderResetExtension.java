package dev.restante.tck.jakarta;

import dev.restante.tck.provider.ProviderUnderTest;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * JUnit extension that empties the provider before each test of the TCK, named in {@code META-INF/services} because the
 * classes of the TCK cannot name it.
 */
public final class ProviderResetExtension implements BeforeEachCallback {

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        ProviderUnderTest.get().reset();
    }
}
