package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.RestanteStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.context.TestContextManager;

@Timeout(120)
@DisplayName("Tests of an application, with @SpringBootTest and nothing of Restante")
class CachedContextsTest {

    @SpringBootTest(
            classes = GreetingsApplication.class,
            properties = {"spring.jms.listener.auto-startup=false"})
    static class WithoutListeners {}

    @SpringBootTest(
            classes = GreetingsApplication.class,
            properties = {"spring.jms.listener.auto-startup=false"})
    static class WithoutListenersToo {}

    @SpringBootTest(
            classes = GreetingsApplication.class,
            properties = {"spring.jms.listener.auto-startup=true"})
    static class WithListeners {}

    @SpringBootTest(
            classes = GreetingsApplication.class,
            properties = {"restante.embedded-url=jdbc:hsqldb:mem:chosen", "spring.jms.listener.auto-startup=false"})
    static class WithUrl {}

    /** From Spring's cache, as tests get it. */
    private static ApplicationContext context(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    private static String url(ApplicationContext context) {
        return context.getBean(RestanteStore.class).factory().getUrl();
    }

    @Test
    @DisplayName(
            "have a store in memory for each context that Spring keeps: listeners of another one take nothing from it")
    void shouldHaveStoresOfTheirOwn() {
        ApplicationContext listening = context(WithListeners.class);
        ApplicationContext quiet = context(WithoutListeners.class);
        assertThat(url(quiet)).startsWith("jdbc:hsqldb:mem:").isNotEqualTo(url(listening));
        JmsTemplate jms = quiet.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
        // What the application sends at its start.
        assertThat(jms.receiveAndConvert("greetings")).isEqualTo("Hello Ada");
        for (int i = 0; i < 20; i++) {
            jms.convertAndSend("greetings", "Hello " + i);
            assertThat(jms.receiveAndConvert("greetings")).isEqualTo("Hello " + i);
        }
    }

    @Test
    @DisplayName("share the context, and its store, where they have the same configuration; and may choose the store")
    void shouldShareContexts() {
        assertThat(context(WithoutListenersToo.class)).isSameAs(context(WithoutListeners.class));
        assertThat(url(context(WithUrl.class))).isEqualTo("jdbc:hsqldb:mem:chosen");
    }
}
