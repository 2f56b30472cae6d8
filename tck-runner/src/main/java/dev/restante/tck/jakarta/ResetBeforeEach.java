package dev.restante.tck.jakarta;

import dev.restante.tck.provider.UnderTest;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test of the TCK an empty provider. JUnit detects it by itself, since the classes of the TCK can't name it;
 * see {@code META-INF/services}.
 */
public final class ResetBeforeEach implements BeforeEachCallback {

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        UnderTest.get().reset();
    }
}
