package dev.restante.spring.boot.test;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.annotation.JmsListeners;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Test context customizer that limits a {@link RestanteTest} to messaging beans, without other auto-configurations and
 * components. It uses only classes that Spring Boot 4 and 3.5 share, because their annotations for slices have
 * different names.
 */
final class RestanteTestSlice implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configAttributes) {
        return TestContextAnnotationUtils.hasAnnotation(testClass, RestanteTest.class) ? new SliceCustomizer() : null;
    }

    /** Customizer whose instances are all equal, so that tests with the same configuration share a context. */
    private record SliceCustomizer() implements ContextCustomizer {

        @Override
        public void customizeContext(
                ConfigurableApplicationContext context, @Nullable MergedContextConfiguration configuration) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "restanteSlice", Map.of(EnableAutoConfiguration.ENABLED_OVERRIDE_PROPERTY, false)));
            context.getBeanFactory().registerSingleton("restanteSlice", new ListenersOnly());
        }
    }

    /** Filter that excludes components without listeners from component scans. */
    private static final class ListenersOnly extends TypeExcludeFilter {

        @Override
        public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
            return !reader.getAnnotationMetadata().hasAnnotatedMethods(JmsListener.class.getName())
                    && !reader.getAnnotationMetadata().hasAnnotatedMethods(JmsListeners.class.getName());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ListenersOnly;
        }

        @Override
        public int hashCode() {
            return ListenersOnly.class.hashCode();
        }
    }
}
