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
 * The embedded store of a context in Spring's tests: in memory, and its own. Otherwise the listeners of one context
 * that Spring keeps for later tests would get the messages of another, and forks of the build would use the same files.
 * Properties of the application go before it.
 */
final class OwnStoreOfEachTestContext implements ContextCustomizerFactory {

    @Override
    public ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configAttributes) {
        return new Customizer();
    }

    /** Equal to each other, so that tests of one configuration go on sharing their context. */
    private record Customizer() implements ContextCustomizer {

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
