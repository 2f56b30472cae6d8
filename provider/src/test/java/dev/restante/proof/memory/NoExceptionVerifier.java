package dev.restante.proof.memory;

import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.util.ExceptionResult;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/** Verifier that accepts all results of operations except exceptions. */
public final class NoExceptionVerifier implements Verifier {

    /** Creates a verifier, as Lincheck requires; it needs no sequential specification. */
    public NoExceptionVerifier(Class<?> unused) {}

    @Override
    public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
        return results.getParallelResultsWithClock().stream()
                .flatMap(List::stream)
                .noneMatch(result -> result.getResult() instanceof ExceptionResult);
    }
}
