package dev.restante.proof.memory;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Settings of the tests of interleavings. The system properties {@code restante.proof.memory.scenarios} and
 * {@code restante.proof.memory.interleavings} set their numbers.
 *
 * <p>Lincheck decides after which step another thread continues. For the threads of a scenario, time stands still, and
 * a wait with a timeout ends only with a signal. A lost signal is therefore a deadlock, which Lincheck reports.
 */
public final class Interleavings {

    private static final int SCENARIOS = Integer.getInteger("restante.proof.memory.scenarios", 5);
    private static final int INTERLEAVINGS = Integer.getInteger("restante.proof.memory.interleavings", 150);

    /** Number for random operations. More random operations find more than further interleavings of a few. */
    private static final int RANDOM_INTERLEAVINGS = Math.min(INTERLEAVINGS, 500);

    /** Packages and classes that are not thread-safe, and that a lock of their callers guards. */
    private static final List<String> GUARDED = List.of(
            "dev.restante.node.queue.buffer.",
            "dev.restante.node.queue.group.",
            "dev.restante.node.queue.selector.",
            "dev.restante.store.commit.OperationQueue",
            "dev.restante.store.commit.PendingOperations");

    private Interleavings() {}

    /**
     * Executes random operations in two threads, and compares their results with those of the same operations one after
     * the other.
     *
     * @param operations public class with methods that have the annotation {@code Operation}
     */
    public static void checkAtomic(Class<?> operations) {
        options()
                .iterations(SCENARIOS)
                .invocationsPerIteration(RANDOM_INTERLEAVINGS)
                .threads(2)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(1)
                .check(operations);
    }

    /**
     * Executes each operation of a scenario once, in a thread of its own. An interleaving fails if an operation throws
     * an exception or waits forever, or if the method with the annotation {@code Validate} throws an exception. Each
     * call of a class that a lock guards is one step, because a scenario has many of them.
     *
     * @param scenario public class whose methods with the annotation {@code Operation} run once
     */
    public static void checkScenario(Class<?> scenario) {
        long threads = Arrays.stream(scenario.getMethods())
                .filter(method -> method.isAnnotationPresent(Operation.class))
                .count();
        options()
                .iterations(1)
                .threads(Math.toIntExact(threads))
                .actorsBefore(0)
                .actorsPerThread(1)
                .actorsAfter(0)
                .addGuarantee(oneStep(name -> GUARDED.stream().anyMatch(name::startsWith)))
                .verifier(NoExceptionVerifier.class)
                .minimizeFailedScenario(false)
                .check(scenario);
    }

    /**
     * Returns options under which each call of a collection is one step. The loops of the product over ten priorities
     * stay below the bounds of loops.
     */
    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .invocationsPerIteration(INTERLEAVINGS)
                .loopIterationsBeforeThreadSwitch(20)
                .loopBound(200)
                .addGuarantee(
                        oneStep(name -> name.startsWith("java.util.") && !name.startsWith("java.util.concurrent.")));
    }

    private static ManagedStrategyGuarantee oneStep(Predicate<String> className) {
        return ManagedStrategyGuaranteeKt.forClasses(className::test)
                .allMethods()
                .treatAsAtomic();
    }

    /**
     * Fails an interleaving if a condition does not hold. Lincheck also executes the steps of an assertion, so the
     * scenarios use this one, which has few.
     */
    public static void require(boolean condition, String failure) {
        if (!condition) {
            throw new AssertionError(failure);
        }
    }
}
