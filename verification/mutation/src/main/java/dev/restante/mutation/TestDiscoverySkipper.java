package dev.restante.mutation;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * JUnit interceptor that skips test bodies while PIT only discovers the tests. PIT starts a JVM for each class with
 * mutants, whose JUnit plug-in first executes all tests to learn their names, which takes minutes.
 */
public final class TestDiscoverySkipper implements InvocationInterceptor {

    private final String minion;

    public TestDiscoverySkipper() {
        this("org.pitest.mutationtest.execute.MutationTestMinion");
    }

    /**
     * Creates an interceptor for a test.
     *
     * @param minion the name of the class whose method {@code findTestsForTestClasses} discovers the tests
     */
    TestDiscoverySkipper(String minion) {
        this.minion = minion;
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedUnlessDiscovering(invocation);
    }

    private void proceedUnlessDiscovering(Invocation<@Nullable Void> invocation) throws Throwable {
        if (isDiscovery()) {
            invocation.skip();
        } else {
            invocation.proceed();
        }
    }

    private boolean isDiscovery() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(minion)
                        && frame.getMethodName().equals("findTestsForTestClasses")));
    }
}
