package dev.restante.mutation;

import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.plugin.Feature;
import org.pitest.plugin.FeatureParameter;

/**
 * PIT feature {@code +SAMPLE(seed[1] permille[50])}, which tests a sample of the mutants. PIT itself has only limits
 * per class, which favour small classes.
 */
public final class MutantSampleFeature implements MutationInterceptorFactory {

    private static final FeatureParameter SEED =
            FeatureParameter.named("seed").withDescription("The same seed gives the same sample of the same code");

    private static final FeatureParameter PERMILLE =
            FeatureParameter.named("permille").withDescription("How many of 1,000 mutants are looked at, 1 to 1,000");

    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
        return new MutantSampleFilter(new MutantSample(required(parameters, SEED), required(parameters, PERMILLE)));
    }

    private static int required(InterceptorParameters parameters, FeatureParameter parameter) {
        return parameters
                .getInteger(parameter)
                .orElseThrow(() -> new IllegalArgumentException("SAMPLE needs " + parameter.name() + "[number]"));
    }

    @Override
    public Feature provides() {
        return Feature.named("SAMPLE")
                .withOnByDefault(false)
                .withDescription(description())
                .withParameter(SEED)
                .withParameter(PERMILLE);
    }

    @Override
    public String description() {
        return "Looks at a sample of the mutants, which a seed draws";
    }
}
