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
@DisplayName("Tests of an application with @SpringBootTest and no settings for Restante")
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

    /** Returns the context of a test from Spring's cache. */
    private static ApplicationContext context(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    private static String url(ApplicationContext context) {
        return context.getBean(RestanteStore.class).restanteConnectionFactory().getUrl();
    }

    @Test
    @DisplayName("each cached context has its own in-memory store, so that its messages go to no other listeners")
    void shouldHaveStoresOfTheirOwn() {
        ApplicationContext listening = context(WithListeners.class);
        ApplicationContext quiet = context(WithoutListeners.class);
        assertThat(url(quiet)).startsWith("jdbc:hsqldb:mem:").isNotEqualTo(url(listening));
        JmsTemplate jms = quiet.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
        // The application sends this message at its start.
        assertThat(jms.receiveAndConvert("greetings")).isEqualTo("Hello Ada");
        for (int i = 0; i < 20; i++) {
            jms.convertAndSend("greetings", "Hello " + i);
            assertThat(jms.receiveAndConvert("greetings")).isEqualTo("Hello " + i);
        }
    }

    @Test
    @DisplayName("tests with equal configuration share a context and its store, and a test can configure the store")
    void shouldShareContexts() {
        assertThat(context(WithoutListenersToo.class)).isSameAs(context(WithoutListeners.class));
        assertThat(url(context(WithUrl.class))).isEqualTo("jdbc:hsqldb:mem:chosen");
    }
}
