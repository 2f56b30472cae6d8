package dev.restante.spring.boot;

import dev.restante.spring.StoreRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a configuration that does not tell where messages are kept, or what can't be there. */
final class StoreRefusedFailureAnalyzer extends AbstractFailureAnalyzer<StoreRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, StoreRefusedException refusal) {
        return new FailureAnalysis(refusal.description() + ".", refusal.remedy() + ".", refusal);
    }
}
