package dev.restante.mutation;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Does nothing in the tests that PIT runs only to find them. For each class of which it has mutants PIT starts a JVM,
 * and there the plug-in for JUnit executes all tests once before the first mutant, to learn their names. With the
 * contracts that takes minutes, and there are hundreds of classes.
 */
public final class EmptyRehearsal implements InvocationInterceptor {

    private final String minion;

    /** For JUnit, which finds it as a service. */
    public EmptyRehearsal() {
        this("org.pitest.mutationtest.execute.MutationTestMinion");
    }

    /**
     * For tests.
     *
     * @param minion the class whose method {@code findTestsForTestClasses} only looks for tests
     */
    EmptyRehearsal(String minion) {
        this.minion = minion;
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extensionContext)
            throws Throwable {
        proceedInEarnest(invocation);
    }

    private void proceedInEarnest(Invocation<@Nullable Void> invocation) throws Throwable {
        if (isRehearsal()) {
            invocation.skip();
        } else {
            invocation.proceed();
        }
    }

    private boolean isRehearsal() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(minion)
                        && frame.getMethodName().equals("findTestsForTestClasses")));
    }
}
