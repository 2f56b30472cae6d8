package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.javapoet.ClassName;

@DisplayName("Application that is built ahead of time")
class RuntimeHintsTest {

    @Test
    @DisplayName(
            "a native image can reach each factory option, each property and the cache, and the build opens no store")
    void shouldReachOptions() throws Exception {
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("app", "Application")), files);
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "unreachable",
                            Map.of(
                                    "restante.url",
                                    "jdbc:postgresql://127.0.0.1:1/none?user=a",
                                    "restante.console.enabled",
                                    "true")));
            context.register(RestanteAutoConfiguration.class, RestanteConsoleAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        generation.writeGeneratedContent();
        assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
                .anyMatch(file -> file.contains("RestanteAutoConfiguration"));
        RuntimeHints hints = generation.getRuntimeHints();
        for (PropertyDescriptor option : options()) {
            assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(bound(option.getWriteMethod())))
                    .as(option.getName())
                    .accepts(hints);
        }
        for (Class<?> bound : List.of(
                RestanteProperties.class,
                RestanteProperties.Pool.class,
                RestanteConsoleProperties.class,
                RestanteConsoleProperties.ConsoleUserProperties.class,
                ConnectionFactoryConfiguration.SessionCacheProperties.class)) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(bound.getDeclaredConstructors()[0]))
                    .as(bound.getSimpleName())
                    .accepts(hints);
        }
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/restante/console/console.css"))
                .accepts(hints);
    }

    /** Returns the method that Spring Boot calls, which has the code, instead of a bridge method of the compiler. */
    private static Method bound(Method setter) throws NoSuchMethodException {
        Class<?> declaring = setter.getDeclaringClass();
        Method found = setter;
        while (found.isBridge()) {
            declaring = declaring.getSuperclass();
            found = declaring.getDeclaredMethod(setter.getName(), setter.getParameterTypes());
        }
        return found;
    }

    private static List<PropertyDescriptor> options() throws Exception {
        return Stream.of(Introspector.getBeanInfo(RestanteConnectionFactory.class)
                        .getPropertyDescriptors())
                .filter(property -> property.getWriteMethod() != null)
                .toList();
    }
}
