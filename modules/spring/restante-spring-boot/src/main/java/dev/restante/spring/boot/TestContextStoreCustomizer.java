package dev.restante.spring.boot;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Test context customizer that gives each Spring test context its own in-memory store. With a shared store, listeners
 * of a cached context would receive messages of later tests, and parallel forks would use the same files. Properties of
 * the application override this default.
 */
final class TestContextStoreCustomizer implements ContextCustomizerFactory {

    @Override
    public ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configAttributes) {
        return new OwnStoreCustomizer();
    }

    /** Customizer whose instances are all equal, so that tests with the same configuration share a context. */
    private record OwnStoreCustomizer() implements ContextCustomizer {

        @Override
        public void customizeContext(
                ConfigurableApplicationContext context, @Nullable MergedContextConfiguration configuration) {
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "restanteTest",
                            Map.of("restante.embedded-url", "jdbc:hsqldb:mem:restante-" + UUID.randomUUID())));
        }
    }
}
