package dev.restante.spring.boot;

import dev.restante.spring.StoreConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Failure analyzer that explains an invalid configuration of the store. */
final class StoreConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<StoreConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, StoreConfigurationException exception) {
        return new FailureAnalysis(exception.description() + ".", exception.remedy() + ".", exception);
    }
}
