package dev.restante.mutation;

import java.util.Collection;
import java.util.List;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;

/** PIT interceptor that keeps only the mutants of the sample. */
final class MutantSampleFilter implements MutationInterceptor {

    private final MutantSample sample;

    MutantSampleFilter(MutantSample sample) {
        this.sample = sample;
    }

    @Override
    public InterceptorType type() {
        return InterceptorType.FILTER;
    }

    @Override
    public void begin(ClassTree clazz) {}

    @Override
    public List<MutationDetails> intercept(Collection<MutationDetails> mutants, Mutater mutater) {
        return mutants.stream()
                .filter(mutant -> sample.contains(mutant.getId().toString()))
                .toList();
    }

    @Override
    public void end() {}
}
